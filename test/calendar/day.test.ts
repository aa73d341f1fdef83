import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addDays,
  addMonths,
  daysBetween,
  firstOfMonth,
  mondayOf,
  toDay,
  weekdayOf,
} from '../../src/calendar/time/day.ts';
import { isoWeekOf, mondayOfIsoWeek } from '../../src/calendar/time/iso-week.ts';
import { weeksBetween } from '../../src/calendar/time/school-week.ts';

const asDay = (date: Date) => Number(date.toISOString().slice(0, 10).replaceAll('-', ''));

describe('days of the calendar', () => {
  test('weekdays and distances are those of the calendar', () => {
    const day = fc.date({ min: new Date('1900-01-01'), max: new Date('2199-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(day, fc.integer({ min: -3000, max: 3000 }), (date, days) => {
        const other = new Date(date.getTime() + days * 86_400_000);
        const monday = (each: Date) => each.getTime() - ((each.getUTCDay() + 6) % 7) * 86_400_000;
        expect(weekdayOf(asDay(date))).toBe(date.getUTCDay() === 0 ? 7 : date.getUTCDay());
        expect(addDays(asDay(date), days)).toBe(asDay(other));
        expect(daysBetween(asDay(date), asDay(other))).toBe(days);
        expect(mondayOf(asDay(date))).toBe(asDay(new Date(monday(date))));
        expect(weeksBetween(asDay(date), asDay(other), 1)).toBe(
          Math.round((monday(other) - monday(date)) / 604_800_000),
        );
      }),
    );
  });

  test.each([
    [20260901, '2026-09-01'],
    [20280229, '2028-02-29'],
  ])('%i is %s', (day, text) => {
    expect([toDay(day), toDay(text)]).toEqual([day, day]);
  });

  test.each(['2026-02-29', 20261301, '2026-9-1', 0, '20260901T00'])('%s is none', (date) => {
    expect(() => toDay(date)).toThrow(RangeError);
  });

  test('months', () => {
    expect([firstOfMonth(20280229), addMonths(20261101, 14), addMonths(20270101, -1)]).toEqual([
      20280201, 20280101, 20261201,
    ]);
  });
});

describe('ISO weeks', () => {
  test.each([
    [20261123, '2026-W48', 20261123],
    // 2026 has a week 53, which the first days of 2027 belong to.
    [20261231, '2026-W53', 20261228],
    [20270103, '2026-W53', 20261228],
    [20270104, '2027-W01', 20270104],
    // The last days of 2024 belong to 2025.
    [20241230, '2025-W01', 20241230],
    [20280229, '2028-W09', 20280228],
  ])('%i lies in %s', (day, week, monday) => {
    expect([isoWeekOf(day), mondayOfIsoWeek(week)]).toEqual([week, monday]);
  });

  test.each(['2027-W53', '2026-W00', '2026-W54', '2026-48', '2026-W5', '0026-W05', ''])('%s is no week', (week) => {
    expect(mondayOfIsoWeek(week)).toBe(null);
  });
});
