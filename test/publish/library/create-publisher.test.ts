// The library's publisher over a source of another program.

import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parseOrganisationId as org } from '../../../src/access/ids.ts';
import { createPublisher, createServer, type PublisherOptions, type Source } from '../../../src/belfry.ts';
import { BrokenSourceError, ConflictError, StoreMismatchError } from '../../../src/errors.ts';
import { paths } from '../../../src/snapshot/paths.ts';
import { folderStore } from '../../../src/store/folder/folder-store.ts';
import { checkPublished } from '../../../src/verify/check-published.ts';
import { memorySource } from '../../support/memory-source.ts';
import { listedIds, readData, readPointer, validate } from '../../support/published-school.ts';
import { publishedTimetable, smallTimetable } from '../../support/small-timetable.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { waitUntil } from '../../support/wait-until.ts';

const documents = () => [smallTimetable(), publishedTimetable('version-2')];

/** A source with one school, and a publisher from it into a new folder. */
async function school(options: Partial<PublisherOptions> = {}) {
  const [source, folder] = [memorySource(), await temporaryFolder()];
  const key = source.add('school', documents());
  const store = folderStore(folder);
  const publisher = createPublisher({ store, source, now: Date.now, ...options });
  return { source, folder, key, store, publisher };
}

const broken = () => ({ document: { ...smallTimetable(), orgId: 'school', teachers: 'none' } });

