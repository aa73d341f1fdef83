// What one person sees of a published calendar.

import { expect, test } from 'vitest';
import { assembleCalendar } from '../../src/calendar/assemble-calendar.ts';
import { cutCalendar } from '../../src/calendar/cut-calendar.ts';
import { calendar, firstClass, secondClass, version } from './small-school.ts';

const closure = { id: 'c', name: 'Trip', firstDay: 20261124, lastDay: 20261124 };
const exception = { date: 20261125, name: 'Sports', kind: 'closed' as const };
const published = assembleCalendar({
  organisationId: 'north',
  generation: 1,
  calendar: calendar({
    closures: [
      { ...closure, name: 'Holiday', firstDay: 20261127, lastDay: 20261127 },
      { ...closure, classEntityIds: [firstClass, secondClass] },
      { ...closure, name: 'Elsewhere', classEntityIds: [secondClass] },
    ],
    exceptions: [
      { ...exception, classEntityIds: [secondClass] },
      { ...exception, date: 20261126, classEntityIds: [firstClass] },
    ],
  }),
  versions: [version('v1'), { ...version('v2'), groupId: 'other' }],
  today: 20261123,
  tzdata: '2025c',
});
const groups = new Set(published.days.flatMap(({ timetables }) => timetables.map(({ groupId }) => groupId)));
const cut = (changes: Partial<Parameters<typeof cutCalendar>[1]> = {}) =>
  cutCalendar(published, {
    firstDay: 20261123,
    lastDay: 20261127,
    classEntityIds: new Set([firstClass]),
    groupIds: groups,
    ...changes,
  });

test('from the first day to the last, both included', () => {
  const { days, firstDay, lastDay } = cut();
  expect(days.map(({ date }) => date)).toEqual([20261123, 20261124, 20261125, 20261126, 20261127]);
  expect([firstDay, lastDay]).toEqual([20261123, 20261127]);
});

test('where it has no such days, it has neither a first nor a last', () => {
  expect(cut({ firstDay: 20190101, lastDay: 20190201 })).toMatchObject({ days: [], firstDay: null, lastDay: null });
});

test('what holds for everybody or for a class of the person, with no other class', () => {
  const { closures, exceptions } = cut();
  expect(closures.map(({ name, classEntityIds }) => [name, classEntityIds ?? null])).toEqual([
    ['Holiday', null],
    ['Trip', [firstClass]],
  ]);
  expect(exceptions).toMatchObject([{ date: 20261126, classEntityIds: [firstClass] }]);
  const scoped = cut().days.map(({ date, scoped }) => [date, scoped.map(({ classEntityIds }) => classEntityIds)]);
  expect(scoped).toEqual([
    [20261123, []],
    [20261124, [[firstClass]]],
    [20261125, []],
    [20261126, [[firstClass]]],
    [20261127, []],
  ]);
});

test('of the timetables those that the person is in', () => {
  expect(groups.size).toBe(2);
  const { days } = cut({ groupIds: new Set(['other']) });
  const shown = days.flatMap(({ timetables, scoped }) => [
    ...timetables,
    ...scoped.flatMap(({ timetables }) => timetables),
  ]);
  expect(new Set(shown.map(({ groupId }) => groupId))).toEqual(new Set(['other']));
});
