import { describe, expect, test } from 'vitest';
import { checkCalendar } from '../../src/calendar/check/check-calendar.ts';
import type { Calendar, Exception } from '../../src/contract/types.generated.ts';
import { createValidator } from '../../src/contract/validator.ts';
import { calendar, sixDays, twoWeeks, version } from './small-school.ts';

const term = (id: string, firstDay: number, lastDay: number) => ({ id, name: id, firstDay, lastDay });
const on = (date: number, more: Partial<Exception> = {}): Exception => ({ date, name: 'X', kind: 'closed', ...more });
const runs = (like: Exception['like']): Exception => ({ ...on(20261128, { kind: 'runs' }), ...(like && { like }) });
const period = { periodIndex: 0, startTime: '08:00', endTime: '08:30' };
const versions = [version('v1', { bellSchedule: twoWeeks() })];
const validate = createValidator();

const whole: Partial<Calendar> = {
  terms: [term('t1', 20260810, 20261218), term('t2', 20270104, 20270625)],
  closures: [term('c1', 20260701, 20260811), { ...term('c2', 20261012, 20261016), classEntityIds: ['a'] }],
  anchors: [{ date: 20260810, week: 1 }],
  exceptions: [
    on(20261224),
    on(20261224, { classEntityIds: ['a'] }),
    on(20261224, { classEntityIds: ['b'], kind: 'bells', periods: [period] }),
    runs({ week: 2, dayOfWeek: 3 }),
    on(20261210, { kind: 'bells', periods: [period] }),
  ],
};

