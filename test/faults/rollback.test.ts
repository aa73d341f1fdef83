// Going back to an earlier snapshot: until the next change or build, visible meanwhile, and never to something broken.

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Timetable } from '../../src/contract/types.generated.ts';
import type { OpenDatabase } from '../../src/database/open-database.ts';
import type { Publisher } from '../../src/publish/publish-organisation.ts';
import { readStatus } from '../../src/publish/read-status.ts';
import { rollBack } from '../../src/publish/roll-back.ts';
import { encodingNames, paths } from '../../src/snapshot/paths.ts';
import { expectConverged } from '../support/expect-converged.ts';
import {
  createSchools,
  describeVersion,
  newKeyOf,
  pendingCount,
  publisherInto,
  renameTeacher,
  runBuild,
} from '../support/fault-schools.ts';
import { folderPlace } from '../support/published-place.ts';
import { startReaders } from '../support/published-readers.ts';
import { readData, readPointer } from '../support/published-school.ts';
import { startWatch } from '../support/start-watch.ts';
import { steppingStore } from '../support/stepping-store.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { openTestDatabase } from '../support/test-database.ts';
import { waitUntil } from '../support/wait-until.ts';

let open: OpenDatabase;
let folder: string;
let publisher: Publisher;

beforeAll(async () => {
  open = await openTestDatabase();
});
afterAll(() => open.close());
beforeEach(async () => {
  await open.database.deleteFrom('organisation').execute();
  await createSchools(open.database, ['north']);
  folder = await temporaryFolder();
  publisher = publisherInto(folder);
  await runBuild(publisher, open.database, 'everything');
  for (const text of ['second', 'third']) {
    await describeVersion(open.database, 'north-v1', text);
    await runBuild(publisher, open.database);
  }
});

const shownText = () => readData<Timetable>(folder, 'north', 'north-v1')[0]?.description;

test('without a generation it goes to the one before, as a new generation that says so', async () => {
  const readers = await startReaders({
    place: folderPlace(folder),
    keys: new Map([['north', (await newKeyOf(open.database, publisher, 'north')).key]]),
  });
  expect(await rollBack(publisher, open.database, 'north', undefined)).toEqual({ generation: 4, rolledBackTo: 2 });
  expect(shownText()).toBe('second');
  const { organisations } = await readStatus(open.database, publisher.store, Date.now());
  expect(organisations[0]?.pointer).toMatchObject({ generation: 4, rolledBackTo: 2 });
  await readers.stop();
});

test('to a named generation it goes there, and stays there when a watcher starts and nothing changes', async () => {
  await rollBack(publisher, open.database, 'north', 1);
  expect(shownText()).toBe('');
  const watching = startWatch(publisher, open);
  await waitUntil('it has given a sign of life', async () => (await publisher.store.read(paths.publisher)) !== null);
  await watching.stop();
  expect(shownText()).toBe('');
});

test('the next change ends it, and brings every version up to date', async () => {
  await rollBack(publisher, open.database, 'north', 1);
  startWatch(publisher, open);
  await renameTeacher(open.database, 'north', 'Grace');
  await waitUntil('nothing is pending', async () => (await pendingCount(open.database)) === 0);
  expect(shownText()).toBe('third');
  expect(readPointer(folder, 'north').rolledBackTo).toBeNull();
  await expectConverged(open.database, folder);
});

test('a bare build ends it', async () => {
  await rollBack(publisher, open.database, 'north', 1);
  await runBuild(publisher, open.database);
  expect(shownText()).toBe('third');
  await expectConverged(open.database, folder);
});

test('a bare build ends it even when the process that rolled back died right after the swap', async () => {
  const dying = steppingStore(publisher.store, ({ path }, moment) => {
    if (path === paths.pointer('north') && moment === 'after') throw new Error('killed');
  });
  await rollBack(publisherInto(dying), open.database, 'north', 1).catch(() => {});
  expect(readPointer(folder, 'north').rolledBackTo).toBe(1);
  await runBuild(publisher, open.database);
  await expectConverged(open.database, folder);
});

test.each([0, 3, 99])('to generation %i, which is not kept, it is refused and nothing changes', async (generation) => {
  await expect(rollBack(publisher, open.database, 'north', generation)).rejects.toThrow('kept are 2, 1');
  expect(readPointer(folder, 'north').generation).toBe(3);
});

test.each(encodingNames)(
  'to a generation whose %s file is gone it is refused and nothing changes',
  async (encoding) => {
    const first = await publisher.store.read(paths.earlierPointer('north', 1));
    const { timetables } = JSON.parse(Buffer.from(first ?? []).toString());
    rmSync(join(folder, paths.file('north', 'north-v1', timetables['north-v1'].hash, encoding)));
    await expect(rollBack(publisher, open.database, 'north', 1)).rejects.toThrow('not whole any more');
    expect(readPointer(folder, 'north').generation).toBe(3);
  },
);
