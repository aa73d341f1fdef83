import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readBellCycle } from '../../src/calendar/bell-cycle.ts';
import { createSchoolYear } from '../../src/calendar/create-school-year.ts';
import { placeInCycle } from '../../src/calendar/place-in-cycle.ts';
import { addDays } from '../../src/calendar/time/day.ts';
import type { BellSchedule, Calendar } from '../../src/contract/types.generated.ts';
import { times } from '../support/thoroughness.ts';
import { arbitraryCalendar } from './arbitrary-calendar.ts';
import { bells, calendar, oneWeek, sixDays, twoWeeks, weekdays } from './small-school.ts';

/** Monday 31 August 2026. */
const begin = 20260831;

function places(
  school: Calendar,
  schedule: BellSchedule,
  dates: readonly number[],
  effectiveFrom: number | null = begin,
) {
  const year = createSchoolYear(school);
  const cycle = readBellCycle(schedule, school);
  return dates.map((date) => {
    const day = year.on(date);
    return day.isSchoolDay ? placeInCycle(year, cycle, effectiveFrom, day) : null;
  });
}
const weeks = (...given: Parameters<typeof places>) => places(...given).map((place) => place?.weekInCycle ?? null);
const positions = (...given: Parameters<typeof places>) => places(...given).map((place) => place?.dayInCycle ?? null);
const week = (monday: number) => weekdays.map((day) => addDays(monday, day - 1));
const autumnBreak = { id: 'c', name: 'Autumn break', firstDay: 20261012, lastDay: 20261016 };

describe('the week of a cycle changes on the first day of the week of the school', () => {
  /** Sunday 6 September 2026, and the three weeks from there, a day after another. */
  const days = Array.from({ length: 21 }, (_, index) => addDays(20260906, index));
  const saturdays = days.map((day) => addDays(day, -1));
  const everyDay = twoWeeks([1, 2, 3, 4, 5, 6, 7]);

  test.each(['calendarWeeks', 'schoolWeeks'] as const)(
    'from Sunday to Thursday, and from Saturday on: %s',
    (counting) => {
      const sunday = calendar({ counting, schoolDays: [7, 1, 2, 3, 4], anchors: [{ date: 20260908, week: 1 }] });
      const whole = (week: number) => [week, week, week, week, week, null, null];
      expect(weeks(sunday, everyDay, days)).toEqual([...whole(1), ...whole(2), ...whole(1)]);
      const saturday = calendar({ counting, schoolDays: [6, 7, 1, 2, 3], anchors: [{ date: 20260905, week: 2 }] });
      expect(weeks(saturday, everyDay, saturdays)).toEqual([...whole(2), ...whole(1), ...whole(2)]);
    },
  );

  test('without an anchor the week of effectiveFrom begins there too', () => {
    const school = calendar({ schoolDays: [7, 1, 2, 3, 4] });
    expect(weeks(school, everyDay, [20260906, 20260907, 20260910, 20260913, 20260914], 20260907)).toEqual([
      1, 1, 1, 2, 2,
    ]);
  });

  test('a closed week from Sunday to Thursday is not counted by schoolWeeks', () => {
    const closures = [{ id: 'c', name: 'Closed', firstDay: 20260913, lastDay: 20260917 }];
    const school = calendar({
      counting: 'schoolWeeks',
      schoolDays: [7, 1, 2, 3, 4],
      closures,
      anchors: [{ date: 20260906, week: 1 }],
    });
    expect(weeks(school, everyDay, [20260906, 20260910, 20260920, 20260924])).toEqual([1, 1, 2, 2]);
  });
});

