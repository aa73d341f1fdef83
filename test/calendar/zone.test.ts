import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { addDays } from '../../src/calendar/time/day.ts';
import { dayAt, isTimeZone, localTimestamp, localToUtc, timeAt } from '../../src/calendar/time/zone.ts';
import { ifThorough } from '../support/thoroughness.ts';

describe('a time at the school as a moment', () => {
  test.each([
    // Clocks go from 02:00 to 03:00: half past two is read with the offset of before.
    ['Europe/Berlin', 20260329, '01:59', '2026-03-29T01:59:00+01:00'],
    ['Europe/Berlin', 20260329, '02:30', '2026-03-29T03:30:00+02:00'],
    ['Europe/Berlin', 20260329, '03:00', '2026-03-29T03:00:00+02:00'],
    // Clocks go back from 03:00 to 02:00: half past two comes twice.
    ['Europe/Berlin', 20261025, '02:30', '2026-10-25T02:30:00+02:00'],
    ['Europe/Berlin', 20261025, '03:00', '2026-10-25T03:00:00+01:00'],
    ['Europe/Berlin', 20261123, '08:00', '2026-11-23T08:00:00+01:00'],
    ['America/New_York', 20260308, '02:30', '2026-03-08T03:30:00-04:00'],
    ['America/New_York', 20261101, '01:30', '2026-11-01T01:30:00-04:00'],
    ['America/New_York', 20261101, '02:00', '2026-11-01T02:00:00-05:00'],
    ['Australia/Sydney', 20261004, '02:30', '2026-10-04T03:30:00+11:00'],
    ['Australia/Sydney', 20260405, '02:30', '2026-04-05T02:30:00+11:00'],
    // Half an hour.
    ['Australia/Lord_Howe', 20261004, '02:15', '2026-10-04T02:45:00+11:00'],
    ['Australia/Lord_Howe', 20260405, '01:45', '2026-04-05T01:45:00+11:00'],
    ['Asia/Kathmandu', 20261123, '08:00', '2026-11-23T08:00:00+05:45'],
    // Where standard time is that of the summer.
    ['Europe/Dublin', 20261025, '01:30', '2026-10-25T01:30:00+01:00'],
    ['Europe/Dublin', 20261123, '08:00', '2026-11-23T08:00:00+00:00'],
    // Midnight itself is skipped.
    ['Africa/Cairo', 20260424, '00:00', '2026-04-24T01:00:00+03:00'],
    ['Africa/Cairo', 20260423, '24:00', '2026-04-24T01:00:00+03:00'],
    ['Africa/Cairo', 20261029, '23:30', '2026-10-29T23:30:00+03:00'],
    ['Europe/Berlin', 20281231, '24:00', '2029-01-01T00:00:00+01:00'],
    ['Europe/Berlin', 20280229, '08:00', '2028-02-29T08:00:00+01:00'],
    // A whole day was skipped at the date line.
    ['Pacific/Apia', 20111230, '12:00', '2011-12-31T12:00:00+14:00'],
    // Offsets had seconds once: -00:44:30 in Monrovia. A timestamp has none, but is the same moment.
    ['Africa/Monrovia', 19700101, '12:00', '1970-01-01T12:00:30-00:44'],
  ])('%s %i %s', (zone, date, time, expected) => {
    const moment = localToUtc(date, time, zone);
    const text = localTimestamp(moment, zone);
    expect(text).toBe(expected);
    expect(Date.parse(text)).toBe(moment);
  });
});

test('the day and the time at the school, on both sides of its midnight', () => {
  const moment = Date.parse('2026-11-22T23:30:00Z');
  expect([dayAt(moment, 'Europe/Berlin'), timeAt(moment, 'Europe/Berlin')]).toEqual([20261123, '00:30']);
  expect([dayAt(moment, 'America/New_York'), timeAt(moment, 'America/New_York')]).toEqual([20261122, '18:30']);
  expect([dayAt(moment, 'Asia/Kathmandu'), timeAt(moment, 'Asia/Kathmandu')]).toEqual([20261123, '05:15']);
});

test.each([
  ['Europe/Berlin', true],
  ['UTC', true],
  ['Europe/Atlantis', false],
  ['+01:00', false],
  ['', false],
  ['../etc/passwd', false],
])('%s is a time zone: %s', (name, expected) => {
  expect(isTimeZone(name)).toBe(expected);
});

describe('every half hour of the days around each change of two years is that of Temporal', () => {
  const oneOfEachKind = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Africa/Cairo', 'Asia/Kathmandu'];
  const others = Intl.supportedValuesOf('timeZone').filter((zone) => !oneOfEachKind.includes(zone));

  test.each([...oneOfEachKind, ...ifThorough(others)])('%s', (zone) => {
    const dates = new Set<number>([20261123]);
    let at = Temporal.ZonedDateTime.from(`2026-01-01T00:00[${zone}]`);
    for (;;) {
      const next = at.getTimeZoneTransition('next');
      if (next === null || next.year > 2027) break;
      const changed = next.year * 10_000 + next.month * 100 + next.day;
      for (const days of [-1, 0, 1]) dates.add(addDays(changed, days));
      at = next;
    }
    for (const date of dates) {
      for (let half = 0; half < 48; half++) {
        const time = `${String(Math.floor(half / 2)).padStart(2, '0')}:${half % 2 === 0 ? '00' : '30'}`;
        const expected = Temporal.PlainDate.from(`${date}`).toZonedDateTime({ timeZone: zone, plainTime: time });
        const moment = localToUtc(date, time, zone);
        expect([date, time, localTimestamp(moment, zone)]).toEqual([
          date,
          time,
          expected.toString({ timeZoneName: 'never' }),
        ]);
        expect(moment).toBe(expected.epochMilliseconds);
      }
    }
  });
});
