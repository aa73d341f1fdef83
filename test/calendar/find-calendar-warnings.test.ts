import { describe, expect, test } from 'vitest';
import { findCalendarWarnings } from '../../src/calendar/check/find-calendar-warnings.ts';
import { isTimeZone } from '../../src/calendar/time/zone.ts';
import { isZoneDataOld, releaseNeeded } from '../../src/calendar/time/zone-changes.ts';
import type { Calendar, Exception, Timetable } from '../../src/contract/types.generated.ts';
import { bells, calendar, firstClass, oneWeek, sixDays, twoWeeks, version, weekdays } from './small-school.ts';

const warn = (changes: Partial<Calendar>, versions: Timetable[] = [version('v1')], today = 20261123) =>
  findCalendarWarnings({ calendar: calendar(changes), versions, tzdata: '2025c', today });
const paths = (...given: Parameters<typeof warn>) => warn(...given).map(({ path }) => path);
const term = (id: string, firstDay: number, lastDay: number) => ({ id, name: id, firstDay, lastDay });
const on = (date: number, more: Partial<Exception> = {}): Exception => ({ date, name: 'X', kind: 'closed', ...more });

const oneHour = { startTime: '08:00', endTime: '09:00' };
const bellsOn = (...times: [startTime: string, endTime: string][]): Exception =>
  on(20261207, {
    kind: 'bells',
    periods: times.map(([startTime, endTime], periodIndex) => ({ periodIndex, startTime, endTime })),
  });