/** Starts a server. @returns requests the list with a key */
async function serving(folder: string) {
  const server = createServer({ store: folderStore(folder), now: Date.now, log: { error() {}, debug() {} } });
  onTestFinished(() => void server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return (key: string) =>
    fetch(`http://127.0.0.1:${port}/api/v1/timetables`, { headers: { Authorization: `Bearer ${key}` } });
}

test('a document whose fields are in another order is published in the usual one, and passes every check', async () => {
  const { source, folder, publisher, store } = await school();
  const [first] = documents();
  const shuffled = Object.fromEntries(Object.entries({ ...first, orgId: 'school' }).reverse());
  source.change('school', ({ documents }) => documents.set('version-1', { document: shuffled }));
  expect(await publisher.publish('school')).toMatchObject({ generation: 1, withheld: [] });
  const [published] = readData(folder, 'school', 'version-1');
  expect(published).toEqual({ ...first, orgId: 'school' });
  expect(Object.keys(published ?? {}).slice(0, 13)).toEqual(Object.keys(first ?? {}).slice(0, 13));
  expect(await checkPublished(store, validate)).toMatchObject({ organisations: 1, keys: 1, problems: [], orphans: [] });
  expect(source.open).toBe(0);
});

test('a server answers with what was published until the key is revoked or its organisation removed', async () => {
  const { source, folder, key, publisher } = await school();
  await publisher.build();
  const list = await serving(folder);
  expect(await (await list(key)).json()).toMatchObject({ data: { orgId: 'school', count: 2 } });
  const other = source.add('other', []);
  await publisher.publish('other');
  source.change('school', ({ access }) => {
    for (const each of Object.values(access.keys)) each.revoked = true;
  });
  await publisher.publish('school');
  expect([(await list(key)).status, (await list(other)).status]).toEqual([401, 200]);
  source.organisations.delete('other');
  expect((await publisher.build()).removed).toEqual(['other']);
  expect((await list(other)).status).toBe(401);
});

test.each([
  ['breaks its schema', broken()],
  ['cannot be read', { unreadable: 'it is not JSON' }],
  ['cannot be serialised as JSON', { document: { ...smallTimetable(), orgId: 'school', description: 1n } }],
  ['names another organisation', { document: { ...smallTimetable(), orgId: 'other' } }],
  ['has the id of another version', { document: { ...publishedTimetable('version-2'), orgId: 'school' } }],
  ['is undefined', { document: undefined }],
])('a version that %s is withheld, its last good form stays, and the others are published', async (_, document) => {
  const { source, folder, publisher } = await school();
  await publisher.publish('school');
  const good = readData(folder, 'school', 'version-1');
  source.change('school', ({ documents }) => {
    documents.set('version-1', document);
    documents.set('version-3', { document: { ...publishedTimetable('version-3'), orgId: 'school' } });
  });
  const published = await publisher.publish('school');
  expect(published?.withheld).toMatchObject([{ versionId: 'version-1', lastGoodIsServed: true }]);
  expect(published?.withheld[0]?.problems.length).toBeGreaterThan(0);
  expect(published?.written.sort()).toEqual(['timetables', 'version-3']);
  expect(readData(folder, 'school', 'version-1')).toEqual(good);
  expect(listedIds(folder, 'school')).toContain('version-1');
  source.change('school', ({ documents }) => documents.delete('version-1'));
  expect(await publisher.publish('school')).toMatchObject({ dropped: ['version-1'], withheld: [] });
});

test('an error of the source fails only its organisation, whose revision is not published', async () => {
  const { source, folder, publisher } = await school();
  source.add('other', []);
  await publisher.build();
  for (const id of ['school', 'other'])
    source.change(id, ({ documents }) =>
      documents.set('version-1', () => {
        if (id === 'school') throw new Error('the connection was lost');
        return { document: { ...smallTimetable(), orgId: id } };
      }),
    );
  const { organisations, failures } = await publisher.build();
  expect(failures).toMatchObject([{ organisationId: 'school', error: { message: 'the connection was lost' } }]);
  expect(organisations.map(({ organisationId }) => organisationId)).toEqual(['other']);
  expect([readPointer(folder, 'school').fence, readPointer(folder, 'other').fence]).toEqual([1, 2]);
  expect(source.open).toBe(0);
});

test('a publication reads only what `changedSince` names, and a repair reads every version', async () => {
  const { source, folder, publisher } = await school();
  const since: number[] = [];
  const { snapshot } = source;
  source.snapshot = async (id) => {
    const opened = await snapshot(id);
    const changedSince = async (revision: number) => {
      since.push(revision);
      return ['version-2'];
    };
    return opened && { ...opened, changedSince };
  };
  await publisher.publish('school');
  source.read.length = 0;
  source.change('school', ({ documents }) =>
    documents.set('version-2', {
      document: { ...publishedTimetable('version-2'), description: 'More', orgId: 'school' },
    }),
  );
  expect(await publisher.publish('school')).toMatchObject({ written: ['version-2'] });
  expect([source.read, since]).toEqual([['version-2'], [1]]);
  await publisher.publish('school', { repair: true });
  expect(source.read.sort()).toEqual(['version-1', 'version-2', 'version-2']);
  expect(readPointer(folder, 'school').generation).toBe(2);
});

test('a publisher with an older snapshot does not replace what a newer one has published', async () => {
  const { source, folder, publisher, store } = await school();
  await publisher.publish('school');
  let release = () => {};
  const held = new Promise<void>((done) => {
    release = done;
  });
  let isHeld = true;
  const late: Source = {
    ...source,
    async snapshot(id) {
      const opened = await source.snapshot(id);
      if (isHeld) await held; // paused with its snapshot, before it reads the store
      return opened;
    },
  };
  const publishingLate = createPublisher({ store, source: late, now: Date.now }).publish('school');
  source.change('school', ({ documents }) => documents.delete('version-2'));
  await publisher.publish('school');
  isHeld = false;
  release();
  // It retries with a new snapshot.
  expect(await publishingLate).toMatchObject({ generation: 2, written: [] });
  expect([readPointer(folder, 'school').fence, listedIds(folder, 'school')]).toEqual([2, ['version-1']]);
});

test('a source that went back to an earlier revision gets a ConflictError, and changes nothing', async () => {
  const { source, folder, publisher } = await school();
  source.change('school', () => {});
  await publisher.publish('school');
  source.organisations.set('school', { ...source.organisations.get('school'), revision: 1 } as never); // all else is there
  const published = publisher.publish('school');
  await expect(published).rejects.toThrow(ConflictError);
  await expect(published).rejects.toThrow(
    'revision 2 of organisation school is already published, but the source is at revision 1',
  );
  expect(readPointer(folder, 'school').fence).toBe(2);
});

test.each<[what: string, change: (source: ReturnType<typeof memorySource>) => void, message: string]>([
  [
    'an invalid handle',
    (source) => source.change('school', ({ access }) => Object.assign(access, { handle: 'x' })),
    'has the invalid handle "x"',
  ],
  [
    'the handle of another organisation',
    (source) =>
      source.change('school', ({ access }) =>
        Object.assign(access, { handle: source.organisations.get('other')?.access.handle }),
      ),
    'uses the handle of organisation other',
  ],
  [
    'an unknown state',
    (source) => source.change('school', ({ access }) => Object.assign(access, { state: 'open' })),
    'is invalid: $.state must',
  ],
  [
    'an invalid key',
    (source) => source.change('school', ({ access }) => Object.assign(access.keys, { x: {} })),
    'is invalid: $.keys',
  ],
  [
    'a revision that is not an integer',
    (source) => source.organisations.set('school', { ...source.organisations.get('school'), revision: 0.5 } as never), // all else is there
    'is 0.5; it must be a positive safe integer',
  ],
  [
    'an invalid version id',
    (source) => source.change('school', ({ documents }) => documents.set('../1', broken())),
    'invalid version id "../1"',
  ],
])('an organisation with %s is refused, and its published output stays unchanged', async (_, change, message) => {
  const { source, folder, publisher } = await school();
  source.add('other', []);
  await publisher.build();
  const record = () =>
    readFileSync(join(folder, paths.record(source.organisations.get('other')?.access.handle as never)), 'utf8'); // it is one
  const [before, pointer] = [record(), readPointer(folder, 'school')];
  change(source);
  const published = publisher.publish('school');
  await expect(published).rejects.toThrow(BrokenSourceError);
  await expect(published).rejects.toThrow(message);
  expect([record(), readPointer(folder, 'school')]).toEqual([before, pointer]);
});

test('a store of another source is refused, and so is one with organisations but no store record', async () => {
  const { publisher, store } = await school();
  await publisher.build();
  const other = createPublisher({ store, source: memorySource('other'), now: Date.now });
  await expect(other.build()).rejects.toThrow(StoreMismatchError);
  await store.remove([paths.storeRecord]);
  const again = createPublisher({ store, source: memorySource(), now: Date.now });
  await expect(again.build()).rejects.toThrow(StoreMismatchError);
});

test('the removal of all four organisations at once is held until it is approved', async () => {
  const { source, folder, store, publisher } = await school();
  for (const id of ['a', 'b', 'c']) source.add(id, []);
  await publisher.build();
  source.organisations.clear();
  expect(await publisher.build()).toMatchObject({ removed: [], held: ['a', 'b', 'c', 'school'] });
  expect(readPointer(folder, 'school').fence).toBe(1);
  const approving = createPublisher({ store, source, now: Date.now, removesInBulk: true });
  expect((await approving.build()).removed.sort()).toEqual(['a', 'b', 'c', 'school']);
  expect(await store.listNames(paths.organisations)).toEqual([]);
});

test('a watcher publishes an organisation at its start, retries a failure, removes it, and publishes it again when it is created again', async () => {
  const { source, folder, key, publisher, store } = await school();
  const stop = new AbortController();
  const failed: string[] = [];
  const watching = publisher.watch(stop.signal, { poll: 5, failed: (what) => failed.push(what) });
  const fence = () => {
    try {
      return readPointer(folder, 'school').fence;
    } catch {
      return null;
    }
  };
  await waitUntil('it is published', () => fence() === 1);
  let works = false;
  source.change('school', ({ documents }) =>
    documents.set('version-1', () => {
      if (!works) throw new Error('not now');
      return { document: { ...smallTimetable(), orgId: 'school' } };
    }),
  );
  await waitUntil('it failed', () => failed.includes('publishing documents of organisation school'));
  works = true;
  await waitUntil('it is tried again', () => fence() === 2);
  source.organisations.delete('school');
  await waitUntil('it is gone', async () => (await store.listNames(paths.organisations)).length === 0);
  const created = source.add('school', documents());
  await waitUntil('it is there again', () => fence() === 1);
  const list = await serving(folder);
  await waitUntil('its new key opens it', async () => (await list(created)).status === 200);
  expect((await list(key)).status).toBe(401);
  stop.abort();
  await watching;
  expect(source.open).toBe(0);
  expect(JSON.parse(Buffer.from((await store.read(paths.publisher)) ?? '').toString())).toMatchObject({
    watching: true,
  });
  expect(readPointer(folder, 'school').organisationId).toBe(org('school'));
});

test('a watcher removes what an earlier process published, also after a call of publish', async () => {
  const { source, publisher, store } = await school();
  source.add('other', []);
  await publisher.build();
  source.organisations.delete('other');
  const next = createPublisher({ store, source, now: Date.now });
  await next.publish('school');
  const stop = new AbortController();
  const watching = next.watch(stop.signal, { poll: 5 });
  await waitUntil('the other to go', async () => (await store.listNames(paths.organisations)).join() === 'school');
  stop.abort();
  await watching;
});
