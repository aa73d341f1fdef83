// Several entries together are what differs between their ends.

import { expect, test } from 'vitest';
import { netChanges } from '../../../src/client/changes/net-changes.ts';
import type { Change, UnitOfChange } from '../../../src/contract/types.generated.ts';
import { unit } from '../../changes/units.ts';

const entry = (
  ...units: [before: UnitOfChange | null, after: UnitOfChange | null, timetableId?: string][]
): Change => ({
  ...{ id: '', previous: null, publishedAt: '', fromGeneration: 1, toGeneration: 2, kinds: ['timetables'] },
  ...{ timetables: [], dates: [], entityIds: [], truncated: false },
  units: units.map(([before, after, timetableId = 'v1']) => ({ timetableId, kind: 'other', before, after })),
});
const [first, second, third] = ['Mon 1', 'Tue 2', 'Wed 3'].map((place) => unit(`${place}: maths 7a smith r1`));
if (first === undefined || second === undefined || third === undefined) throw new Error('there are three');

test('a lesson that was moved and moved back is the same again', () => {
  expect(netChanges([entry([first, second]), entry([second, first])], 'v1')).toEqual([]);
});

test('a lesson that was moved twice has moved once', () => {
  expect(netChanges([entry([first, second]), entry([second, third])], 'v1')).toEqual([
    { kind: 'moved', before: first, after: third },
  ]);
});

test('one that was added and removed was never there, and one of two alike is counted once', () => {
  expect(netChanges([entry([null, first]), entry([first, null])], 'v1')).toEqual([]);
  expect(netChanges([entry([null, first], [null, first]), entry([first, null])], 'v1')).toEqual([
    { kind: 'added', before: null, after: first },
  ]);
});

test('other times of the clock are a difference, and those of another version are not', () => {
  const later = { ...first, startTime: '08:10', endTime: '08:55' };
  expect(netChanges([entry([first, later])], 'v1')).toEqual([{ kind: 'other', before: first, after: later }]);
  expect(netChanges([entry([first, second, 'v2'])], 'v1')).toEqual([]);
});
