// Whoever follows the changes of an organisation with a copy has what is served: over random publications of versions that come, change,
// end and go, from publishers that are killed at any write.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseOrganisationId as org } from '../../src/access/ids.ts';
import type { Change, Timetable } from '../../src/contract/types.generated.ts';
import { build } from '../../src/publish/engine/build.ts';
import { libraryPort } from '../../src/publish/library/library-port.ts';
import { createEnginePublisher } from '../../src/publish/publisher.ts';
import { unwrapEnvelope } from '../../src/snapshot/envelope.ts';
import { listGenerations, loadPublished } from '../../src/snapshot/load-published.ts';
import { changesList, nameOfChange } from '../../src/snapshot/pack/names-in-changes.ts';
import { findInIndex } from '../../src/snapshot/pack/pack-index.ts';
import { changesName, paths } from '../../src/snapshot/paths.ts';
import { parsePointer } from '../../src/snapshot/read-record.ts';
import { swapPointer } from '../../src/snapshot/replace-part.ts';
import { sha256OfText } from '../../src/snapshot/sha256.ts';
import { folderStore } from '../../src/store/folder/folder-store.ts';
import type { Store } from '../../src/store/store.ts';
import { denseTimetable } from '../support/dense-timetable.ts';
import { memorySource } from '../support/memory-source.ts';
import { validate } from '../support/published-school.ts';
import { readRecord } from '../support/record-places.ts';
import { november, smallCalendar } from '../support/small-calendar.ts';
import { steppingStore } from '../support/stepping-store.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { times } from '../support/thoroughness.ts';
import { add, type Copy, copyOf, keyOf } from './units.ts';

const id = org('school');

/** A school with the documents that it is given, its publisher, and somebody who follows its changes. */
async function school() {
  const [source, folder] = [memorySource(), await temporaryFolder()];
  const store = folderStore(folder);
  source.add('school', []);
  const clock = { now: november };
  const into = (target: Store) => {
    const now = () => clock.now;
    return createEnginePublisher(
      { store: target, validate, now, tzdata: '2025c' },
      libraryPort({ store: target, source, validate, now, poll: () => 5 }),
    );
  };
  const read = async (name: string) => {
    const part = readRecord(folder, 'school').changes;
    if (part === undefined) return null;
    const bytes = (await store.read(paths.pack(id, changesName, part.pack.hash))) ?? Buffer.of();
    const entry = findInIndex(bytes.subarray(0, part.pack.index.bytes), sha256OfText(name));
    if (entry === null) return null;
    const { offset, bytes: length } = entry.gzip;
    const data = unwrapEnvelope(gunzipSync(bytes.subarray(offset, offset + length))) ?? Buffer.of();
    return JSON.parse(Buffer.from(data).toString());
  };
  return {
    ...{ source, folder, store, clock, into },
    change: (change: Parameters<typeof source.change>[1]) => source.change('school', change),
    build: (target: Store = store) => build(into(target), 'due'),
    list: () => read(changesList),
    entry: (name: string): Promise<Change> => read(nameOfChange(name)),
    served: () => servedCopies(folder),
  };
}
type School = Awaited<ReturnType<typeof school>>;

function servedCopies(folder: string): Record<string, [string, number][]> {
  const pointer = readRecord(folder, 'school').pointer;
  const served: Record<string, [string, number][]> = {};
  for (const versionId of Object.keys(pointer?.timetables ?? {})) {
    const hash = pointer?.timetables[versionId]?.hash ?? '';
    const path = join(folder, paths.file(id, versionId, hash, 'identity'));
    const document: Timetable = JSON.parse(readFileSync(path, 'utf8')).data;
    if (document.status === 'published') served[versionId] = [...copyOf(document)].sort();
  }
  return served;
}

/** Follows the changes entry by entry, and holds that each is as it was when it was seen first. */
function follower(each: School) {
  const copies = new Map<string, Copy>();
  const seen = new Map<string, string>();
  let lastId: string | null = null;
  let generation = 0;
  return {
    copies: () => Object.fromEntries(Array.from(copies, ([versionId, copy]) => [versionId, [...copy].sort()])),
    async follow(): Promise<number> {
      const { changes, latestId, oldestId } = await each.list();
      expect([latestId, oldestId]).toEqual([changes[0]?.id ?? null, changes.at(-1)?.id ?? null]);
      for (const [index, { id: newer, previous }] of changes.entries()) {
        const older = changes[index + 1];
        if (older === undefined) break;
        expect(previous).toBe(older.id);
        expect(newer > older.id).toBe(true);
      }
      const ids: string[] = changes.map((change: Change) => change.id);
      const from = lastId === null ? ids.length : ids.indexOf(lastId);
      expect(from).not.toBe(-1);
      for (const entryId of ids) {
        const text = JSON.stringify(await each.entry(entryId));
        expect(seen.get(entryId) ?? text).toBe(text);
        seen.set(entryId, text);
      }
      for (const entryId of ids.slice(0, from).reverse()) await take(entryId);
      return from;
    },
  };

  async function take(entryId: string) {
    const { previous, fromGeneration, toGeneration, timetables, units, truncated } = await each.entry(entryId);
    expect([previous, fromGeneration, truncated]).toEqual([lastId, generation, false]);
    for (const { timetableId, kind } of timetables) {
      expect(copies.has(timetableId)).toBe(kind !== 'added');
      if (kind === 'added') copies.set(timetableId, new Map());
    }
    for (const { timetableId, before, after } of units) {
      const copy = copies.get(timetableId) ?? expect.unreachable();
      if (before !== null) add(copy, keyOf(before), -1);
      if (after !== null) add(copy, keyOf(after), 1);
    }
    for (const { timetableId, kind } of timetables) {
      const copy = copies.get(timetableId) ?? expect.unreachable();
      for (const count of copy.values()) expect(count).toBeGreaterThan(0);
      if (kind !== 'removed') continue;
      expect(copy.size).toBe(0);
      copies.delete(timetableId);
    }
    [lastId, generation] = [entryId, toGeneration];
  }
}

