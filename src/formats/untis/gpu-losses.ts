// Counts the data in GPU files that is left out.

import type { Loss } from '../reading/school-reader.ts';
import type { LessonRow } from './read-lessons.ts';
import type { Row } from './read-rows.ts';

/** @param partOfYear the number of lessons taught for only a part of the year */
export function gpuLosses(
  due: readonly LessonRow[],
  rowsOf: (topic: 'lessons' | 'teachers') => readonly Row[],
  partOfYear: number,
  notUsed: readonly { name: string; rows: number }[],
): Loss[] {
  const grouped = new Set(due.flatMap(({ lesson, lessonGroup }) => (lessonGroup === '' ? [] : [lesson])));
  const names = [...new Set(due.map(({ lessonGroup }) => lessonGroup))].filter(Boolean).slice(0, 5);
  const has = (columns: readonly number[], test: (cell: string) => boolean) => (row: Row) =>
    columns.some((column) => test(row.cells[column - 1] ?? ''));
  const count = (rows: readonly Row[], test: (row: Row) => boolean) => rows.filter(test).length;
  return [
    {
      ...{ code: 'lesson-groups', values: { name: names.join(', ') } },
      what: `lessons of lesson groups (${names.join(', ')})`,
      count: grouped.size,
    },
    {
      code: 'part-of-year',
      what: 'first and last days of lessons that are taught for only part of the year',
      count: partOfYear,
    },
    {
      code: 'lesson-texts',
      what: 'lesson rows with texts',
      count: count(
        rowsOf('lessons'),
        has([13, 18, 39], (cell) => cell !== ''),
      ),
    },
    {
      code: 'student-numbers',
      what: 'lesson rows with a number of students',
      count: count(
        rowsOf('lessons'),
        has([10], (cell) => /[1-9]/.test(cell)),
      ),
    },
    {
      code: 'teacher-contacts',
      what: 'e-mail addresses of teachers',
      count: count(
        rowsOf('teachers'),
        has([29], (cell) => cell.includes('@')),
      ),
    },
    ...notUsed.map(
      ({ name, rows }): Loss => ({
        ...{ code: 'rows-not-used', values: { name } },
        what: `rows of ${name}`,
        count: rows,
        why: 'Belfry does not know them',
      }),
    ),
  ];
}
