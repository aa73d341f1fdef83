import { describe, expect, test } from 'vitest';
import { findInUse } from '../../src/calendar/lessons/find-in-use.ts';
import type { TimetableVersionSummary } from '../../src/contract/types.generated.ts';

const version = (
  versionNumber: number,
  from: number | null,
  to: number | null,
  more = {},
): TimetableVersionSummary => ({
  id: `v${versionNumber}`,
  name: 'School',
  groupId: 'g',
  versionNumber,
  versionName: null,
  status: from === null ? 'draft' : 'published',
  isCurrent: false,
  publishedAt: from === null ? null : '2026-01-01T00:00:00.000Z',
  effectiveFrom: from,
  effectiveTo: to,
  schedulingMode: 'standard',
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  ...more,
});
const autumn = version(1, 20260901, 20261223);
const spring = version(2, 20270107, null);
const draft = version(3, null, null);

describe('a version is in use when it is published and its window covers the day', () => {
  test.each([
    [20260831, 'none', null, null, 'v1'],
    [20260901, 'one', 'v1', undefined, undefined],
    ['2026-12-23', 'one', 'v1', undefined, undefined],
    ['2026-12-24', 'none', null, 'v1', 'v2'],
    [20270107, 'one', 'v2', undefined, undefined],
    [29991231, 'one', 'v2', undefined, undefined],
  ] as const)('%s: %s', (date, state, used, previous, next) => {
    const [found] = findInUse([draft, spring, autumn], date);
    expect(found?.state).toBe(state);
    expect(found?.version?.id ?? null).toBe(used);
    if (found?.state === 'none') {
      expect(found.previous?.id ?? null).toBe(previous);
      expect(found.next?.id ?? null).toBe(next);
    }
  });
});

test('if several apply, the current one is shown, or else the one that began last, or else the newest', () => {
  const order = (...versions: TimetableVersionSummary[]) => {
    const [found] = findInUse(versions, 20270201);
    return found?.state === 'several' ? [found.version, ...found.others].map(({ id }) => id) : found?.state;
  };
  const [long, late, newest] = [version(4, 20260901, null), version(5, 20270201, null), version(6, 20270201, null)];
  expect(order(long, late)).toEqual(['v5', 'v4']);
  expect(order(long, late, newest)).toEqual(['v6', 'v5', 'v4']);
  expect(order({ ...long, isCurrent: true }, late)).toEqual(['v4', 'v5']);
});

test('each timetable of the organisation has its own entry, in the order of the list', () => {
  const other = version(1, 20260901, null, { id: 'o1', groupId: 'o', name: 'Other' });
  expect(findInUse([other, autumn], 20260901).map(({ name, state }) => [name, state])).toEqual([
    ['Other', 'one'],
    ['School', 'one'],
  ]);
});

test.each(['2026-02-30', 20261301, '1.9.2026', 'today', Number.NaN])('%s is not a day', (date) => {
  expect(() => findInUse([], date)).toThrow(RangeError);
});