type Step = {
  version: string;
  document: Timetable;
  what: 'publish' | 'draft' | 'remove' | 'calendar' | 'roll back';
  killAt: number;
};

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    version: fc.constantFrom('v0', 'v1', 'v2'),
    document: denseTimetable,
    what: fc.constantFrom('publish', 'publish', 'publish', 'draft', 'remove', 'calendar', 'roll back'),
    killAt: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 40 })),
  }),
  { minLength: 1, maxLength: 12 },
);

const asVersion = ({ version, document, what }: Step): Timetable => {
  const own = { id: version, groupId: `group-${version}`, orgId: 'school', isCurrent: what === 'publish' };
  const dates =
    what === 'draft'
      ? { status: 'draft', publishedAt: null, effectiveFrom: null, effectiveTo: null }
      : { status: 'published', publishedAt: document.createdAt, effectiveFrom: 20260901, effectiveTo: null };
  return { ...document, ...own, ...dates } as Timetable; // the fields of either status
};

function apply(each: School, step: Step): void {
  each.change((organisation) => {
    if (step.what === 'calendar') {
      organisation.calendar = organisation.calendar === null ? smallCalendar() : null;
      return;
    }
    organisation.removed.versions.push(step.version);
    if (step.what === 'remove') organisation.documents.delete(step.version);
    else organisation.documents.set(step.version, { document: asVersion(step) });
  });
}

/** As the command does it: the pointer of the generation before, in a new one. @returns false where there is none yet */
async function rollBack({ store, clock }: School): Promise<boolean> {
  const before = await loadPublished(store, id);
  const { pointer, stored } = before;
  const [target] = (await listGenerations(store, id)).filter((generation) => generation < (pointer?.generation ?? 0));
  const bytes = target === undefined ? null : await store.read(paths.earlierPointer(id, target));
  if (bytes === null || pointer === null || stored.record === null || target === undefined) return false;
  const earlier = { ...parsePointer(bytes), organisationId: id, generation: pointer.generation + 1 };
  const next = { ...earlier, publishedAt: new Date(clock.now).toISOString(), rolledBackTo: target };
  await swapPointer(store, stored.record.handle, next, before, async () => {});
  return true;
}

class Killed extends Error {}

/** A store whose process dies at its nth change; never for 0. */
function dyingStore(store: Store, killAt: number): Store {
  let dead = false;
  return steppingStore(store, ({ number }) => {
    dead ||= number === killAt;
    if (dead) throw new Killed();
  });
}

test('a copy that follows the changes is what is served, whatever is published and wherever a publisher dies', {
  tags: 'long',
}, async () => {
  let [entries, killed, rolledBack] = [0, 0, 0];
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      const each = await school();
      const { follow, copies } = follower(each);
      for (const step of all) {
        each.clock.now += 60_000;
        if (step.what === 'roll back') {
          rolledBack += (await rollBack(each)) ? 1 : 0;
        } else apply(each, step);
        if (step.killAt > 0) {
          const report = await each.build(dyingStore(each.store, step.killAt)).catch(() => null);
          killed += report === null || report.failures.length > 0 ? 1 : 0;
        }
        const { failures } = await each.build();
        expect(failures).toEqual([]);
        entries += await follow();
        expect(copies()).toEqual(each.served());
      }
    }),
    { numRuns: times(15, 60), endOnFailure: true },
  );
  expect(entries).toBeGreaterThan(times(15, 60));
  expect(killed).toBeGreaterThan(times(3, 15));
  expect(rolledBack).toBeGreaterThan(0);
});

