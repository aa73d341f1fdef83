// Places the rows of GPU001 in the school's week: days and periods counted from 0, in each week of the row. Rows
// without a place are reported and counted.

import { type Findings, quote } from '../report/finding.ts';
import type { PlacedRow } from './collect-parts.ts';
import type { TimetableRow } from './read-timetable.ts';

/** `firstPeriod` is 0 or 1, `periods` is the number in a day. */
export type Frame = { weeks: number; days: number; firstPeriod: number; periods: number };

export function placeRows(
  rows: readonly TimetableRow[],
  { weeks, days, firstPeriod, periods }: Frame,
  file: string,
  findings: Findings,
): PlacedRow[] {
  const seen = new Set<string>();
  const everyWeek = Array.from({ length: weeks }, (_, week) => week);
  return rows.flatMap((row): PlacedRow[] => {
    const { row: line, lesson, className, teacher, subject, room, day, period, length, week } = row;
    const place = { file, row: line, element: `lesson ${quote(lesson)}` };
    const inWeeks = week === null ? everyWeek : [week - 1];
    const lost = { row, places: [], lost: length * inWeeks.length };
    if (day === null || period === null) {
      const missing = day === null ? 'day' : 'period';
      findings.add('untis.row-without-place', place, `lesson ${quote(lesson)} has a row without a ${missing}`);
      return [lost];
    }
    if (day < 1 || day > days) {
      findings.add('untis.day-outside-week', place, `the row is on day ${day}, and the week has ${days} days`);
      return [lost];
    }
    const same = JSON.stringify([lesson, className, teacher, subject, room, day, period, length, week]);
    if (seen.has(same)) {
      const message = `lesson ${quote(lesson)} has this row for day ${day}, period ${period} twice`;
      findings.add('untis.row-repeated', place, message);
      return [];
    }
    seen.add(same);
    const from = period - firstPeriod;
    const inDay = Math.min(length, periods - from);
    if (inDay < length) {
      const message = `lesson ${quote(lesson)} lasts ${length} periods from period ${period}, so it ends after the last period of the day`;
      findings.add('untis.length-past-end', place, message);
    }
    const places = inWeeks.flatMap((inWeek) =>
      Array.from({ length: inDay }, (_, index) => ({ week: inWeek, day: day - 1, period: from + index })),
    );
    return [{ row, places, lost: (length - inDay) * inWeeks.length }];
  });
}
