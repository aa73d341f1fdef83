// A removal that would empty the store needs approval; the removal of a single organisation does not. `emptied-relations.server.test.ts`
// tries the last one of a view.

import { existsSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { readStatus } from '../../src/control/publication/read-status.ts';
import { isBulk, isNearlyAll } from '../../src/publish/judge-removals.ts';
import { readHeartbeat } from '../../src/snapshot/heartbeat.ts';
import type { Publisher } from '../support/belfry.ts';
import { withoutFences } from '../support/expect-converged.ts';
import {
  createSchools,
  newKeyOf,
  pendingCount,
  publisherInto,
  runBuild,
  untilQueueIsEmpty,
} from '../support/fault-schools.ts';
import { keepTables } from '../support/keep-tables.ts';
import { hashOfKey } from '../support/published-folder.ts';
import { readFiles } from '../support/published-school.ts';
import { readRecord, recordPath } from '../support/record-places.ts';
import { startWatch } from '../support/start-watch.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { useTestDatabase } from '../support/test-database.ts';
import { combine } from '../support/thoroughness.ts';
import { waitUntil } from '../support/wait-until.ts';
import { whenFileEnds } from '../support/when-file-ends.ts';

const schools = ['east', 'north', 'south', 'west', 'centre'];
const open = useTestDatabase();
const keys = new Map<string, string>();
let published: string;
let putBack: () => Promise<void>;
beforeAll(async () => {
  published = await temporaryFolder(whenFileEnds);
  await createSchools(open.database, schools);
  await runBuild(publisherInto(published), open.database, 'everything');
  for (const id of schools) keys.set(id, (await newKeyOf(open.database, publisherInto(published), id)).key);
  putBack = await keepTables(open.database);
});

let folder: string;
let publisher: Publisher;
beforeEach(async () => {
  await putBack();
  folder = await temporaryFolder();
  await cp(published, folder, { recursive: true });
  publisher = publisherInto(folder);
});

const readHeld = async () => (await readStatus(open.database, publisher.store, Date.now())).held;
const run = (statement: string) => sql.raw(statement).execute(open.database);
const keyIsThere = (school: string) => {
  const known = isThere(school) ? readRecord(folder, school).access?.keys : undefined;
  return Object.hasOwn(known ?? {}, hashOfKey(keys.get(school) ?? ''));
};
const isThere = (school: string) => existsSync(join(folder, recordPath(school)));
const shown = () => schools.filter((school) => isThere(school) && keyIsThere(school));
/** The published files, without the ids of the transactions that wrote them. */
const files = () =>
  new Map([...readFiles(folder, '{records,organisations}/**')].map(([path, text]) => [path, withoutFences(text)]));

test('more than 3 organisations, or half of all, is bulk; a single one never is', () => {
  expect(isBulk(1, 1)).toBe(false);
  expect(isBulk(2, 4)).toBe(false);
  expect(isBulk(2, 3)).toBe(true);
  expect(isBulk(3, 100)).toBe(false);
  expect(isBulk(4, 100)).toBe(true);
});

test('an organisation that keeps less than a quarter of its versions loses nearly all', () => {
  expect([isNearlyAll(1, 0), isNearlyAll(2, 0), isNearlyAll(5, 1), isNearlyAll(9, 2)]).not.toContain(false);
  expect([isNearlyAll(0, 0), isNearlyAll(1, 1), isNearlyAll(2, 1), isNearlyAll(4, 1)]).not.toContain(true);
});

const massRemovals = [
  ['all organisations deleted', 'delete from organisation'],
  ['all tables emptied', 'truncate organisation cascade'],
  ['four of five organisations deleted', `delete from organisation where id <> 'north'`],
  [
    'all deleted with triggers disabled',
    'set session_replication_role = replica; delete from organisation; set session_replication_role = origin',
  ],
] as const;

test.each(
  combine(massRemovals, ['due', 'everything'] as const).map(
    ([[name, statement], plan]) => [name, plan, statement] as const,
  ),
)('%s: a build (%s) removes nothing until it is approved', async (_, plan, statement) => {
  const before = files();
  await run(statement);
  const { held, deleted, strays } = await runBuild(publisher, open.database, plan);
  expect([deleted, strays]).toEqual([[], []]);
  expect(files()).toEqual(before);
  const isQueued = !statement.includes('replica');
  if (!isQueued && plan === 'due') return; // such a build reads only the queue
  expect(held.length).toBeGreaterThan(3);
  expect(await readHeld()).toEqual({ organisations: held });

  await runBuild({ ...publisher, removesInBulk: true }, open.database, plan);
  expect(shown()).toEqual(statement.includes(`'north'`) ? ['north'] : []);
  expect(await readHeld()).toEqual({ organisations: [] });
  expect(await pendingCount(open.database)).toBe(0);
});

test('a watcher holds a mass removal, reports it, and publishes everything else', async () => {
  const before = files();
  const watch = startWatch(publisher, open);
  await run(`delete from organisation where id <> 'north'`);
  await waitUntil('four to be held', async () => (await readHeld()).organisations.length === 4);
  await waitUntil('the log to report it', async () =>
    watch.events.some((line) => /east.*npm run build -- --remove/.test(line)),
  );
  expect(files()).toEqual(before);
  expect(await pendingCount(open.database)).toBe(0);
  await waitUntil(
    'the heartbeat to count them',
    async () => (await readHeartbeat(publisher.store))?.attention.count === 4,
  );

  // A revocation is published at once, and so is an organisation that comes back.
  await run(`update organisation set access = 'suspended' where id = 'north'`);
  await createSchools(open.database, ['east']);
  await untilQueueIsEmpty(open.database);
  expect(readRecord(folder, 'north').access?.state).toBe('suspended');
  expect(schools.filter(isThere)).toEqual(schools);
  // It is another organisation of that name: the keys of the deleted one do not work any more.
  expect(keyIsThere('east')).toBe(false);
});

test('a watcher removes single organisations and keys without approval', async () => {
  const watch = startWatch(publisher, open);
  await run(`delete from organisation where id = 'east'`);
  await waitUntil('the organisation to go', async () => !isThere('east') && !keyIsThere('east'));
  await run(`delete from api_key where organisation_id = 'south'`);
  await waitUntil('the key to go', async () => !keyIsThere('south'));
  await watch.stop();
  expect(shown()).toEqual(['north', 'west', 'centre']);
  expect(watch.events.filter((line) => line.startsWith('failed'))).toEqual([]);
});

test.each([
  ['deleted', 'delete from api_key'],
  ['truncated', 'truncate api_key'],
])('all keys %s are refused without approval, since that fails closed', async (_, statement) => {
  await run(statement);
  expect((await runBuild(publisher, open.database)).held).toEqual([]);
  expect(schools.filter(keyIsThere)).toEqual([]);
  expect(schools.filter(isThere)).toEqual(schools);
});

test('organisations that were deleted and created again are published, and no removal is held', async () => {
  await run('delete from organisation');
  await runBuild(publisher, open.database);
  await createSchools(open.database, schools);
  await runBuild(publisher, open.database);
  expect(schools.filter(isThere)).toEqual(schools);
  expect((await readHeld()).organisations).toEqual([]);
});
