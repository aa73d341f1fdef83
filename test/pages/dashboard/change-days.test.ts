// What the calendar's editor does to a calendar: days of everybody are closed, freed and given other times, and nothing else goes.

import { describe, expect, test } from 'vitest';
import { checkCalendar } from '../../../src/calendar/check/check-calendar.ts';
import type { Calendar } from '../../../src/contract/types.generated.ts';
import { changeDays } from '../../../src/pages/dashboard/calendar/change-days.ts';
import { shortenPeriods } from '../../../src/pages/dashboard/calendar/shorten-periods.ts';
import { beginOfShownYear, monthsFrom } from '../../../src/pages/dashboard/calendar/shown-year.ts';
import { demoCalendar } from '../viewer/demo-calendar.ts';

const empty: Calendar = { timeZone: 'Europe/Zurich', schoolDays: [1, 2, 3, 4, 5], counting: 'calendarWeeks' };
const closuresOf = ({ closures = [] }: Calendar) =>
  closures.map(({ name, firstDay, lastDay }) => `${name} ${firstDay} ${lastDay}`);
const closed = (name: string) => ({ kind: 'closed', name }) as const;

describe('changing days', () => {
  test('closes days, each closure with an id of its own', () => {
    const once = changeDays(empty, { first: 20261012, last: 20261016 }, closed('Autumn'));
    const twice = changeDays(once, { first: 20260901, last: 20260901 }, closed('Bridge'));
    expect(closuresOf(twice)).toEqual(['Bridge 20260901 20260901', 'Autumn 20261012 20261016']);
    expect(new Set(twice.closures?.map(({ id }) => id)).size).toBe(2);
    expect(checkCalendar(twice)).toEqual([]);
  });

  test('a day within a holiday is taken out of it, and both ends stay', () => {
    const holiday = changeDays(empty, { first: 20261012, last: 20261023 }, closed('Autumn'));
    const cut = changeDays(holiday, { first: 20261014, last: 20261014 }, { kind: 'usual' });
    expect(closuresOf(cut)).toEqual(['Autumn 20261012 20261013', 'Autumn 20261015 20261023']);
    expect(checkCalendar(cut)).toEqual([]);
  });

  test('a holiday that was chosen as a whole can become shorter', () => {
    const holiday = changeDays(empty, { first: 20261012, last: 20261023 }, closed('Autumn'));
    const [former = null] = holiday.closures ?? [];
    const shorter = changeDays(holiday, { first: 20261012, last: 20261016 }, closed('Autumn'), former);
    expect(closuresOf(shorter)).toEqual(['Autumn 20261012 20261016']);
    expect(shorter.closures?.[0]?.id).toBe(former?.id);
  });

  test('what holds for some classes only stays, and so does everything else', () => {
    const days = { first: 20261101, last: 20261231 };
    const usual = changeDays(demoCalendar, days, { kind: 'usual' });
    expect(usual.closures).toEqual(demoCalendar.closures);
    expect(usual.exceptions).toEqual([]);
    const { closures: _, exceptions: __, ...rest } = usual;
    expect(demoCalendar).toMatchObject(rest);
  });

  test('other times over a week are for its school days, and of one day for that day', () => {
    const periods = [{ periodIndex: 0, startTime: '08:00', endTime: '08:30' }];
    const week = { first: 20260907, last: 20260913 };
    const short = changeDays(empty, week, { kind: 'bells', name: 'Short', periods });
    expect(short.exceptions?.map(({ date }) => date)).toEqual([20260907, 20260908, 20260909, 20260910, 20260911]);
    const saturday = { first: 20260912, last: 20260912 };
    const makeUp = changeDays(empty, saturday, { kind: 'runs', name: 'Make-up', like: { dayOfWeek: 1 } });
    expect(makeUp.exceptions).toEqual([
      { date: 20260912, name: 'Make-up', kind: 'runs', like: { dayOfWeek: 1 }, classEntityIds: null },
    ]);
    expect([...checkCalendar(short), ...checkCalendar(makeUp)]).toEqual([]);
  });
});

test('a short day keeps its breaks, and a lesson that is short anyway', () => {
  const usual = [
    { periodIndex: 0, startTime: '08:00', endTime: '08:45' },
    { periodIndex: 1, startTime: '08:50', endTime: '09:35' },
    { periodIndex: 2, startTime: '09:55', endTime: '10:15' },
  ];
  expect(shortenPeriods(usual, 30)).toEqual([
    { periodIndex: 0, startTime: '08:00', endTime: '08:30' },
    { periodIndex: 1, startTime: '08:35', endTime: '09:05' },
    { periodIndex: 2, startTime: '09:25', endTime: '09:45' },
  ]);
});

describe('the year that is shown', () => {
  test.each([
    ['before its first day', 20260801, 20260801],
    ['in its second term', 20270201, 20260801],
    ['after its last day', 20270801, 20270801],
  ])('%s', (_, today, begin) => expect(beginOfShownYear(demoCalendar, today)).toBe(begin));

  test('the summer ends a school year', () => {
    const next = { id: 't3', name: 'Next', firstDay: 20270830, lastDay: 20271217 };
    const calendar = { ...demoCalendar, terms: [...(demoCalendar.terms ?? []), next] };
    expect(beginOfShownYear(calendar, 20270715)).toBe(20270801);
    expect(beginOfShownYear(calendar, 20261201)).toBe(20260801);
  });

  test('has twelve whole months', () => {
    const months = monthsFrom(20270901);
    expect(months).toHaveLength(12);
    expect(months[5]?.at(-1)).toBe(20280229);
    expect(months.at(-1)?.at(-1)).toBe(20280831);
  });
});