describe('calendarWeeks: the next week of the cycle each Monday', () => {
  const mondays = [20260928, 20261005, 20261019, 20261026];

  test('holidays included, from the anchor on and back', () => {
    const school = calendar({ anchors: [{ date: 20261007, week: 1 }], closures: [autumnBreak] });
    expect(weeks(school, twoWeeks(), mondays)).toEqual([2, 1, 1, 2]);
    expect(weeks(school, oneWeek(), mondays)).toEqual([null, null, null, null]);
  });

  test('without an anchor, from the Monday of the week in which the version takes effect', () => {
    expect(weeks(calendar(), twoWeeks(), [20260831, 20260907, 20260928], 20260902)).toEqual([1, 2, 1]);
    expect(weeks(calendar(), twoWeeks(), [20260831, 20260907], null)).toEqual([1, 1]);
  });

  test('the latest anchor counts, from the Monday of its week on', () => {
    const school = calendar({
      anchors: [
        { date: 20261021, week: 1 },
        { date: 20260930, week: 1 },
      ],
    });
    expect(weeks(school, twoWeeks(), [...mondays, 20261016])).toEqual([1, 2, 1, 2, 1]);
  });

  test('weeks of even and odd ISO number have two alike at New Year, since 2026 has a week 53', () => {
    const school = calendar({
      anchors: [
        { date: 20260105, week: 2 },
        { date: 20270104, week: 1 },
      ],
    });
    expect(weeks(school, twoWeeks(), [20261221, 20261228, 20270104, 20270111])).toEqual([2, 1, 1, 2]);
  });

  test('an anchor beyond the cycle says nothing about it: two weeks become three', () => {
    const threeWeeks = bells(
      [1, 2, 3].flatMap((each) => weekdays.map((day) => [day, each] as const)),
      { cycleLength: 3 },
    );
    const school = calendar({
      anchors: [
        { date: 20260831, week: 1 },
        { date: 20261005, week: 3 },
      ],
    });
    expect(weeks(school, twoWeeks(), mondays)).toEqual([1, 2, 2, 1]);
    expect(weeks(school, threeWeeks, mondays)).toEqual([2, 3, 2, 3]);
  });

  test('29 February 2028 is a Tuesday of the cycle', () => {
    const school = calendar({ anchors: [{ date: 20280221, week: 1 }] });
    expect(places(school, twoWeeks(), [20280229])).toMatchObject([{ weekInCycle: 2, dayOfWeek: 2 }]);
  });

  test('a Saturday in week A only', () => {
    const schedule = bells(
      [...weekdays, 6].flatMap((day) => (day === 6 ? [[6, 1] as const] : [[day, 1] as const, [day, 2] as const])),
      {
        cycleLength: 2,
      },
    );
    const school = calendar({ schoolDays: [...weekdays, 6], anchors: [{ date: 20260831, week: 1 }] });
    const days = places(school, schedule, [20260905, 20260912]).map((place) => place?.days.length);
    expect(days).toEqual([1, 0]);
  });

  test('a cycle that repeats its days without numbers alternates them, and its cycleLength alone makes none', () => {
    const schedule = bells([
      [1, null],
      [2, null],
      [1, null],
    ]);
    const found = places(calendar(), schedule, [20260831, 20260907, 20260901, 20260908]);
    expect(found.map((place) => place?.days.map(({ id }) => id))).toEqual([['d0'], ['d2'], ['d1'], []]);
    expect(weeks(calendar(), bells([[1, null]], { cycleLength: 2 }), [20260831])).toEqual([null]);
  });

  test('a day without a number, in a cycle of numbered weeks, takes place in each of them', () => {
    const schedule = bells(
      [
        [1, 1],
        [1, null],
      ],
      { cycleLength: 3 },
    );
    const found = places(calendar(), schedule, [20260831, 20260907, 20260914, 20260921]);
    expect(found.map((place) => place?.days.map(({ id }) => id))).toEqual([['d0', 'd1'], ['d1'], ['d1'], ['d0', 'd1']]);
  });
});

