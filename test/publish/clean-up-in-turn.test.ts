// Earlier generations expire even if nothing is published: a watcher and a build clean up organisations that do not
// change.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { parseOrganisationId as org } from '../../src/access/ids.ts';
import { StoreError } from '../../src/errors.ts';
import { readHeartbeat } from '../../src/snapshot/heartbeat.ts';
import { listGenerations } from '../../src/snapshot/load-published.ts';
import { paths } from '../../src/snapshot/paths.ts';
import { build, cleanUpInTurn, publisherOf } from '../support/belfry.ts';
import { publisherInto, runBuild } from '../support/fault-schools.ts';
import { recordPath } from '../support/record-places.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { usePublishedSchools } from '../support/use-published-schools.ts';
import { waitUntil } from '../support/wait-until.ts';

const day = 86_400_000;
const ids = ['north', 'south'];

const schools = usePublishedSchools(ids);
const { open } = schools;
/** With the clock so many days ahead. */
const after = (days: number) => ({ now: () => Date.now() + days * day });
const kept = async () => (await Promise.all(ids.map((id) => listGenerations(schools.store, org(id))))).flat();

beforeEach(async () => {
  for (const id of ids) await schools.describe(`${id}-v1`, 'edited');
  await schools.build();
  expect(await kept()).toEqual([1, 1]);
});

test.each(['due', 'everything'] as const)(
  'a build (%s) removes generations older than 30 days although nothing changed',
  async (plan) => {
    await schools.build(plan, after(29));
    expect(await kept()).toEqual([1, 1]);
    const { organisations, removed } = await schools.build(plan, after(31));
    expect(organisations.filter(({ written }) => written.length > 0)).toEqual([]);
    expect(removed).toEqual(expect.arrayContaining(ids.map((id) => paths.earlierPointer(org(id), 1))));
    expect(await kept()).toEqual([]);
    await schools.expectConverged();
  },
);

test('a watcher removes generations older than 30 days although nothing changes', async () => {
  const watching = schools.watch(after(31));
  await waitUntil('the history of the first is gone', async () => (await kept()).length === 1);
  await watching.stop();
  expect(watching.events.filter((line) => line !== 'notified')).toEqual([]);
});

test('an organisation that another publisher works on does not hold up the next', async () => {
  const publisher = publisherOf({ ...schools.publisher, ...after(31) }, open);
  const { port } = publisher;
  const asked = new Set<string>();
  // Somebody is at work on each when it is asked for the first time.
  const protect: typeof port.protect = async (id, task) => {
    const isFirst = !asked.has(id);
    asked.add(id);
    return isFirst ? { state: 'busy' } : port.protect(id, task);
  };
  const stop = new AbortController();
  const sweeping = cleanUpInTurn({ ...publisher, port: { ...port, protect } }, stop.signal, expect.unreachable);
  await waitUntil('the history of one is gone', async () => (await kept()).length === 1, 20_000);
  stop.abort();
  await sweeping;
});

test('a clean-up that fails is reported as such, and leaves nothing failing', async () => {
  const { store } = schools;
  const list: typeof store.list = async (prefix) => {
    if (prefix.includes('north')) throw new StoreError('list', prefix, { cause: new Error('broken') });
    return store.list(prefix);
  };
  const failing = { ...schools.publisher, ...after(31), store: { ...store, list } };
  const { failures, removed } = await build(failing, open.database, 'everything');
  expect(failures).toEqual([{ organisationId: 'north', work: 'clean-up', error: expect.any(StoreError) }]);
  expect(removed).toContain(paths.earlierPointer(org('south'), 1));
  expect(await readHeartbeat(schools.store)).toMatchObject({ attention: { count: 0 } });
});

test('a broken record stops neither the build nor the clean-up of another organisation', async () => {
  await writeFile(join(schools.folder, recordPath('north')), '{"for');
  const { failures } = await build({ ...schools.publisher, ...after(31) }, open.database, 'due');
  expect([...new Set(failures.map(({ organisationId }) => organisationId))]).toEqual(['north']);
  expect(await listGenerations(schools.store, org('south'))).toEqual([]);
});

test('a build of everything removes the key files of release 0.1', async () => {
  const [old, elsewhere] = [`keys/ab/${'ab'.repeat(32)}.json`, 'site/index.html'];
  await schools.store.write([old, elsewhere].map((path) => ({ path, bytes: Buffer.from('{}') })));
  await schools.build('everything');
  expect(await schools.store.list('keys/')).toEqual([]);
  expect(await schools.store.read(elsewhere)).not.toBeNull();
  await schools.expectConverged();
});

test('the first build of everything removes the records of release 0.1', async () => {
  const first = publisherInto(await temporaryFolder());
  const old = ['access', 'current'].map((name) => `organisations/north/${name}.json`);
  await first.store.write(old.map((path) => ({ path, bytes: Buffer.from('{}') })));
  const { organisations, removed } = await runBuild(first, open.database, 'everything');
  expect(organisations.map(({ generation }) => generation)).toEqual([1, 1]);
  expect(removed.toSorted()).toEqual(old);
});
