import { describe, expect, test } from 'vitest';
import { clipToTerms, derivedRange, monthsAround, versionsNeeded } from '../../src/calendar/derived-range.ts';
import { publishedTimetable } from '../support/small-timetable.ts';

const at = (text: string, zone = 'Europe/Berlin') => {
  const { validFrom, validUntil, weeks, ...range } = derivedRange(Date.parse(text), zone);
  return { ...range, valid: [validFrom, validUntil].map((each) => new Date(each).toISOString()), weeks };
};

describe('what is served at a moment', () => {
  test('six weeks, and the months around, until Monday', () => {
    expect(at('2026-11-25T12:00:00Z')).toEqual({
      today: 20261125,
      weeks: ['2026-W48', '2026-W49', '2026-W50', '2026-W51', '2026-W52', '2026-W53'],
      firstDay: 20261001,
      lastDay: 20271231,
      valid: ['2026-11-22T23:00:00.000Z', '2026-11-29T23:00:00.000Z'],
    });
  });

  test('a month that ends within the week ends it, and the next is from then on', () => {
    expect(at('2026-12-29T12:00:00Z').valid).toEqual(['2026-12-27T23:00:00.000Z', '2026-12-31T23:00:00.000Z']);
    expect(at('2026-12-31T22:59:59Z')).toMatchObject({ firstDay: 20261101, lastDay: 20280131 });
    const next = at('2026-12-31T23:00:00Z');
    expect(next).toMatchObject({ today: 20270101, firstDay: 20261201, lastDay: 20280229 });
    expect(next.valid).toEqual(['2026-12-31T23:00:00.000Z', '2027-01-03T23:00:00.000Z']);
    expect(next.weeks[0]).toBe('2026-W53');
  });

  test('midnight is that of the school', () => {
    expect(at('2026-11-23T04:59:00Z', 'America/New_York').weeks[0]).toBe('2026-W47');
    expect(at('2026-11-23T05:00:00Z', 'America/New_York').weeks[0]).toBe('2026-W48');
  });
});

describe('the months are clipped to the terms', () => {
  const term = (firstDay: number, lastDay: number) => ({ id: 't', name: 'Term', firstDay, lastDay });
  test.each([
    ['none', [], { firstDay: 20261001, lastDay: 20271231 }],
    [
      'some, in any order',
      [term(20270110, 20270630), term(20260810, 20261218)],
      { firstDay: 20261001, lastDay: 20270630 },
    ],
    ['one that begins later', [term(20261201, 20290101)], { firstDay: 20261201, lastDay: 20271231 }],
    ['all over', [term(20250801, 20260930)], null],
    ['all far', [term(20280101, 20280601)], null],
  ])('%s', (_, terms, expected) => {
    expect(clipToTerms(monthsAround(20261123), terms)).toEqual(expected);
  });
});

test('the versions needed are those that apply on one of the days', () => {
  const version = (id: string, effectiveFrom: number | null, effectiveTo: number | null, changes = {}) =>
    publishedTimetable(id, {
      effectiveFrom,
      effectiveTo,
      status: effectiveFrom === null ? 'draft' : 'published',
      ...changes,
    });
  const versions = [
    version('other-group', 20260901, null, { groupId: 'other' }),
    version('draft', null, null),
    version('later', 20270201, null),
    version('next', 20261130, null, { versionNumber: 3 }),
    version('hidden', 20261130, 20261231, { versionNumber: 2 }),
    version('first', 20260901, 20261129),
    version('over', 20250901, 20260831),
  ];
  expect(versionsNeeded(versions, 20261123, 20270103).map(({ id }) => id)).toEqual(['other-group', 'next', 'first']);
});
