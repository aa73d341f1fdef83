// Reads GPU002, what is to be taught: one row for each class and teacher of a lesson. A coupled lesson has several
// parts.

import { type Findings, quote } from '../report/finding.ts';
import type { Row } from './read-rows.ts';
import { somebody } from './read-timetable.ts';

export type LessonRow = {
  row: number;
  lesson: string;
  /** Periods a week; null where the column cannot be read. */
  hours: number | null;
  className: string;
  teacher: string;
  subject: string;
  room: string;
  /** The group of lessons, such as a semester, that column 12 names. */
  lessonGroup: string;
  /** How many weeks of the cycle the lesson group means; null where it means none. */
  weeks: number | null;
  /** YYYYMMDD, or empty. */
  from: string;
  until: string;
  /** The minimum and maximum of double periods; null where the column is empty. */
  doubles: { least: number; most: number } | null;
  /** Lengths of blocks of three periods or more. */
  blocks: number[];
  studentGroup: string;
};

/** A lesson never has more hours in a week. */
const maxHours = 200;

export function readLessons(rows: readonly Row[], file: string, findings: Findings): LessonRow[] {
  return rows.flatMap(({ line, cells }, index) => {
    const place = { file, row: line };
    if (cells.length < 7) {
      findings.add('untis.row-unreadable', place, `the row has ${cells.length} columns, and GPU002 has at least 7`);
      return [];
    }
    // The manual counts columns from 1.
    const column = (number: number): string => cells[number - 1] ?? '';
    if (index === 0 && /^[^\d]+$/.test(column(1)) && /^[^\d]+$/.test(column(2))) {
      findings.add('untis.header-skipped', place, `the first row names the columns: ${quote(cells.join(' '))}`);
      return [];
    }
    const hours = readHours(column(2));
    if (hours === null) {
      const message = `the hours per week of lesson ${quote(column(1))} are ${quote(column(2))}, which is not a number from 0 to ${maxHours}`;
      findings.add('untis.hours-unreadable', place, message);
    }
    return [
      {
        row: line,
        lesson: column(1),
        hours,
        className: column(5),
        teacher: somebody(column(6)),
        subject: column(7),
        room: somebody(column(8)),
        lessonGroup: column(12),
        weeks: null,
        from: readDate(column(15)),
        until: readDate(column(16)),
        doubles: readDoubles(column(28), column(29)),
        blocks: readBlocks(column(30)),
        studentGroup: column(42) || column(45),
      },
    ];
  });
}

function readHours(cell: string): number | null {
  if (!/^\d{1,3}([.,]\d{1,5})?$/.test(cell)) return cell === '' ? 0 : null;
  const hours = Number(cell.replace(',', '.'));
  return hours <= maxHours ? hours : null;
}

const readDate = (cell: string): string => (/^\d{8}$/.test(cell) ? cell : '');

function readDoubles(least: string, most: string): LessonRow['doubles'] {
  const numbers = [least, most].map((cell) => (/^\d{1,2}$/.test(cell) ? Number(cell) : 0));
  const [low = 0, high = 0] = numbers;
  return high === 0 && low === 0 ? null : { least: low, most: Math.max(low, high) };
}

/** `3` or `3,2`: the lengths of the blocks, from 2 to 12 periods each. */
const readBlocks = (cell: string): number[] =>
  /^\d{1,2}([,+]\d{1,2})*$/.test(cell)
    ? cell
        .split(/[,+]/)
        .map(Number)
        .filter((length) => length >= 2 && length <= 12)
        .slice(0, 10)
    : [];
