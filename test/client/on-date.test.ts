import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { BellSchedule, Timetable } from '../../src/client/belfry-client.ts';
import { nowAndNext } from '../../src/client/dates/now-and-next.ts';
import { dayOn, lessonsOn, weekOn } from '../../src/client/dates/on-date.ts';
import { weeksInCycle } from '../../src/client/dates/weeks-in-cycle.ts';
import { freeRooms, periodsOf } from '../../src/client/find-free.ts';
import { gridFor } from '../../src/client/grid/grid-for.ts';
import { demoSchool } from '../../src/demo/demo-school.ts';

const documents = demoSchool().documents.map(({ document }) => document);
const found = (id: string): Timetable => {
  const document = documents.find((each) => each.id === id);
  if (document === undefined) throw new Error(`the demo school has no ${id}`);
  return document;
};
const upper = found('upper-2026-v1');
const main = found('main-2026-v1');

describe('weekOn', () => {
  // It takes effect on Tuesday 1 September 2026.
  test.each([
    ['2026-09-01', 1],
    ['2026-09-06', 1],
    ['2026-09-07', 2],
    ['2026-09-14', 1],
    // Before it takes effect, weeks are counted backwards: the Monday of its first week, and the Sunday before.
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

  test('is null if every week is the same, and a draft begins in its first week', () => {
    expect(weekOn(main, '2026-09-07')).toBe(null);
    const draft = { ...upper, status: 'draft', effectiveFrom: null, publishedAt: null } as const;
    expect(weekOn(draft, '2026-09-07')).toBe(1);
    expect(weekOn(draft, '2026-09-14')).toBe(1);
  });

  test('throws a RangeError for a value that is not a calendar day', () => {
    expect(() => weekOn(upper, '2026-02-30')).toThrow(RangeError);
  });
});

describe('cycles', () => {
  const always = { ...main, effectiveFrom: 20260831, effectiveTo: null };
  /** A bell schedule that has a Monday in some weeks of its cycle. */
  const mondays = (id: string, cycleLength: number, weeks: readonly number[]): BellSchedule => ({
    ...main.bellSchedule,
    id,
    isDefault: id === 'bs_0',
    scheduleType: 'cycle',
    cycleLength,
    days: weeks.map((week) => ({
      id: `${id}-${week}`,
      label: `${week}`,
      shortLabel: `${week}`,
      dayOfWeek: 1,
      weekInCycle: week,
    })),
    dayConfigurations: main.bellSchedule.dayConfigurations
      .slice(0, 1)
      .map((each) => ({ ...each, dayIds: weeks.map((week) => `${id}-${week}`) })),
  });

  const cycle = fc.integer({ min: 1, max: 10 }).chain((length) =>
    fc.record({
      length: fc.constant(length),
      weeks: fc.subarray(
        Array.from({ length }, (_, index) => index + 1),
        { minLength: 1 },
      ),
    }),
  );
  const dateOf = (week: number) => new Date(Date.UTC(2026, 7, 31 + 7 * week)).toISOString().slice(0, 10);

  test('each class follows the cycle of its own bells, however long the others are', () => {
    fc.assert(
      fc.property(fc.array(cycle, { minLength: 1, maxLength: 2 }), fc.nat(120), (cycles, week) => {
        const bellSchedules = cycles.map(({ length, weeks }, index) => mondays(`bs_${index}`, length, weeks));
        const [bellSchedule = main.bellSchedule] = bellSchedules;
        const [first, ...others] = main.classes;
        if (first === undefined) throw new Error('the Main School has classes');
        const classes = [first, ...others].map((each, index) => ({
          ...each,
          bellScheduleId: bellSchedules[index]?.id ?? null,
        }));
        const document = { ...always, bellSchedule, bellSchedules, classes, lessonUnits: [] };
        for (const [index, { length, weeks }] of cycles.entries()) {
          const own = (week % length) + 1;
          const expected = weeks.includes(own) ? `${own}` : undefined;
          expect(lessonsOn(document, { class: classes[index]?.localId ?? '' }, dateOf(week))?.label).toBe(expected);
        }
        expect(weekOn(document, dateOf(week))).toBe((week % (weeksInCycle(bellSchedules) ?? 1)) + 1);
      }),
    );
  });

  test('a room that is used every second week is taken in the fourth week of a longer cycle', () => {
    const bellSchedules = [mondays('bs_0', 2, [1, 2]), mondays('bs_1', 4, [1, 2, 3, 4])];
    const [bellSchedule = main.bellSchedule] = bellSchedules;
    const [unit, room] = [main.lessonUnits[0], main.rooms.find(({ isActive }) => isActive)];
    if (unit === undefined || room === undefined) throw new Error('the Main School has lessons and rooms');
    const used = { ...unit, classIds: [], dayId: 'bs_0-2', periodIndex: 0, roomIds: [room.localId] };
    const document = { ...always, bellSchedule, bellSchedules, lessonUnits: [used] };
    const { startTime, endTime } = bellSchedule.dayConfigurations[0]?.periods[0] ?? { startTime: '', endTime: '' };
    const isFree = [0, 1, 2, 3, 4, 5].map((week) => {
      const day = dayOn(document, dateOf(week));
      return day !== null && freeRooms(document, { ...day, startTime, endTime }).includes(room);
    });
    expect(isFree).toEqual([true, false, true, false, true, false]);
  });

  test('the weeks of an absurdly long cycle are not all listed', () => {
    const bellSchedules = [mondays('bs_0', 2_147_483_647, [1, 2_147_483_647]), mondays('bs_1', 3, [1, 2, 3])];
    const [bellSchedule = main.bellSchedule] = bellSchedules;
    const document = { ...always, bellSchedule, bellSchedules };
    expect(weekOn(document, dateOf(60))).toBe(61);
    expect(gridFor(document, { teacher: 'nobody' }).weeks.length).toBe(2);
    expect(periodsOf(document).length).toBeLessThan(10_000);
  });
});

describe('lessonsOn', () => {
  const schoolClass = { class: upper.classes[0]?.localId ?? '' };
  test('is the day of the grid in the week of the date', () => {
    const { weeks } = gridFor(upper, schoolClass);
    expect(lessonsOn(upper, schoolClass, '2026-09-03')).toEqual(weeks[0]?.days[3]);
    expect(lessonsOn(upper, schoolClass, '2026-09-10')).toEqual(weeks[1]?.days[3]);
    expect(lessonsOn(upper, schoolClass, '2026-09-10', { shift: 1 })).toEqual(weeks[0]?.days[3]);
  });

  test('is null on a Sunday, and on days on which the version does not apply', () => {
    expect(lessonsOn(upper, schoolClass, '2026-09-06')).toBe(null);
    expect(lessonsOn(upper, schoolClass, '2026-08-31')).toBe(null);
    expect(lessonsOn({ ...upper, effectiveTo: 20260930 }, schoolClass, '2026-10-01')).toBe(null);
    expect(lessonsOn({ ...upper, effectiveTo: 20260930 }, schoolClass, '2026-09-30')).not.toBe(null);
  });

  test('in a cycle with several Mondays and no weeks, the Mondays alternate', () => {
    const days = [1, 2, 3].map((turn) => ({
      id: `mon-${turn}`,
      label: `Monday ${turn}`,
      shortLabel: '',
      dayOfWeek: 1,
      weekInCycle: null,
    }));
    const bellSchedule = { ...main.bellSchedule, days };
    const cycle = { ...main, bellSchedule, bellSchedules: [bellSchedule] };
    const mondays = ['2026-09-07', '2026-09-14', '2026-09-21', '2026-09-28'];
    const labels = mondays.map((date) => lessonsOn(cycle, { teacher: 'nobody' }, date)?.label);
    expect(labels).toEqual(['Monday 2', 'Monday 3', 'Monday 1', 'Monday 2']);
  });
});

test('nowAndNext: the current lessons, those that begin next, and none after the last', () => {
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
  expect(() => nowAndNext(day, '9:00')).toThrow(RangeError);
});