describe('what is wrong with a calendar', () => {
  test('nothing', () => {
    expect(checkCalendar(calendar(whole), versions)).toEqual([]);
    expect(checkCalendar(calendar())).toEqual([]);
  });

  test.each<[string, Partial<Calendar>, string[]]>([
    ['a time zone that nobody knows', { timeZone: 'Europe/Atlantis' }, ['$.timeZone']],
    ['a mere offset', { timeZone: '+01:00' }, ['$.timeZone']],
    ['a term that ends before it begins', { terms: [term('t', 20261218, 20260810)] }, ['$.terms[0].lastDay']],
    ['a closure that does', { closures: [term('c', 20261016, 20261012)] }, ['$.closures[0].lastDay']],
    [
      'two terms of one id',
      { terms: [term('t', 20260810, 20261218), term('t', 20270104, 20270625)] },
      ['$.terms[1].id'],
    ],
    [
      'two closures of one id',
      { closures: [term('c', 20261012, 20261016), term('c', 20261012, 20261016)] },
      ['$.closures[1].id'],
    ],
    ['dates of another age', { terms: [term('t', 10660101, 22000101)] }, ['$.terms[0].firstDay', '$.terms[0].lastDay']],
    ['an exception of another age', { exceptions: [on(22000101)] }, ['$.exceptions[0].date']],
    [
      'two anchors on a date',
      {
        anchors: [
          { date: 20260810, week: 1 },
          { date: 20260810, week: 2 },
        ],
      },
      ['$.anchors[1].date'],
    ],
    [
      'two anchors of one week that differ',
      {
        anchors: [
          { date: 20260810, week: 1 },
          { date: 20260814, week: 2 },
        ],
      },
      ['$.anchors[1].week'],
    ],
    [
      'two anchors of one week from Sunday to Thursday that differ',
      {
        schoolDays: [7, 1, 2, 3, 4],
        anchors: [
          { date: 20260906, week: 1 },
          { date: 20260908, week: 2 },
        ],
      },
      ['$.anchors[1].week'],
    ],
    ['an anchor without a week', { anchors: [{ date: 20260810 }] }, ['$.anchors[0].week']],
    ['an anchor with a day too', { anchors: [{ date: 20260810, week: 1, day: 1 }] }, ['$.anchors[0].day']],
    [
      'an anchor with a week where days are counted',
      { counting: 'schoolDays', anchors: [{ date: 20260810, week: 1 }] },
      ['$.anchors[0].day', '$.anchors[0].week'],
    ],
    ['an anchor outside every cycle', { anchors: [{ date: 20260810, week: 3 }] }, ['$.anchors[0].week']],
    [
      'a day outside every cycle',
      { counting: 'schoolDays', anchors: [{ date: 20260810, day: 11 }] },
      ['$.anchors[0].day'],
    ],
    ['two exceptions on a date', { exceptions: [on(20261224), on(20261224)] }, ['$.exceptions[1].date']],
    [
      'two exceptions of one class on a date',
      { exceptions: [on(20261224, { classEntityIds: ['a', 'b'] }), on(20261224, { classEntityIds: ['c', 'b'] })] },
      ['$.exceptions[1].classEntityIds[1]'],
    ],
    ['a day that runs like none', { exceptions: [runs({})] }, ['$.exceptions[0].like.dayOfWeek']],
    [
      'like a day of another way of counting',
      { exceptions: [runs({ dayOfWeek: 1, day: 1 })] },
      ['$.exceptions[0].like.day'],
    ],
    [
      'like a weekday where days are counted',
      { counting: 'schoolDays', exceptions: [runs({ dayOfWeek: 1 })] },
      ['$.exceptions[0].like.day', '$.exceptions[0].like.dayOfWeek'],
    ],
    [
      'like a week outside every cycle',
      { exceptions: [runs({ week: 3, dayOfWeek: 1 })] },
      ['$.exceptions[0].like.week'],
    ],
    [
      'like another day while it is closed',
      { exceptions: [on(20261224, { like: { dayOfWeek: 1 } })] },
      ['$.exceptions[0].like'],
    ],
    [
      'other bells while it is closed',
      { exceptions: [on(20261224, { periods: [period] })] },
      ['$.exceptions[0].periods'],
    ],
    [
      'a closed day that counts',
      { exceptions: [on(20261224, { countsInCycle: true })] },
      ['$.exceptions[0].countsInCycle'],
    ],
    [
      'other bells that do not count',
      { exceptions: [on(20261224, { kind: 'bells', periods: [], countsInCycle: false })] },
      ['$.exceptions[0].countsInCycle'],
    ],
    [
      'a period twice',
      {
        exceptions: [
          on(20261224, { kind: 'bells', periods: [period, { ...period, startTime: '09:00', endTime: '10:00' }] }),
        ],
      },
      ['$.exceptions[0].periods[1].periodIndex'],
    ],
    [
      'more classes and days than can be published',
      {
        closures: Array.from({ length: 500 }, (_, index) => ({
          ...term(`c${index}`, 19000101, 21991231),
          classEntityIds: ['a'],
        })),
      },
      ['$'],
    ],
  ])('%s', (_, changes, paths) => {
    const school = calendar(changes);
    expect(validate('calendar', school)).toMatchObject({ valid: true });
    const findings = checkCalendar(school, versions);
    expect(findings.map(({ path }) => path).toSorted()).toEqual(paths.toSorted());
    for (const { message } of findings) expect(message).not.toBe('');
  });

  test('an anchor within the longest of several cycles is right, and so is any while no version is known', () => {
    const anchors = [{ date: 20260810, day: 10 }];
    const both = [version('v1', { bellSchedule: sixDays() }), ...versions];
    expect(checkCalendar(calendar({ counting: 'schoolDays', anchors }), both)).toEqual([]);
    expect(checkCalendar(calendar({ counting: 'schoolDays', anchors }), both.slice(0, 1))).toHaveLength(1);
    expect(checkCalendar(calendar({ anchors: [{ date: 20260810, week: 520 }] }))).toEqual([]);
  });

  test('a thousand findings are enough', () => {
    const exceptions = Array.from({ length: 4000 }, () => on(20261224));
    expect(checkCalendar(calendar({ exceptions }))).toHaveLength(1000);
  });
});
