// Reads GPU001: one row for each class, teacher and room of a lesson at one time.

import { limits } from '../reading/limits.ts';
import { type Findings, quote } from '../report/finding.ts';
import type { Row } from './read-rows.ts';

export type TimetableRow = {
  row: number;
  lesson: string;
  className: string;
  teacher: string;
  subject: string;
  room: string;
  /** From 1; null where the row is not placed. */
  day: number | null;
  /** As in the file, from 0 or 1; null where there is none, and where there is no day: the period says nothing then. */
  period: number | null;
  /** The number of periods that the row spans. */
  length: number;
  /** Weeks of the cycle, from 1; null for all of them. */
  week: number | null;
  weekName: string;
};

/** @returns the rows that can be read; one that cannot be read is an error in `findings` */
export function readTimetable(rows: readonly Row[], file: string, findings: Findings): TimetableRow[] {
  return rows.flatMap(({ line, cells }, index) => {
    const place = { file, row: line };
    if (index === 0 && isHeader(cells)) {
      findings.add('untis.header-skipped', place, `the first row names the columns: ${quote(cells.join(' '))}`);
      return [];
    }
    const [lesson = '', className = '', teacher = '', subject = '', room = '', dayCell = '', periodCell = ''] = cells;
    const [givenDay, period] = [readNumber(dayCell), readNumber(periodCell)];
    // Untis writes 0 for the day of a row that is not placed.
    const day = givenDay === 0 ? null : givenDay;
    if (cells.length < 7) {
      findings.add('untis.row-unreadable', place, `the row has ${cells.length} columns, and GPU001 has at least 7`);
      return [];
    }
    if (Number.isNaN(day) || Number.isNaN(period) || (period ?? 0) > limits.periods) {
      const message = `the day is ${quote(dayCell)} and the period is ${quote(periodCell)}; both must be numbers`;
      findings.add('untis.row-unreadable', place, message);
      return [];
    }
    const length = readLength(cells[7] ?? '', place, findings);
    const weekName = cells[8] ?? '';
    const week = readWeek(weekName, place, findings);
    return [
      {
        ...{ row: line, lesson, className, subject, day, length, week, weekName },
        ...{ teacher: somebody(teacher), room: somebody(room), period: day === null ? null : period },
      },
    ];
  });
}

/** Untis calls a teacher or a room that is not known yet `?`. */
export const somebody = (cell: string): string => (/^\?+$/.test(cell) ? '' : cell);

const isHeader = (cells: readonly string[]): boolean =>
  cells.length >= 7 && [0, 5, 6].every((column) => /^[^\d]+$/.test(cells[column] ?? ''));

/** NaN where it is not a number. */
const readNumber = (cell: string): number | null =>
  cell === '' ? null : /^\d{1,6}$/.test(cell) ? Number(cell) : Number.NaN;

type RowPlace = { file: string; row: number };

function readLength(cell: string, place: RowPlace, findings: Findings): number {
  if (cell === '' || cell === '0' || cell === '1') return 1;
  if (/^[2-9]$/.test(cell)) {
    findings.add('untis.length-in-periods', place, `the lesson lasts ${cell} periods`);
    return Number(cell);
  }
  findings.add('untis.length-in-minutes', place, `the length ${quote(cell)} is not a number of periods`);
  return 1;
}

/** `A` and `1` are the first week; empty and `0` mean every week. */
function readWeek(cell: string, place: RowPlace, findings: Findings): number | null {
  if (cell === '' || cell === '0') return null;
  if (/^[A-Za-z]$/.test(cell)) return cell.toUpperCase().charCodeAt(0) - 64;
  if (/^\d{1,2}$/.test(cell) && Number(cell) <= limits.weeks) return Number(cell);
  findings.add('untis.week-unreadable', place, `the week ${quote(cell)} is neither a letter nor a number`);
  return null;
}
