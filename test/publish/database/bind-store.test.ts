// Which database may publish to which store: bound pairs, new pairs, and every kind of mismatch.

import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { OpenDatabase } from '../../../src/database/connect/open-database.ts';
import { readStoreBinding } from '../../../src/database/store-binding.ts';
import { BrokenRecordError, exitCodeOf, exitCodes, StoreMismatchError } from '../../../src/errors.ts';
import { paths } from '../../../src/snapshot/paths.ts';
import { folderStore } from '../../../src/store/folder/folder-store.ts';
import type { Store } from '../../../src/store/store.ts';
import { copyPublished } from '../../../src/verify/copy-published.ts';
import { copyStoreRecord } from '../../../src/verify/copy-store-record.ts';
import { bindingOf, watch } from '../../support/belfry.ts';
import { createSchools, publisherInto, runBuild } from '../../support/fault-schools.ts';
import { readRecord } from '../../support/record-places.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { openTestDatabase } from '../../support/test-database.ts';
import { waitUntil } from '../../support/wait-until.ts';

let open: OpenDatabase;
let folder: string;
let store: Store;
beforeEach(async () => {
  open = await openTestDatabase();
  folder = await temporaryFolder();
  store = folderStore(folder);
});
afterEach(() => open.close());

const bindingTo = (target = store, database = open) => bindingOf(database, target);
const another = async () => {
  const other = await openTestDatabase();
  onTestFinished(() => other.close());
  return other;
};
const publishSchools = async (ids: string[], database = open, into = folder) => {
  await createSchools(database.database, ids);
  await runBuild(publisherInto(into), database.database, 'everything');
};
const pending = async () => (await open.database.selectFrom('pending_change').select('seq').execute()).length;

test('a new database and a new store are bound and stay bound', async () => {
  const storeId = await bindingTo().ensure();
  expect(await bindingTo().ensure()).toBe(storeId);
  const record = JSON.parse(readFileSync(join(folder, paths.storeRecord), 'utf8'));
  const { databaseId } = (await readStoreBinding(open.database)) ?? {};
  expect(record).toEqual({ formatVersion: 2, storeId, databaseId, database: open.location });
  expect(record.database).not.toMatch(/postgres:\/\/|@/);
});

test('commands that bind a new pair at the same time agree', async () => {
  const ids = await Promise.all(Array.from({ length: 8 }, () => bindingTo().ensure()));
  expect(new Set(ids).size).toBe(1);
});

describe('a mismatch is refused by every command, and nothing is written', () => {
  test.each<[string, () => Promise<void>, RegExp, boolean]>([
    [
      'the store of another database',
      async () => {
        await bindingTo(store, await another()).ensure();
      },
      /store .* belongs to the database/,
      true,
    ],
    [
      'an empty store, and a database that publishes elsewhere',
      async () => {
        await bindingTo(folderStore(await temporaryFolder())).ensure();
      },
      /database .* publishes to .*\n.*is empty/,
      false,
    ],
    [
      'an empty store, and a database that published before there were bindings',
      async () => publishSchools(['north'], open, await temporaryFolder()),
      /is not bound to a store yet\n.*is empty/,
      false,
    ],
    [
      'a store of an earlier release, and an empty database',
      async () => publishSchools(['north'], await another()),
      /organisations that this database does not have/,
      true,
    ],
    [
      'a store of an earlier release, and a database that shares only the demo school with it',
      async () => {
        await publishSchools(['demo', 'north', 'south'], await another());
        await createSchools(open.database, ['demo']);
      },
      /organisations that this database does not have/,
      true,
    ],
    [
      'a copy',
      async () => {
        const source = folderStore(await temporaryFolder());
        await bindingTo(source).ensure();
        await copyStoreRecord(source, store, randomUUID);
      },
      /is a copy/,
      false,
    ],
  ])('%s', async (_, prepare, said, taken) => {
    await prepare();
    const [recordBefore, bindingBefore] = [await store.read(paths.storeRecord), await readStoreBinding(open.database)];
    await expect(bindingTo().ensure()).rejects.toThrow(StoreMismatchError);
    await expect(bindingTo().ensure()).rejects.toThrow(said);
    expect(await store.read(paths.storeRecord)).toEqual(recordBefore);
    expect(await readStoreBinding(open.database)).toEqual(bindingBefore);
    if (bindingBefore !== null || recordBefore !== null)
      await expect(bindingTo().check()).rejects.toThrow(StoreMismatchError);

    if (taken) await expect(bindingTo().bind(false)).rejects.toThrow(/npm run bind -- --force/);
    const { storeId } = await bindingTo().bind(taken);
    expect(await bindingTo().ensure()).toBe(storeId);
  });
});

test('an upgraded database is bound to the store that it published to before', async () => {
  await publishSchools(['north', 'south']);
  await bindingTo().ensure();
  expect(await pending()).toBe(0);
});

test('binding that was interrupted between the store and the database is completed', async () => {
  await bindingTo().ensure();
  await open.database.updateTable('store_binding').set({ store_id: null, store_location: null }).execute();
  await bindingTo().ensure();
  expect(await readStoreBinding(open.database)).toMatchObject({ storeLocation: store.location });
});

