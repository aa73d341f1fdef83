import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dayOn } from '../../src/client/dates/on-date.ts';
import type { TimeInCycle } from '../../src/client/dates/school-periods.ts';
import { freeRooms, freeTogether, periodsOf } from '../../src/client/find-free.ts';
import type { GridSelection } from '../../src/client/grid/grid.ts';
import { gridFor } from '../../src/client/grid/grid-for.ts';
import type { Timetable } from '../../src/contract/types.generated.ts';
import { demoSchool } from '../../src/demo/demo-school.ts';
import { denseTimetable } from '../support/dense-timetable.ts';
import { times } from '../support/thoroughness.ts';

/** Whether a grid shows a lesson at a time: an independent way to find out who is free. */
function isTaught(document: Timetable, selection: GridSelection, at: TimeInCycle): boolean {
  const { weeks } = gridFor(document, selection);
  // A grid in which every week is the same shows each of them.
  const { days } = weeks.find(({ week }) => week === at.week) ?? weeks[0] ?? { days: [] };
  const [day] = days.filter(({ dayOfWeek }) => dayOfWeek === at.dayOfWeek).slice(at.turn);
  const cells = day?.blocks.flatMap((block) => block.cells) ?? [];
  return cells.some(({ startTime, endTime }) => startTime < at.endTime && at.startTime < endTime);
}

const [upper] = demoSchool().documents.map(({ document }) => document);
if (upper === undefined) throw new Error('the demo school has no timetables');

/** Timetables whose bell schedules name the same days, so that a grid and the cycle number them alike. */
const sameDays = denseTimetable.filter(
  ({ bellSchedules: [one, other] }) =>
    other === undefined ||
    JSON.stringify(one?.days.map(({ id }) => id)) === JSON.stringify(other.days.map(({ id }) => id)),
);

test('the rooms that are free in a period are those whose grids are empty then', () => {
  const expectRight = (document: Timetable, periods = periodsOf(document)) => {
    for (const period of periods) {
      const free = document.rooms.filter(({ localId }) => !isTaught(document, { room: localId }, period));
      expect(freeRooms(document, period)).toEqual(free.filter(({ isActive }) => isActive));
    }
  };
  fc.assert(
    fc.property(sameDays, (document) => expectRight(document)),
    { numRuns: times(10, 40) },
  );
  expectRight(upper, periodsOf(upper).slice(0, 12));
  expect(upper.rooms.some(({ isActive }) => !isActive)).toBe(true);
});

test('several are free together in the periods in which none of their grids has a lesson', () => {
  const several = sameDays.chain((document) => {
    const all: GridSelection[] = [
      ...document.teachers.map(({ localId }) => ({ teacher: localId })),
      ...document.classes.map(({ localId }) => ({ class: localId })),
      ...(document.students ?? []).map(({ localId }) => ({ student: localId })),
    ];
    return fc.tuple(fc.constant(document), fc.subarray(all, { minLength: 1, maxLength: 3 }));
  });
  fc.assert(
    fc.property(several, ([document, selections]) => {
      const free = periodsOf(document, selections).filter((period) =>
        selections.every((selection) => !isTaught(document, selection, period)),
      );
      expect(freeTogether(document, selections)).toEqual(free);
    }),
    { numRuns: times(15, 60) },
  );
});

describe('the Upper School, with different bells in two houses', () => {
  test('periods are those of all bells or of those that a selection follows, each time once and in order', () => {
    const all = periodsOf(upper);
    expect(new Set(all.map((each) => `${each.label} ${each.startTime} ${each.endTime}`)).size).toBe(all.length);
    expect(all.map(({ week }) => week)).toEqual(all.map(({ week }) => week).sort());
    const [first] = upper.classes;
    const own = periodsOf(upper, [{ class: first?.localId ?? '' }]);
    expect(own.length).toBeLessThan(all.length);
    expect(all).toEqual(expect.arrayContaining(own));
  });

  test('a room is free at 03:30, and taken at any time within a lesson', () => {
    const day = dayOn(upper, '2026-11-18');
    expect(day).toMatchObject({ week: 2, dayOfWeek: 3, turn: 0, label: 'Wednesday B' });
    if (day === null) throw new Error('a Wednesday has lessons');
    const active = upper.rooms.filter(({ isActive }) => isActive);
    expect(freeRooms(upper, { ...day, startTime: '03:30', endTime: '03:31' })).toEqual(active);
    expect(freeRooms(upper, { ...day, startTime: '08:40', endTime: '08:41' }).length).toBeLessThan(active.length);
  });

  test('lessons of another timetable take the rooms that both have', () => {
    const half = (which: number) => upper.lessonUnits.filter((_, index) => index % 2 === which);
    const [own, other] = [0, 1].map((which) => ({ ...upper, lessonUnits: half(which) })) as [Timetable, Timetable];
    const some = periodsOf(upper).slice(0, 12);
    expect(some.map((period) => freeRooms(own, period, [other]))).toEqual(
      some.map((period) => freeRooms(upper, period)),
    );
    expect(some.some((period) => freeRooms(own, period).length > freeRooms(upper, period).length)).toBe(true);
  });

  test('a lesson in any week of a cycle of another length takes its room', () => {
    const everyWeek: Timetable = {
      ...upper,
      lessonUnits: [],
      bellSchedules: upper.bellSchedules.map((schedule) => ({
        ...schedule,
        cycleLength: 1,
        days: schedule.days.map((day) => ({ ...day, weekInCycle: null })),
      })),
    };
    for (const period of periodsOf(everyWeek).slice(0, 12)) {
      const inEither = [1, 2].map((week) => freeRooms(upper, { ...period, week, turn: 0 }));
      const inBoth = inEither[0]?.filter((room) => inEither[1]?.includes(room));
      expect(freeRooms(everyWeek, period, [upper])).toEqual(inBoth);
    }
  });

  test('there is no day of the cycle on a Sunday', () => {
    expect(dayOn(upper, '2026-11-22')).toBe(null);
  });
});