describe('schoolWeeks: a week without a school day is not counted', () => {
  const mondays = [20261005, 20261019, 20261026];
  const school = (changes: Partial<Calendar> = {}) =>
    calendar({ counting: 'schoolWeeks', anchors: [{ date: 20261005, week: 1 }], closures: [autumnBreak], ...changes });

  test.each([
    ['a week of holidays', {}, [1, 2, 1]],
    ['a holiday that leaves a day', { closures: [{ ...autumnBreak, lastDay: 20261015 }] }, [1, 1, 2]],
    [
      'a make-up day in it',
      { exceptions: [{ date: 20261014, name: 'Make-up', kind: 'runs', like: { dayOfWeek: 1 } }] },
      [1, 1, 2],
    ],
    [
      'a make-up day that does not count',
      { exceptions: [{ date: 20261014, name: 'Make-up', kind: 'runs', like: { dayOfWeek: 1 }, countsInCycle: false }] },
      [1, 2, 1],
    ],
    ['a short day in it', { exceptions: [{ date: 20261014, name: 'Short', kind: 'bells', periods: [] }] }, [1, 1, 2]],
    ['holidays of some classes', { closures: [{ ...autumnBreak, classEntityIds: ['x'] }] }, [1, 1, 2]],
    ['an anchor in the holidays is that of the next week', { anchors: [{ date: 20261014, week: 1 }] }, [2, 1, 2]],
  ] satisfies [string, Partial<Calendar>, number[]][])('%s', (_, changes, expected) => {
    expect(weeks(school(changes), twoWeeks(), mondays)).toEqual(expected);
  });

  test('and counts as calendarWeeks does where there are no holidays', () => {
    const generated = arbitraryCalendar({ start: 20260928, classEntityIds: ['x'] }).map((each) => ({
      ...each,
      terms: [],
      closures: [],
      exceptions: [],
    }));
    fc.assert(
      fc.property(generated, fc.nat(100), (each, days) => {
        const counted = (counting: Calendar['counting']) =>
          weeks({ ...each, counting, anchors: (each.anchors ?? []).filter((anchor) => anchor.week) }, twoWeeks(), [
            addDays(20260928, days),
          ]);
        expect(counted('schoolWeeks')).toEqual(counted('calendarWeeks'));
      }),
    );
  });
});

describe('schoolDays: the next day of the cycle on each school day', () => {
  const school = (changes: Partial<Calendar> = {}) =>
    calendar({ counting: 'schoolDays', anchors: [{ date: 20261005, day: 1 }], ...changes });
  const dates = [...week(20261005), ...week(20261012)];
  const day = (date: number, kind: 'closed' | 'bells') => ({
    date,
    name: 'Snow',
    kind,
    ...(kind === 'bells' && { periods: [] }),
  });
  const runs = (date: number, countsInCycle?: boolean) => ({
    ...{ date, name: 'Runs', kind: 'runs' as const, like: { day: 6 } },
    ...(countsInCycle !== undefined && { countsInCycle }),
  });

  test.each([
    ['whatever the weekday', {}, [1, 2, 3, 4, 5, 6, 1, 2, 3, 4]],
    [
      'a holiday shifts it',
      { closures: [{ id: 'c', name: 'Holiday', firstDay: 20261007, lastDay: 20261007 }] },
      [1, 2, null, 3, 4, 5, 6, 1, 2, 3],
    ],
    [
      'a snow day that is added later does too',
      { exceptions: [day(20261008, 'closed')] },
      [1, 2, 3, null, 4, 5, 6, 1, 2, 3],
    ],
    ['a short day does not', { exceptions: [day(20261008, 'bells')] }, [1, 2, 3, 4, 5, 6, 1, 2, 3, 4]],
    ['a day that runs like another uses up a day', { exceptions: [runs(20261006)] }, [1, 6, 3, 4, 5, 6, 1, 2, 3, 4]],
    ['or does not', { exceptions: [runs(20261006, false)] }, [1, 6, 2, 3, 4, 5, 6, 1, 2, 3]],
    ['a make-up Saturday takes its turn', { exceptions: [runs(20261010)] }, [1, 2, 3, 4, 5, 1, 2, 3, 4, 5]],
    ['or does not', { exceptions: [runs(20261010, false)] }, [1, 2, 3, 4, 5, 6, 1, 2, 3, 4]],
    [
      'the latest anchor counts',
      {
        anchors: [
          { date: 20261005, day: 1 },
          { date: 20261013, day: 3 },
        ],
      },
      [1, 2, 3, 4, 5, 6, 3, 4, 5, 6],
    ],
    ['a later anchor counts back', { anchors: [{ date: 20261014, day: 1 }] }, [6, 1, 2, 3, 4, 5, 6, 1, 2, 3]],
    [
      'an anchor on a Sunday is that of Monday',
      { anchors: [{ date: 20261011, day: 3 }] },
      [4, 5, 6, 1, 2, 3, 4, 5, 6, 1],
    ],
    [
      'holidays of some classes change nothing',
      { closures: [{ id: 'c', name: 'Camp', firstDay: 20261005, lastDay: 20261009, classEntityIds: ['x'] }] },
      [1, 2, 3, 4, 5, 6, 1, 2, 3, 4],
    ],
    ['an anchor beyond the cycle is none', { anchors: [{ date: 20261005, day: 7 }] }, [2, 3, 4, 5, 6, 1, 2, 3, 4, 5]],
  ] satisfies [string, Partial<Calendar>, (number | null)[]][])('%s', (_, changes, expected) => {
    expect(positions(school(changes), sixDays(), dates)).toEqual(expected);
  });

  test('the place names the weekday of the bell schedule’s day', () => {
    expect(places(school(), sixDays(), [20261012])).toMatchObject([
      { weekInCycle: 2, dayOfWeek: 1, dayInCycle: 6, days: [{ id: 'd5' }] },
    ]);
  });

  test('a bell schedule without days has no place', () => {
    expect(places(school(), bells([]), [20261005])).toMatchObject([{ dayInCycle: null, days: [] }]);
  });

  test('each counted day is one after the one before it', () => {
    fc.assert(
      fc.property(
        arbitraryCalendar({ start: 20260928, classEntityIds: ['x'] }),
        fc.integer({ min: 1, max: 9 }),
        (each, length) => {
          const generated = { ...each, counting: 'schoolDays' as const, anchors: [{ date: 20261012, day: 1 }] };
          const exceptions = (each.exceptions ?? []).filter(({ kind }) => kind !== 'runs');
          const found = positions(
            { ...generated, exceptions },
            bells(Array.from({ length }, () => [1, null])),
            range(20260928, 70),
          );
          const counted = found.filter((position) => position !== null);
          for (const [index, position] of counted.entries())
            if (index > 0) expect(position).toBe(((counted[index - 1] ?? 0) % length) + 1);
        },
      ),
      { numRuns: times(25, 200) },
    );
  });
});

