// The plan of a date for files that count periods: its bells, and which lesson is described.

import { expect, test } from 'vitest';
import type { Calendar } from '../../../src/contract/types.generated.ts';
import { createDayPlan } from '../../../src/control/days/create-day-plan.ts';
import { version as school, span } from '../../calendar/small-school.ts';
import { publishedTimetable } from '../../support/small-timetable.ts';

/** Monday has three periods and a break after the first; Tuesday has two. */
const version = publishedTimetable('v1', { effectiveFrom: 20260810 });
const calendar: Calendar = {
  ...{ timeZone: 'Europe/Berlin', schoolDays: [1, 2, 3, 4, 5], counting: 'calendarWeeks' },
  exceptions: [
    { date: 20261123, name: 'Fair', kind: 'closed' },
    {
      date: 20261130,
      name: 'Short',
      kind: 'bells',
      periods: [{ periodIndex: 1, startTime: '09:00', endTime: '09:30' }],
    },
    { date: 20261205, name: 'As Tuesday', kind: 'runs', like: { dayOfWeek: 2 } },
  ],
};
const plan = createDayPlan({ calendar, versions: [version] });
const timesOn = (date: number) => plan.periodsOf(date).map(({ startTime, endTime }) => `${startTime}-${endTime}`);

test.each([
  ['an ordinary Monday', 20261116, ['07:00-07:45', '08:00-08:45', '09:00-09:45']],
  ['an ordinary Tuesday', 20261117, ['07:00-07:45', '08:00-08:45']],
  ['a day that runs like Tuesday', 20261205, ['07:00-07:45', '08:00-08:45']],
  ['a day with other bells, on which one period takes place', 20261130, ['-', '09:00-09:30', '-']],
  ['a closed day', 20261123, []],
  ['a Sunday', 20261122, []],
  ['a day before the timetable', 20260803, []],
])('%s', (_, date, times) => {
  expect(timesOn(date)).toEqual(times);
});

test('a break stands before the period that it leads to', () => {
  expect(plan.periodsOf(20261116).map(({ breakBefore }) => breakBefore)).toEqual([
    ...[null, { startTime: '07:45', endTime: '08:00' }, null],
  ]);
});

test('a lesson is the one that has all who are named then, under each of its periods, with all names of its teachers', () => {
  const base = school('v2');
  const [ada] = base.teachers;
  if (ada === undefined) throw new Error('the small school has a teacher');
  const bob = {
    ...ada,
    localId: 'tch_2',
    entityId: 'entity-bob',
    externalId: 'x-bob',
    name: 'Bob Stone',
    shortName: 'BOB',
  };
  const lessonUnits = [
    ...span('a', 'd0', [0, 1]),
    ...span('b', 'd0', [0], { teacherIds: ['tch_2'] }),
    ...span('c', 'd0', [2], { teacherIds: ['tch_1', 'tch_2'] }),
  ];
  const { lessonOf } = createDayPlan({ calendar, versions: [{ ...base, teachers: [ada, bob], lessonUnits }] });
  const of = (periodIndex: number, teachers: string[] = []) => lessonOf(20261116, { periodIndex, teachers });
  expect(of(0, ['Ada'])?.periods).toEqual([0, 1]);
  expect(of(1, ['entity-tch_1'])).toBe(of(0, ['Ada']));
  expect(of(0, ['x-bob'])).toEqual(expect.objectContaining({ periods: [0] }));
  expect(of(2, ['BOB'])?.teachers).toEqual([
    expect.arrayContaining(['entity-tch_1', 'Ada']),
    ['entity-bob', 'x-bob', 'BOB', 'Bob Stone'],
  ]);
  // Several, none of them, and nothing at all then.
  expect([of(0), of(0, ['Ada', 'BOB']), of(3)]).toEqual([null, null, null]);
});
