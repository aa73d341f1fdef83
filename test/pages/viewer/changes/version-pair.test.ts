import { describe, expect, test } from 'vitest';
import type { TimetableVersionSummary } from '../../../../src/client/belfry-client.ts';
import { versionPair } from '../../../../src/pages/viewer/changes/version-pair.ts';

const unasked = { before: null, after: null };
const today = '2026-11-26';

function version(versionNumber: number, of: Partial<TimetableVersionSummary>): TimetableVersionSummary {
  return {
    id: `v${versionNumber}`,
    name: 'Main',
    groupId: 'main',
    versionNumber,
    versionName: null,
    status: 'published',
    isCurrent: false,
    effectiveFrom: null,
    effectiveTo: null,
    createdAt: '2026-01-01T00:00:00.000Z',
    publishedAt: null,
    ...of,
  } as TimetableVersionSummary;
}
const summer = version(1, { effectiveFrom: 20260201, effectiveTo: 20260831 });
const autumn = version(2, { effectiveFrom: 20260901, effectiveTo: 20261130 });
const winter = version(3, { effectiveFrom: 20261201 });
const spring = version(4, { effectiveFrom: 20270201 });
const draft = version(9, { status: 'draft' });

const pairOf = (versions: TimetableVersionSummary[], asked: Parameters<typeof versionPair>[1] = unasked) => {
  const pair = versionPair(versions, asked, today);
  return pair && [pair.before.id, pair.after.id];
};

describe('which versions are compared', () => {
  test('the one in use and the next published one, whatever drafts there are', () =>
    expect(pairOf([draft, spring, winter, autumn, summer])).toEqual(['v2', 'v3']));
  test('with none to come, the one in use and the one before it', () =>
    expect(pairOf([draft, autumn, summer])).toEqual(['v1', 'v2']));
  test('a draft where nothing else is left', () => expect(pairOf([draft, autumn])).toEqual(['v2', 'v9']));
  test('with none in use, the next and the one before it', () =>
    expect(pairOf([winter, summer])).toEqual(['v1', 'v3']));
  test('what was asked for', () => {
    expect(pairOf([draft, winter, autumn], { before: null, after: 'v9' })).toEqual(['v2', 'v9']);
    expect(pairOf([draft, winter, autumn], { before: 'v3', after: 'v2' })).toEqual(['v3', 'v2']);
  });
  test('one version is not compared', () => expect(pairOf([autumn])).toBeNull());
});
