// What the dashboard's page says a publication ends is what it ends (test/dashboard/drafts.database.test.ts has the same cases).

import { expect, test } from 'vitest';
import type { ListedVersion } from '../../../src/pages/dashboard/answers.ts';
import { whatEnds } from '../../../src/pages/dashboard/timetables/what-ends.ts';

const version = (id: string, effectiveFrom: number | null, effectiveTo: number | null = null): ListedVersion => ({
  ...{ id, groupId: 'main', name: 'Main', versionNumber: 1, versionName: null, isCurrent: false },
  ...{ createdAt: '', updatedAt: '', publishedAt: null, schedulingMode: 'standard' },
  ...{ status: effectiveFrom === null ? 'draft' : 'published', served: 'current', because: null },
  ...{ effectiveFrom, effectiveTo },
});
const draft = version('draft', null);

test.each([
  ['what applies without an end', [version('v1', 20200901)], 20260301, ['v1'], 20260228, null],
  ['what begins on the same day stays', [version('v1', 20260301)], 20260301, [], 20260228, null],
  ['what has ended already stays', [version('v1', 20200901, 20260228)], 20260301, [], 20260228, null],
  ['one that begins later ends this one', [version('v3', 20990901)], 20990201, [], 20990131, 20990831],
  ['between two', [version('v1', 20200901), version('v3', 20990901)], 20990201, ['v1'], 20990131, 20990831],
  ['another timetable', [{ ...version('v1', 20200901), groupId: 'other' }], 20260301, [], 20260228, null],
] as const)('%s', (_, versions, from, ended, dayBefore, last) => {
  const found = whatEnds([...versions, draft], draft, from);
  expect({ ...found, ended: found.ended.map(({ id }) => id) }).toEqual({ ended, dayBefore, last });
});
