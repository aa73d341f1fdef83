import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseHttpDate } from '../src/http-date.ts';

const now = Date.UTC(2026, 10, 26);

test.each([
  ['Sun, 06 Nov 1994 08:49:37 GMT', '1994-11-06T08:49:37.000Z'],
  ['Sunday, 06-Nov-94 08:49:37 GMT', '1994-11-06T08:49:37.000Z'],
  ['Sun Nov  6 08:49:37 1994', '1994-11-06T08:49:37.000Z'],
  ['Wed Nov 16 08:49:37 1994', '1994-11-16T08:49:37.000Z'],
  ['Tue, 29 Feb 2028 00:00:00 GMT', '2028-02-29T00:00:00.000Z'],
  ['Sat, 31 Dec 2016 23:59:60 GMT', '2017-01-01T00:00:00.000Z'],
  ['Mon, 01 Jan 0001 00:00:00 GMT', '0001-01-01T00:00:00.000Z'],
])('%s is %s', (text, iso) => {
  expect(new Date(parseHttpDate(text, now) ?? Number.NaN).toISOString()).toBe(iso);
});

test.each([
  ['00', 2000],
  ['26', 2026],
  ['76', 2076],
  ['77', 1977],
  ['99', 1999],
])('in 2026 the year %s is %i', (digits, year) => {
  const time = parseHttpDate(`Monday, 01-Jun-${digits} 00:00:00 GMT`, now) ?? Number.NaN;
  expect(new Date(time).getUTCFullYear()).toBe(year);
});

test.each([
  ['1999', '30', 2030],
  ['1999', '60', 1960],
  ['2099', '30', 2130],
])('in %s the year %s is %i', (thisYear, digits, year) => {
  const time = parseHttpDate(`Monday, 01-Jun-${digits} 00:00:00 GMT`, Date.UTC(Number(thisYear), 5)) ?? Number.NaN;
  expect(new Date(time).getUTCFullYear()).toBe(year);
});

test.each([
  '',
  'now',
  '0',
  '2026-11-26',
  '2026-11-26T08:49:37Z',
  'Sun, 06 Nov 1994 08:49:37',
  'Sun, 06 Nov 1994 08:49:37 UTC',
  'Sun, 6 Nov 1994 08:49:37 GMT',
  'sun, 06 nov 1994 08:49:37 gmt',
  'Sun, 06 Nov 1994 24:00:00 GMT',
  'Sun, 06 Nov 1994 08:60:00 GMT',
  'Sun, 31 Nov 1994 08:49:37 GMT',
  'Wed, 29 Feb 2027 08:49:37 GMT',
  'Sun, 00 Nov 1994 08:49:37 GMT',
  'Sunday, 06-Nov-1994 08:49:37 GMT',
  'Sun Nov 6 08:49:37 1994',
  ' Sun, 06 Nov 1994 08:49:37 GMT',
])('"%s" is no date of HTTP', (text) => {
  expect(parseHttpDate(text, now)).toBe(null);
});

test('every second that is written is read', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 253_402_300_799 }), (second) => {
      expect(parseHttpDate(new Date(second * 1000).toUTCString(), now)).toBe(second * 1000);
    }),
  );
});
