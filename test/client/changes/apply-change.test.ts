// A copy that entries are applied to is what was published, whatever changed; and what does not fit is named.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { comparePublished } from '../../../src/changes/compare-published.ts';
import { applyChange, copyTimetable, keyOfUnit, type TimetableCopy } from '../../../src/client/changes/apply-change.ts';
import type { Change, Timetable, UnitOfChange } from '../../../src/contract/types.generated.ts';
import { unit } from '../../changes/units.ts';
import { denseTimetable } from '../../support/dense-timetable.ts';

type Published = Record<string, Timetable>;
const hour = 3_600_000;

/** What the entry of a publication says. @param at in hours since 1970 */
function entryBetween(before: Published, after: Published, at: number): Change {
  const changes = [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap(
    (id) => comparePublished(before[id] ?? null, after[id] ?? null) ?? [],
  );
  return {
    ...{ id: `${at}`, previous: null, publishedAt: new Date(at * hour).toISOString() },
    ...{ fromGeneration: at, toGeneration: at + 1, kinds: ['timetables'], dates: [], entityIds: [], truncated: false },
    timetables: changes.map(({ timetable }) => timetable),
    units: changes.flatMap(({ timetable, units }) =>
      units.map((each) => ({ timetableId: timetable.timetableId, ...each })),
    ),
  };
}

const copyAll = (published: Published, readAt: number) =>
  new Map(Object.entries(published).map(([id, timetable]) => [id, copyTimetable(timetable, readAt)]));
const unitsIn = (copies: ReadonlyMap<string, TimetableCopy>) =>
  Object.fromEntries(Array.from(copies, ([id, { units }]) => [id, [...units].sort()]));

const publications: fc.Arbitrary<Published[]> = fc.array(
  fc
    .dictionary(fc.constantFrom('v1', 'v2'), denseTimetable)
    .map((published) =>
      Object.fromEntries(Object.entries(published).map(([id, document]) => [id, { ...document, id, groupId: id }])),
    ),
  { minLength: 2, maxLength: 6 },
);

test('a copy of any publication, with what changed since, is what is published', () => {
  fc.assert(
    fc.property(publications, fc.nat(), (all, from) => {
      const begin = from % all.length;
      let copies = copyAll(all[begin] ?? {}, begin * hour);
      for (let at = begin + 1; at < all.length; at++) {
        const kept = unitsIn(copies);
        const earlier = copies;
        const applied = applyChange(copies, entryBetween(all[at - 1] ?? {}, all[at] ?? {}, at));
        expect(applied.toRead).toEqual([]);
        expect(unitsIn(earlier)).toEqual(kept); // not modified
        copies = applied.copies;
        expect(unitsIn(copies)).toEqual(unitsIn(copyAll(all[at] ?? {}, 0)));
      }
    }),
    { numRuns: 60 },
  );
});

const [first, second] = fc
  .sample(denseTimetable, { numRuns: 2, seed: 7 })
  .map((each) => ({ ...each, id: 'v1', groupId: 'g' }));
if (first === undefined || second === undefined) throw new Error('there are no timetables');
const addOne: Change = {
  ...entryBetween({}, {}, 5),
  timetables: [
    { timetableId: 'v1', groupId: 'g', kind: 'changed', lessons: { ...noLessons(), added: 1 }, entityIds: [] },
  ],
  units: [{ timetableId: 'v1', kind: 'added', before: null, after: unit('Mon 1: maths 7a smith r1') }],
};

function noLessons() {
  return { added: 0, removed: 0, moved: 0, room: 0, teacher: 0, other: 0 };
}

test('what was read about when an entry was published may have it already, and is read again', () => {
  const readAt = (minutes: number) => new Map([['v1', copyTimetable(first, 5 * hour + minutes * 60_000)]]);
  expect(applyChange(readAt(-30), addOne)).toMatchObject({ toRead: [] });
  for (const minutes of [-2, 0, 30])
    expect(applyChange(readAt(minutes), addOne)).toEqual({ copies: new Map(), toRead: ['v1'] });
});

test('a timetable in which a before is missing, or that is not there, is to be read, and nothing else is touched', () => {
  const other = copyTimetable(second, 0);
  const copies = new Map([
    ['v1', { readAt: 0, units: new Map([['nothing like it', 1]]) }],
    ['v2', other],
  ]);
  const change = entryBetween({ v1: first }, { v1: second }, 5);
  expect(change.units.some(({ before }) => before !== null)).toBe(true);
  expect(applyChange(copies, change)).toEqual({ copies: new Map([['v2', other]]), toRead: ['v1'] });
  expect(applyChange(new Map(), change)).toEqual({ copies: new Map(), toRead: ['v1'] });
});

test('a timetable that is added is whole by its entry, also where there was one to be read', () => {
  const { copies } = applyChange(new Map(), entryBetween({}, { v1: second }, 5));
  expect(unitsIn(copies)).toEqual(unitsIn(copyAll({ v1: second }, 0)));
});

test('one of two units that are alike is taken out, once', () => {
  const twice = unit('Mon 1: maths 7a smith r1');
  const copies = new Map([['v1', { readAt: 0, units: new Map([[keyOfUnit(twice), 2]]) }]]);
  const without = (units: UnitOfChange[]): Change => ({
    ...addOne,
    units: units.map((before) => ({ timetableId: 'v1', kind: 'removed', before, after: null })),
  });
  expect(applyChange(copies, without([twice])).copies.get('v1')?.units).toEqual(new Map([[keyOfUnit(twice), 1]]));
  expect(applyChange(copies, without([twice, twice])).copies.get('v1')?.units).toEqual(new Map());
  expect(applyChange(copies, without([twice, twice, twice]))).toEqual({ copies: new Map(), toRead: ['v1'] });
});
