// How a row of GPU014 describes the lesson that it is about.

import type { LessonDescription } from './day-file.ts';
import type { Times } from './find-times.ts';
import type { Substitution } from './read-substitution-row.ts';

export const describeLesson = (row: Substitution, times: Pick<Times, 'indexOf'>): LessonDescription => ({
  periodIndex: times.indexOf(row),
  ...(row.subjects.length > 0 && { subjects: row.subjects }),
  ...(row.teachers.length > 0 && { teachers: row.teachers }),
  ...(row.classes.length > 0 && { classes: row.classes }),
});