test('a key revoked between copying a store and binding to the copy is revoked in the copy', async () => {
  const source = await temporaryFolder();
  await bindingTo(folderStore(source)).ensure();
  await publishSchools(['north'], open, source);
  await copyStoreRecord(folderStore(source), store, randomUUID);
  await copyPublished(folderStore(source), store);
  const suspended = { access: 'suspended' } as const;
  await open.database.updateTable('organisation').set(suspended).where('id', '=', 'north').execute();
  await runBuild(publisherInto(source), open.database);
  expect(await pending()).toBe(0);

  await bindingTo().bind(false);
  await runBuild(publisherInto(folder), open.database);
  expect(readRecord(folder, 'north').access?.state).toBe('suspended');
  await expect(bindingTo(folderStore(source)).ensure()).rejects.toThrow(StoreMismatchError);
});

test('copying into the store of another database is refused', async () => {
  const source = folderStore(await temporaryFolder());
  await bindingTo(source).ensure();
  await bindingTo(store, await another()).ensure();
  await expect(copyStoreRecord(source, store, randomUUID)).rejects.toThrow(StoreMismatchError);
});

test.each(['emptied', 'cut short', 'noise'])(
  'a record that is %s is no mismatch, and nothing is written',
  async (how) => {
    const storeId = await bindingTo().ensure();
    const path = join(folder, paths.storeRecord);
    const whole = readFileSync(path);
    const damaged = { emptied: Buffer.of(), 'cut short': whole.subarray(0, 40), noise: Buffer.alloc(200, 0xa5) }[how];
    await writeFile(path, damaged ?? '');
    const { ensure, check, bind } = bindingTo();
    for (const command of [ensure, check, () => bind(false)]) {
      const error = await command().catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(BrokenRecordError);
      expect(exitCodeOf(error)).toBe(exitCodes.outOfReach);
      expect(String(error)).toMatch(/store\.json of .* cannot be read.*npm run bind -- --force/);
    }
    expect(readFileSync(path)).toEqual(damaged);
    await writeFile(path, whole);
    expect(await bindingTo().ensure()).toBe(storeId);
    await writeFile(path, damaged ?? '');
    await bindingTo().bind(true);
    await bindingTo().ensure();
  },
);

test('a record that is read wrongly once is read again', async () => {
  const storeId = await bindingTo().ensure();
  for (const wrong of ['', '{"formatVersion":2', '<html></html>']) {
    let left = 1;
    const read: Store['read'] = async (path) => (left-- > 0 ? Buffer.from(wrong) : store.read(path));
    expect(await bindingTo({ ...store, read }).ensure()).toBe(storeId);
  }
});

/** Watches a bound store with a school, and collects what fails. */
async function watchBound(database: OpenDatabase, watched: string, through: (store: Store) => Store = (same) => same) {
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  const events: string[] = [];
  const watchedStore = folderStore(watched);
  await bindingTo(watchedStore, database).ensure();
  await publishSchools(['north'], database, watched);
  await watchedStore.remove([paths.publisher]);
  const publisher = publisherInto(through(watchedStore));
  const ended = watch(publisher, database, stop.signal, (event) => events.push(event)).catch((error: unknown) => error);
  await waitUntil('a heartbeat', async () => (await watchedStore.read(paths.publisher)) !== null);
  const failures = () => events.filter((event) => event.startsWith('failed'));
  return { watchedStore, ended, failures, stop };
}

test('a watcher whose store is replaced by another ends, and writes no more heartbeats', async () => {
  const { watchedStore, ended } = await watchBound(open, folder);
  await rm(join(folder, paths.storeRecord));
  await bindingTo(watchedStore).bind(true);
  await watchedStore.remove([paths.publisher]);
  const error = await ended;
  expect(error).toBeInstanceOf(StoreMismatchError);
  expect(String(error)).toContain(`${folder} is no longer the store that was watched`);
  expect(await watchedStore.read(paths.publisher)).toBeNull();
});

test.each<[string, (path: string) => Promise<unknown>, RegExp]>([
  ['missing', (path) => rm(path), /store\.json of .* is missing.*Mount or restore the store.*npm run bind`/],
  ['damaged', (path) => writeFile(path, '{"for'), /store\.json of .* cannot be read.*npm run bind -- --force`/],
])(
  'while the record is %s a watcher says so and publishes nothing, and goes on when it is back',
  async (_, harm, said) => {
    const { watchedStore, ended, failures, stop } = await watchBound(open, folder);
    const path = join(folder, paths.storeRecord);
    const whole = readFileSync(path);
    await harm(path);
    await waitUntil('it says so', () => failures().some((failure) => said.test(failure)));
    await open.database.updateTable('organisation').set({ access: 'suspended' }).execute();
    await sleep(1_000);
    const state = () => readRecord(folder, 'north').access?.state;
    expect([state(), await pending()]).not.toEqual(['suspended', 0]);
    expect(state()).toBe('active');
    await writeFile(path, whole);
    await waitUntil('it is published', () => state() === 'suspended');
    stop.abort();
    expect(await ended).toBeUndefined();
    expect(await watchedStore.read(path.slice(folder.length + 1))).toEqual(whole);
  },
);

test('a watcher that reads the record wrongly once goes on', async () => {
  let wrong = 0;
  const { watchedStore, ended, failures, stop } = await watchBound(open, folder, (real) => ({
    ...real,
    read: async (path) => {
      if (path === paths.storeRecord && wrong > 0 && wrong-- > 0) return Buffer.from('{"formatVersion":2,"sto');
      return real.read(path);
    },
  }));
  wrong = 1;
  await waitUntil('it is read', () => wrong === 0);
  await watchedStore.remove([paths.publisher]);
  await waitUntil('a heartbeat', async () => (await watchedStore.read(paths.publisher)) !== null);
  expect(failures()).toEqual([]);
  stop.abort();
  expect(await ended).toBeUndefined();
});