test('nothing that a reader sees makes no entry', async () => {
  const each = await school();
  const [document] = fc.sample(denseTimetable, { numRuns: 1, seed: 1 });
  if (document === undefined) throw new Error('there is no document');
  const step = { version: 'v0', document, what: 'publish', killAt: 0 } as const;
  apply(each, step);
  await each.build();
  const before = await each.list();
  expect(before.changes).toMatchObject([{ previous: null, fromGeneration: 0, toGeneration: 1, kinds: ['timetables'] }]);
  apply(each, { ...step, document: { ...document, updatedAt: '2026-11-28T06:00:00.000Z' } });
  apply(each, { ...step, version: 'v1', what: 'draft' });
  await each.build();
  expect(readRecord(each.folder, 'school').changes).toMatchObject({ generation: 2 });
  expect(await each.list()).toEqual(before);
});

test('entries leave with the earlier generations, where these stay for less than 30 days', async () => {
  const each = await school();
  const [document] = fc.sample(denseTimetable, { numRuns: 1, seed: 5 });
  if (document === undefined) throw new Error('there is no document');
  apply(each, { version: 'v0', document, what: 'publish', killAt: 0 });
  await each.build();
  each.clock.now += 8 * 86_400_000;
  await each.build();
  expect((await each.list()).changes).toHaveLength(1);
  const retention = { generations: 10, milliseconds: 7 * 86_400_000, bytes: 64_000_000 };
  apply(each, { version: 'v1', document, what: 'publish', killAt: 0 });
  await build({ ...each.into(each.store), retention }, 'due');
  expect((await each.list()).changes).toMatchObject([{ timetables: [{ timetableId: 'v1' }] }]);
});

test('entries leave after 30 days, also where nothing is published any more', async () => {
  const each = await school();
  const [document] = fc.sample(denseTimetable, { numRuns: 1, seed: 2 });
  if (document === undefined) throw new Error('there is no document');
  apply(each, { version: 'v0', document, what: 'publish', killAt: 0 });
  await each.build();
  expect((await each.list()).changes).toHaveLength(1);
  each.clock.now += 37 * 86_400_000;
  await each.build();
  expect(await each.list()).toEqual({ oldestId: null, latestId: null, changes: [] });
});

test('of more than a hundred the newest stay, and each names the one before', async () => {
  const each = await school();
  const [document] = fc.sample(denseTimetable, { numRuns: 1, seed: 3 });
  if (document === undefined) throw new Error('there is no document');
  for (let number = 1; number <= 103; number++) {
    apply(each, { version: 'v0', document: { ...document, description: `${number}` }, what: 'publish', killAt: 0 });
    await each.build();
  }
  const { changes, oldestId } = await each.list();
  expect(changes).toHaveLength(100);
  expect(changes.at(-1)).toMatchObject({
    id: oldestId,
    fromGeneration: 3,
    toGeneration: 4,
    previous: expect.any(String),
  });
});

test.each([
  ['1,600 rooms', 'r', false],
  ['1,600 rooms with the longest ids', 'r'.padEnd(59, 'x'), true],
])(
  'the list has who is concerned as far as a hundred such entries fit into an answer: %s',
  async (_, prefix, truncated) => {
    const each = await school();
    const [document] = fc.sample(denseTimetable, { numRuns: 1, seed: 6 });
    if (document === undefined) throw new Error('there is no document');
    const rooms = Array.from({ length: 1_600 }, (_, number) => ({
      ...{ localId: `rom_many${number}`, entityId: `${prefix}${number}`, externalId: null, name: 'R', shortName: 'R' },
      ...{ color: null, isActive: true, capacity: 0, buildingName: '' },
    }));
    const step = { version: 'v0', document: { ...document, rooms: [...document.rooms, ...rooms] }, killAt: 0 };
    apply(each, { ...step, what: 'publish' });
    expect((await each.build()).failures).toEqual([]);
    const [entry] = (await each.list()).changes;
    expect(entry).toMatchObject({ truncated, timetables: [{ timetableId: 'v0', kind: 'added' }] });
    expect(entry.timetables[0].entityIds.length > 1_500).toBe(!truncated);
    expect(JSON.stringify(entry).length).toBeLessThan(110_000);
  },
);

test('a pack that is lost begins a chain anew, from nothing, and says so by its ids', async () => {
  const each = await school();
  const [document, other] = fc.sample(denseTimetable, { numRuns: 2, seed: 4 });
  if (document === undefined || other === undefined) throw new Error('there is no document');
  apply(each, { version: 'v0', document, what: 'publish', killAt: 0 });
  await each.build();
  const { latestId } = await each.list();
  const hash = readRecord(each.folder, 'school').changes?.pack.hash ?? '';
  await each.store.remove([paths.pack(id, changesName, hash)]);
  apply(each, { version: 'v0', document: other, what: 'publish', killAt: 0 });
  await each.build();
  const { changes } = await each.list();
  expect(changes).toMatchObject([{ previous: null, fromGeneration: 0, toGeneration: 2 }]);
  expect(changes[0].id).not.toBe(latestId);
  const { follow, copies } = follower(each);
  await follow();
  expect(copies()).toEqual(each.served());
});