const range = (start: number, length: number) => Array.from({ length }, (_, index) => addDays(start, index));

describe('a day that runs like another', () => {
  test.each([
    ['Wednesday runs Monday of its own week', { dayOfWeek: 1 }, { weekInCycle: 2, dayOfWeek: 1, days: [{ id: 'd5' }] }],
    ['or of another', { week: 1, dayOfWeek: 1 }, { weekInCycle: 1, dayOfWeek: 1, days: [{ id: 'd0' }] }],
    ['or of one that the cycle does not have', { week: 3, dayOfWeek: 1 }, { weekInCycle: 3, days: [] }],
  ])('%s', (_, like, expected) => {
    const exceptions = [{ date: 20260909, name: 'Runs', kind: 'runs' as const, like }];
    expect(places(calendar({ exceptions }), twoWeeks(), [20260909])).toMatchObject([expected]);
  });

  test('where all weeks are the same, its week says nothing', () => {
    const exceptions = [{ date: 20260909, name: 'Runs', kind: 'runs' as const, like: { week: 2, dayOfWeek: 1 } }];
    expect(places(calendar({ exceptions }), oneWeek(), [20260909])).toMatchObject([
      { weekInCycle: null, days: [{ id: 'd0' }] },
    ]);
  });
});

test('each school day has exactly one place in the cycle', () => {
  fc.assert(
    fc.property(
      arbitraryCalendar({ start: 20260928, classEntityIds: ['x'] }),
      fc.constantFrom(oneWeek(), twoWeeks(), sixDays()),
      (each, schedule) => {
        for (const place of places(each, schedule, range(20260928, 70))) {
          if (place === null) continue;
          expect(place.days.length).toBeLessThanOrEqual(1);
          expect(place.dayInCycle === null).toBe(each.counting !== 'schoolDays');
          if (each.counting !== 'schoolDays') expect(place.weekInCycle === null).toBe(schedule.days.length === 5);
        }
      },
    ),
    { numRuns: times(25, 200) },
  );
});
