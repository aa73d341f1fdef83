import { describe, expect, test } from 'vitest';
import { readTimes } from '../../../src/formats/fet/read-times.ts';
import { clockTimesOf } from '../../../src/formats/reading/clock-times.ts';

const clock = (minutes: number) => `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
const hours = (...names: string[]) => names.map((name) => ({ name, longName: '' }));
const timesOf = (...names: string[]) =>
  readTimes(hours(...names))?.times.map(({ start, end }) => `${clock(start)}-${clock(end)}`) ?? null;

test.each<[string, string[]]>([
  ['08:00', ['8:00']],
  ['8.00-8.45', ['8:00', '8:45']],
  ['08:15~08:30', ['8:15', '8:30']],
  ['1 (7:30 am)', ['7:30']],
  ['1 (1:30 p.m.)', ['13:30']],
  ['12:15 am', ['0:15']],
  ['12:15 PM', ['12:15']],
  ['8am - 9am', ['8:00', '9:00']],
  ['7h30', ['7:30']],
  ['6º 11:10-11:50', ['11:10', '11:50']],
  ['7:45\n8:30', ['7:45', '8:30']],
  ['08:00:00', ['8:00']],
  ['1:30-2:20 PM', ['13:30', '14:20']],
  ['11:30-12:20 p.m.', ['11:30', '12:20']],
  ['11:30 AM - 12:20', ['11:30', '12:20']],
  ['12:40–1:25 pm', ['12:40', '13:25']],
  ['8h', ['8:00']],
  ['8h - 8h55', ['8:00', '8:55']],
  ['1h', []],
  ['0800-0845', ['8:00', '8:45']],
  ['١ (٠٨:١٥)', ['8:15']],
  ['۱:۳۰ م', ['13:30']],
  ['Hour 1', []],
  ['1', []],
  ['08-09', []],
  ['25:00', []],
  ['13:00 pm', []],
  ['8:75', []],
  ['2026', []],
])('%j contains %j', (name, times) => {
  expect(clockTimesOf(name).map(clock)).toEqual(times);
});

describe('the hours of a day', () => {
  test('end at the times in their names', () => {
    expect(timesOf('08:00-08:45', '08:50-09:35')).toEqual(['8:00-8:45', '8:50-9:35']);
    expect(readTimes(hours('08:00-08:45'))).toMatchObject({ endsAssumed: false, afternoonAssumed: false });
  });

  test('without end times, end when the next begins, and the last is as long as the one before; this is reported', () => {
    expect(timesOf('08:00', '08:50', '09:35')).toEqual(['8:00-8:50', '8:50-9:35', '9:35-10:20']);
    expect(readTimes(hours('08:00', '08:50'))?.endsAssumed).toBe(true);
  });

  test('start again at noon on a twelve-hour clock; this is reported', () => {
    expect(timesOf('11:00-11:45', '12:00-12:45', '1:00-1:45')).toEqual(['11:00-11:45', '12:00-12:45', '13:00-13:45']);
    expect(timesOf('11:30-12:15', '12:30-1:15')).toEqual(['11:30-12:15', '12:30-13:15']);
    expect(readTimes(hours('11:00-11:45', '1:00-1:45'))?.afternoonAssumed).toBe(true);
  });

  test('may have their times in the long name', () => {
    expect(readTimes([{ name: 'H1', longName: '08:00 - 09:00' }])?.times).toEqual([{ start: 480, end: 540 }]);
  });

  test.each([
    [[]],
    [['1', '2']],
    [['08:00-08:45', 'Break']],
    [['08:00']],
    [['08:45-08:00']],
    [['15:00-15:45', '14:00-14:45']],
    [['08:00-09:00', '08:30-09:30']],
    [['22:30-23:45', '23:50']],
  ])('of %j are not known', (names) => {
    expect(timesOf(...names)).toBeNull();
  });
});

test('the long name of an hour adds the end that its name lacks', () => {
  const named = [
    { name: '1 (08:00)', longName: '08:00-08:55' },
    { name: '2 (09:00)', longName: 'until 09:50' },
  ];
  const times = { start: 8 * 60, end: 8 * 60 + 55 };
  expect(readTimes(named)).toMatchObject({ times: [times, { start: 540, end: 590 }], endsAssumed: false });
});
