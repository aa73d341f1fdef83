// Reads a text as a file of day changes, on a school whose periods last 45 minutes with a break before the third.

import type { DayPlan, LessonInPlan, PlannedPeriod } from '../../../src/formats/days/day-file.ts';
import { readDayFile } from '../../../src/formats/days/read-day-file.ts';

const starts = ['08:00', '08:45', '09:50', '10:35', '11:30', '12:15', '13:00', '13:45'];
const ends = ['08:45', '09:30', '10:35', '11:20', '12:15', '13:00', '13:45', '14:30'];

const periods = starts.map(
  (startTime, index): PlannedPeriod => ({
    ...{ startTime, endTime: ends[index] ?? '', name: String(index + 1) },
    breakBefore: index === 2 ? { startTime: '09:30', endTime: '09:50' } : null,
  }),
);

/**
 * Monday to Friday of one week.
 * @param doubles the first periodIndex of each lesson of two periods
 * @param team the teachers of each lesson, by all of their names; as many lessons as are asked for have them
 */
export function schoolPlan(doubles: readonly number[] = [], team: readonly (readonly string[])[] = []): DayPlan {
  const lessons = new Map<string, LessonInPlan>();
  return {
    periodsOf: (date) => (date >= 20261123 && date <= 20261127 ? periods : []),
    lessonOf(date, { periodIndex }) {
      const first = doubles.find((each) => each === periodIndex || each + 1 === periodIndex);
      const key = `${date} ${first ?? periodIndex}`;
      const known = lessons.get(key) ?? {
        periods: first === undefined ? [periodIndex] : [first, first + 1],
        teachers: team,
      };
      lessons.set(key, known);
      return known;
    },
  };
}

export const readDays = (text: string | Uint8Array, plan: DayPlan | null = schoolPlan()) =>
  readDayFile({ name: 'days', bytes: typeof text === 'string' ? Buffer.from(text) : text }, plan);

/** The rules of all findings, each with its line. */
export const rulesIn = (text: string | Uint8Array, plan?: DayPlan | null) =>
  readDays(text, plan).report.findings.map(({ rule, line }) => `${rule} ${line ?? '-'}`);
