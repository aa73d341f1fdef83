import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Timetable } from '../../src/client/belfry-client.ts';
import { toDay, weekdayOf, weeksBetween } from '../../src/client/calendar-day.ts';
import { gridFor } from '../../src/client/grid-for.ts';
import { lessonsOn, nowAndNext, weekOn } from '../../src/client/on-date.ts';
import { demoSchool } from '../../src/demo/demo-school.ts';

const documents = demoSchool().documents.map(({ document }) => document);
const found = (id: string): Timetable => {
  const document = documents.find((each) => each.id === id);
  if (document === undefined) throw new Error(`the demo school has no ${id}`);
  return document;
};
const upper = found('upper-2026-v1');
const main = found('main-2026-v1');

describe('days of the calendar', () => {
  test('the weekday and the distance in weeks are those of the calendar', () => {
    const day = fc.date({ min: new Date('1960-01-01'), max: new Date('2090-01-01'), noInvalidDate: true });
    const asDay = (date: Date) => Number(date.toISOString().slice(0, 10).replaceAll('-', ''));
    fc.assert(
      fc.property(day, fc.integer({ min: -3000, max: 3000 }), (date, days) => {
        expect(weekdayOf(asDay(date))).toBe(date.getUTCDay() === 0 ? 7 : date.getUTCDay());
        const other = new Date(date.getTime() + days * 86_400_000);
        const monday = (each: Date) => each.getTime() - ((each.getUTCDay() + 6) % 7) * 86_400_000;
        expect(weeksBetween(asDay(date), asDay(other))).toBe(Math.round((monday(other) - monday(date)) / 604_800_000));
      }),
    );
  });
});

describe('weekOn', () => {
  // It takes effect on Tuesday 1 September 2026.
  test.each([
    ['2026-09-01', 1],
    ['2026-09-06', 1],
    ['2026-09-07', 2],
    ['2026-09-14', 1],
    // Before it takes effect the count goes on backwards: the Monday of its first week, and the Sunday before.
    ['2026-08-31', 1],
    ['2026-08-30', 2],
    // Across the change of the clocks and of the year.
    ['2026-10-26', 1],
    ['2027-01-01', 2],
    ['2027-01-04', 1],
  ])('of two weeks, %s is in week %i', (date, week) => {
    expect(upper.effectiveFrom).toBe(20260901);
    expect(weekOn(upper, date)).toBe(week);
    expect(weekOn(upper, date, { shift: 1 })).toBe(3 - week);
    expect(weekOn(upper, date, { shift: -2 })).toBe(week);
  });

  test('is null where every week is alike, and the first week of a draft', () => {
    expect(weekOn(main, '2026-09-07')).toBe(null);
    const draft = { ...upper, status: 'draft', effectiveFrom: null, publishedAt: null } as const;
    expect(weekOn(draft, '2026-09-07')).toBe(1);
    expect(weekOn(draft, '2026-09-14')).toBe(1);
  });

  test('refuses what is no day', () => {
    expect(() => weekOn(upper, '2026-02-30')).toThrow(RangeError);
    expect(toDay('2028-02-29')).toBe(20280229);
  });
});

describe('lessonsOn', () => {
  const schoolClass = { class: upper.classes[0]?.localId ?? '' };
  test('is the day of the grid, of the week that it is', () => {
    const { weeks } = gridFor(upper, schoolClass);
    expect(lessonsOn(upper, schoolClass, '2026-09-03')).toEqual(weeks[0]?.days[3]);
    expect(lessonsOn(upper, schoolClass, '2026-09-10')).toEqual(weeks[1]?.days[3]);
    expect(lessonsOn(upper, schoolClass, '2026-09-10', { shift: 1 })).toEqual(weeks[0]?.days[3]);
  });

  test('is nothing on a Sunday, and outside the days on which the version applies', () => {
    expect(lessonsOn(upper, schoolClass, '2026-09-06')).toBe(null);
    expect(lessonsOn(upper, schoolClass, '2026-08-31')).toBe(null);
    expect(lessonsOn({ ...upper, effectiveTo: 20260930 }, schoolClass, '2026-10-01')).toBe(null);
    expect(lessonsOn({ ...upper, effectiveTo: 20260930 }, schoolClass, '2026-09-30')).not.toBe(null);
  });

  test('a cycle that has several Mondays and no weeks lets them take turns', () => {
    const days = [1, 2, 3].map((turn) => ({
      ...{ id: `mon-${turn}`, label: `Monday ${turn}`, shortLabel: '', dayOfWeek: 1, weekInCycle: null },
    }));
    const bellSchedule = { ...main.bellSchedule, days };
    const cycle = { ...main, bellSchedule, bellSchedules: [bellSchedule] };
    const mondays = ['2026-09-07', '2026-09-14', '2026-09-21', '2026-09-28'];
    const labels = mondays.map((date) => lessonsOn(cycle, { teacher: 'nobody' }, date)?.label);
    expect(labels).toEqual(['Monday 2', 'Monday 3', 'Monday 1', 'Monday 2']);
  });
});

test('nowAndNext: what takes place, what begins next, and nothing after the last', () => {
  const day = lessonsOn(main, { class: main.classes[0]?.localId ?? '' }, '2026-09-03');
  const cells = day?.blocks.flatMap((block) => block.cells) ?? [];
  expect(cells.length).toBeGreaterThan(3);
  for (const cell of cells) {
    expect(nowAndNext(day, cell.startTime).now).toContainEqual(cell);
    expect(nowAndNext(day, cell.endTime).now).not.toContainEqual(cell);
  }
  const [first] = cells;
  const last = cells.reduce((latest, { endTime }) => (endTime > latest ? endTime : latest), '');
  expect(nowAndNext(day, '00:00')).toEqual({
    now: [],
    next: cells.filter(({ startTime }) => startTime === first?.startTime),
  });
  const { next } = nowAndNext(day, first?.startTime ?? '');
  expect(next.length).toBeGreaterThan(0);
  expect(next.every(({ startTime }) => startTime > (first?.startTime ?? ''))).toBe(true);
  expect(nowAndNext(day, last)).toEqual({ now: [], next: [] });
  expect(nowAndNext(null, '09:00')).toEqual({ now: [], next: [] });
});
