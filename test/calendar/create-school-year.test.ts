import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createSchoolYear } from '../../src/calendar/create-school-year.ts';
import { addDays } from '../../src/calendar/time/day.ts';
import type { Calendar } from '../../src/contract/types.generated.ts';
import { arbitraryCalendar } from './arbitrary-calendar.ts';
import { calendar, firstClass, secondClass } from './small-school.ts';

const school: Partial<Calendar> = {
  terms: [
    { id: 't1', name: 'Autumn', firstDay: 20260810, lastDay: 20261218 },
    { id: 't2', name: 'Spring', firstDay: 20270104, lastDay: 20270625 },
  ],
  closures: [
    { id: 'c0', name: 'Summer', firstDay: 20260701, lastDay: 20260811 },
    { id: 'c1', name: 'Autumn break', firstDay: 20261012, lastDay: 20261016 },
    { id: 'c2', name: 'Repairs', firstDay: 20261015, lastDay: 20261019 },
    { id: 'c3', name: 'Camp', firstDay: 20261015, lastDay: 20261021, classEntityIds: [firstClass] },
  ],
  exceptions: [
    { date: 20261128, name: 'Make-up Saturday', kind: 'runs', like: { dayOfWeek: 3 } },
    { date: 20261013, name: 'Make-up in the break', kind: 'runs', like: { dayOfWeek: 1 } },
    { date: 20261210, name: 'Short day', kind: 'bells', periods: [] },
    { date: 20261211, name: 'Staff day', kind: 'closed' },
    { date: 20261211, name: 'Exam', kind: 'bells', periods: [], classEntityIds: [secondClass] },
    { date: 20261020, name: 'Assembly', kind: 'bells', periods: [] },
    { date: 20261222, name: 'Concert', kind: 'runs', like: { dayOfWeek: 2 } },
  ],
};

describe('the first rule that matches decides', () => {
  test.each([
    [20260810, null, false, 'Summer', 'closure'], // a closure that begins before the term
    [20260812, null, true, null, null],
    [20260907, null, true, null, null],
    [20260906, null, false, null, 'weekday'],
    [20261013, null, true, 'Make-up in the break', 'exception'],
    [20261014, null, false, 'Autumn break', 'closure'],
    [20261015, null, false, 'Autumn break', 'closure'], // the first of two
    [20261019, null, false, 'Repairs', 'closure'],
    [20261015, firstClass, false, 'Camp', 'closure'],
    [20261019, secondClass, false, 'Repairs', 'closure'],
    [20261021, firstClass, false, 'Camp', 'closure'],
    [20261021, secondClass, true, null, null],
    [20261020, firstClass, true, 'Assembly', 'exception'], // for everybody, and so before a closure of some classes
    [20261017, firstClass, false, 'Camp', 'closure'], // a Saturday
    [20261128, null, true, 'Make-up Saturday', 'exception'],
    [20261210, null, true, 'Short day', 'exception'],
    [20261211, null, false, 'Staff day', 'exception'],
    [20261211, firstClass, false, 'Staff day', 'exception'],
    [20261211, secondClass, true, 'Exam', 'exception'],
    [20261221, null, false, null, 'outside terms'],
    [20261222, null, true, 'Concert', 'exception'],
    [20270626, null, false, null, 'outside terms'],
    [22500101, null, false, null, 'outside terms'],
  ])('%i for %s: school %s, by %s %s', (date, schoolClass, isSchoolDay, name, why) => {
    expect(createSchoolYear(calendar(school)).on(date, schoolClass)).toMatchObject({ date, isSchoolDay, name, why });
  });

  test('a term that is shortened ends school where it ends', () => {
    const terms = [{ id: 't1', name: 'Autumn', firstDay: 20260810, lastDay: 20261204 }];
    expect(createSchoolYear(calendar({ ...school, terms })).on(20261207)).toMatchObject({ why: 'outside terms' });
    expect(createSchoolYear(calendar({ ...school, terms: [] })).on(20261221)).toMatchObject({ isSchoolDay: true });
  });

  test('a school from Sunday to Thursday', () => {
    const year = createSchoolYear(calendar({ schoolDays: [7, 1, 2, 3, 4] }));
    const week = [20261123, 20261124, 20261125, 20261126, 20261127, 20261128, 20261129];
    expect(week.map((date) => year.on(date).isSchoolDay)).toEqual([true, true, true, true, false, false, true]);
  });
});

describe('what holds for some classes', () => {
  const scopesOn = (date: number, changes: Partial<Calendar> = {}) =>
    createSchoolYear(calendar({ ...school, ...changes }))
      .scopesOn(date)
      .map(({ classEntityIds, day }) => [day.name, classEntityIds, day.isSchoolDay]);

  test('an exception and a closure are listed where they decide', () => {
    expect(scopesOn(20261211)).toEqual([['Exam', [secondClass], true]]);
    expect(scopesOn(20261021)).toEqual([['Camp', [firstClass], false]]);
    expect(scopesOn(20261020)).toEqual([]);
    expect(scopesOn(20261123)).toEqual([]);
  });

  test('each with the classes that nothing before it has decided for', () => {
    const closures = [
      { id: 'a', name: 'A', firstDay: 20261102, lastDay: 20261102, classEntityIds: ['1', '2'] },
      { id: 'b', name: 'B', firstDay: 20261102, lastDay: 20261102, classEntityIds: ['2', '3'] },
      { id: 'c', name: 'C', firstDay: 20261102, lastDay: 20261102, classEntityIds: ['4'] },
    ];
    const exceptions = [{ date: 20261102, name: 'D', kind: 'closed' as const, classEntityIds: ['4', '5'] }];
    expect(scopesOn(20261102, { closures, exceptions })).toEqual([
      ['D', ['4', '5'], false],
      ['A', ['1', '2'], false],
      ['B', ['3'], false],
    ]);
  });
});

test('no class has school on a day of its closure, but by an exception', () => {
  const generated = arbitraryCalendar({ start: 20260928, classEntityIds: ['1', '2'] });
  fc.assert(
    fc.property(generated, fc.nat(70), fc.constantFrom('1', '2', null), (each, days, id) => {
      const date = addDays(20260928, days);
      const covers = (each.closures ?? []).some(
        ({ firstDay, lastDay, classEntityIds = null }) =>
          firstDay <= date &&
          date <= lastDay &&
          (classEntityIds === null || (id !== null && classEntityIds.includes(id))),
      );
      const { isSchoolDay, why } = createSchoolYear(each).on(date, id);
      fc.pre(covers);
      expect(isSchoolDay).toBe(isSchoolDay && why === 'exception');
    }),
  );
});