describe('what looks wrong in a calendar', () => {
  test.each<[string, Partial<Calendar>, string[]]>([
    ['nothing', {}, []],
    [
      'a closure that begins before the first term',
      { terms: [term('t', 20260810, 20270625)], closures: [term('c', 20260701, 20260814)] },
      [],
    ],
    [
      'terms that overlap',
      { terms: [term('b', 20270104, 20270625), term('a', 20260810, 20270104)] },
      ['$.terms[0].firstDay'],
    ],
    ['an old zone', { timeZone: 'America/Vancouver' }, ['$.timeZone']],
    ['no school days', { schoolDays: [] }, ['$.schoolDays']],
    ['days of the bell schedule that no date reaches', { schoolDays: [1, 2, 3, 4] }, ['$.schoolDays']],
    [
      'but an exception reaches them',
      { schoolDays: [1, 2, 3, 4], exceptions: [on(20261207, { kind: 'runs', like: { dayOfWeek: 5 } })] },
      [],
    ],
    ['a holiday on a Sunday', { exceptions: [on(20261206)] }, ['$.exceptions[0].date']],
    [
      'a holiday in a closure',
      { closures: [term('c', 20261214, 20261218)], exceptions: [on(20261217)] },
      ['$.exceptions[0].date'],
    ],
    ['a holiday on a school day', { exceptions: [on(20261207)] }, []],
    ['a holiday that is over', { exceptions: [on(20261108)] }, []],
    [
      'a class that stays at home from a make-up Saturday',
      {
        exceptions: [
          on(20261205, { kind: 'runs', like: { dayOfWeek: 1 } }),
          on(20261205, { classEntityIds: [firstClass] }),
        ],
      },
      [],
    ],
    [
      'a class that stays at home on a Saturday',
      { exceptions: [on(20261205, { classEntityIds: [firstClass] })] },
      ['$.exceptions[0].date'],
    ],
    [
      'classes that no version has',
      {
        closures: [{ ...term('c', 20261214, 20261218), classEntityIds: [firstClass, 'nobody'] }],
        exceptions: [on(20261207, { classEntityIds: ['nobody'] })],
      },
      ['$.closures[0].classEntityIds[1]', '$.exceptions[0].classEntityIds[0]'],
    ],
    [
      'an anchor in a closure, counting whole weeks',
      { closures: [term('c', 20261214, 20261218)], anchors: [{ date: 20261214, week: 1 }] },
      ['$.anchors[0].date'],
    ],
    [
      'counting weeks with school',
      { counting: 'schoolWeeks', closures: [term('c', 20261214, 20261218)], anchors: [{ date: 20261214, week: 1 }] },
      ['$.anchors[0].date'],
    ],
    [
      'counting weeks with school, of which it is one',
      { counting: 'schoolWeeks', closures: [term('c', 20261214, 20261217)], anchors: [{ date: 20261214, week: 1 }] },
      [],
    ],
    [
      'counting school days',
      { counting: 'schoolDays', closures: [term('c', 20261214, 20261217)], anchors: [{ date: 20261214, day: 1 }] },
      ['$.anchors[0].date'],
    ],
    ['a short day', { exceptions: [bellsOn(['08:00', '08:30'], ['08:30', '09:00'])] }, []],
    ['periods to midnight and over it', { exceptions: [bellsOn(['22:00', '24:00'], ['08:00', '08:45'])] }, []],
    [
      'bells that overlap',
      { exceptions: [bellsOn(['08:00', '08:45'], ['08:30', '09:00'])] },
      ['$.exceptions[0].periods[1].startTime'],
    ],
    [
      'a period that lasts 24 hours',
      { exceptions: [bellsOn(['08:00', '08:00'])] },
      ['$.exceptions[0].periods[0].endTime'],
    ],
    [
      'a period that no schedule has',
      { exceptions: [on(20261207, { kind: 'bells', periods: [{ periodIndex: 190, ...oneHour }] })] },
      ['$.exceptions[0].periods[0].periodIndex'],
    ],
    [
      'a day that no schedule has',
      { exceptions: [on(20261207, { kind: 'runs', like: { dayOfWeek: 7 } })] },
      ['$.exceptions[0].like'],
    ],
    [
      'a day of the cycle that no schedule has',
      { counting: 'schoolDays', exceptions: [on(20261207, { kind: 'runs', like: { day: 99 } })] },
      ['$.exceptions[0].like'],
    ],
    ['the same when it is over', { exceptions: [on(20261101, { kind: 'runs', like: { dayOfWeek: 7 } })] }, []],
  ])('%s', (_, changes, expected) => {
    expect(paths(changes)).toEqual(expected);
  });

  test('a day of a week that only some cycle has', () => {
    const runs = (week: number) => ({ exceptions: [on(20261207, { kind: 'runs', like: { week, dayOfWeek: 1 } })] });
    const alternating = [version('v1', { bellSchedule: twoWeeks(), bellSchedules: [twoWeeks()] })];
    expect([2, 3].map((week) => paths(runs(week), alternating))).toEqual([[], ['$.exceptions[0].like']]);
  });

  test('a day that runs before or after all versions', () => {
    const versions = [version('v1', { effectiveTo: 20261204 })];
    const exceptions = [
      on(20261205, { kind: 'runs', like: { dayOfWeek: 1 } }),
      on(20261203, { kind: 'bells', periods: [] }),
    ];
    expect(paths({ exceptions }, versions)).toEqual(['$.exceptions[0].date']);
  });

  const threeWeeks = bells(
    [1, 2, 3].flatMap((week) => weekdays.map((day) => [day, week] as const)),
    { cycleLength: 3 },
  );
  test.each<[string, Partial<Calendar>, Timetable[], number]>([
    [
      'a cycle of two weeks that becomes three',
      { anchors: [{ date: 20260831, week: 1 }] },
      [version('v2', { bellSchedule: threeWeeks })],
      1,
    ],
    [
      'with an anchor',
      {
        anchors: [
          { date: 20260831, week: 1 },
          { date: 20270111, week: 3 },
        ],
      },
      [version('v2', { bellSchedule: threeWeeks })],
      0,
    ],
    ['that becomes one', {}, [version('v2', { bellSchedule: oneWeek() })], 0],
    ['that stays two', {}, [version('v2', { bellSchedule: twoWeeks() })], 0],
    ['of another timetable', {}, [version('v2', { bellSchedule: threeWeeks, groupId: 'other' })], 0],
    ['in a draft', {}, [version('v2', { bellSchedule: threeWeeks, status: 'draft' })], 0],
    ['counted in days', { counting: 'schoolDays' }, [version('v2', { bellSchedule: sixDays() })], 1],
  ])('%s', (_, changes, [next], expected) => {
    const first = version('v1', { bellSchedule: twoWeeks(), effectiveTo: 20270108 });
    const versions = [{ ...(next ?? first), effectiveFrom: 20270111 }, first];
    expect(paths(changes, versions)).toEqual(Array.from({ length: expected }, () => '$.anchors'));
  });
});

describe('zones whose rules changed lately', () => {
  test.each([
    ['America/Vancouver', '2025c', true],
    ['america/vancouver', '2026a', true],
    ['America/Vancouver', '2026b', false],
    ['America/Edmonton', '2026b', true],
    ['Africa/Casablanca', '2026c', false],
    ['America/Winnipeg', '2026c', true],
    ['America/Havana', '2026e', true],
    ['America/Havana', '2026f', false],
    ['America/Havana', '2027a', false],
    ['Europe/Berlin', '2020a', false],
    ['America/Vancouver', 'unknown', true],
    ['Europe/Berlin', '', false],
  ])('%s with %s: %s', (zone, tzdata, expected) => {
    expect(isZoneDataOld(zone, tzdata)).toBe(expected);
  });

  test('are zones', () => {
    const named = [
      'America/Coyhaique',
      'Europe/Tiraspol',
      'Canada/Pacific',
      'America/Yellowknife',
      'Canada/Mountain',
      'Cuba',
    ];
    for (const zone of [
      ...named,
      'Africa/El_Aaiun',
      'America/Inuvik',
      'America/Rainy_River',
      'Canada/Central',
      'Europe/Chisinau',
    ]) {
      expect([zone, isTimeZone(zone), releaseNeeded(zone)]).toEqual([zone, true, expect.any(String)]);
    }
  });
});
