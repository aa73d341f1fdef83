// Keys that leave the database in every way that a key can: none of them may go on opening anything.

import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { OpenDatabase } from '../../src/database/open-database.ts';
import { setAccess } from '../../src/publish/change-access.ts';
import { publishAccessChanges } from '../../src/publish/publish-claimed.ts';
import type { Publisher } from '../../src/publish/publish-organisation.ts';
import { paths } from '../../src/snapshot/paths.ts';
import { expectConverged } from '../support/expect-converged.ts';
import { createSchools, newKeyOf, publisherInto, runBuild } from '../support/fault-schools.ts';
import { runningServer } from '../support/running-server.ts';
import { steppingStore } from '../support/stepping-store.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { openTestDatabase } from '../support/test-database.ts';

let open: OpenDatabase;
let folder: string;
let publisher: Publisher;
let key: { id: string; key: string };

beforeAll(async () => {
  open = await openTestDatabase();
});
afterAll(() => open.close());
beforeEach(async () => {
  await open.database.deleteFrom('organisation').execute();
  await createSchools(open.database, ['north', 'south']);
  folder = await temporaryFolder();
  publisher = publisherInto(folder);
  await runBuild(publisher, open.database, 'everything');
  key = await newKeyOf(open.database, publisher, 'north');
});

const run = (statement: string) => sql.raw(statement).execute(open.database);
const recordIsThere = () =>
  existsSync(join(folder, paths.keyRecord(createHash('sha256').update(key.key).digest('hex'))));

test.each([
  ['deleted', `delete from api_key`],
  ['emptied with their table', 'truncate api_key'],
  ['emptied with all organisations', 'truncate organisation cascade'],
  ['deleted with their organisation', `delete from organisation where id = 'north'`],
])('keys that are %s are refused after the next build', async (_, statement) => {
  await run(statement);
  await runBuild(publisher, open.database);
  expect(recordIsThere()).toBe(false);
  await expectConverged(open.database, folder);
});

test('a key deleted where no trigger sees it is refused once mark_access_changed was called', async () => {
  await run(`alter table api_key disable trigger user; delete from api_key; alter table api_key enable trigger user;
    select mark_access_changed('north')`);
  await runBuild(publisher, open.database);
  expect(recordIsThere()).toBe(false);
});

test('a deleted key is refused when a command publishes the organisation before the watcher does', async () => {
  await run('delete from api_key');
  await setAccess(open.database, publisher, 'north', { api_enabled: true });
  expect(recordIsThere()).toBe(false);
});

test.each([
  ['north', 'south'],
  ['south', 'north'],
])('a key given to another organisation stays good, whichever is published first (%s)', async (...order) => {
  await run(`update api_key set organisation_id = 'south'`);
  for (const id of order) await publishAccessChanges(publisher, open.database, id);
  expect(recordIsThere()).toBe(true);
  await expectConverged(open.database, folder);
});

test('while an organisation goes, its keys are answered with 200 or 401 and never with an error', async () => {
  const server = await runningServer(folder);
  const statuses: number[] = [];
  const ask = async () => {
    const { status } = await server.call({
      path: '/api/v1/timetables',
      headers: { Authorization: `Bearer ${key.key}` },
    });
    statuses.push(status);
  };
  await ask();
  await run(`delete from organisation where id = 'north'`);
  await runBuild(publisherInto(steppingStore(publisher.store, ask)), open.database);
  expect([...new Set(statuses)]).toEqual([200, 401]);
});

test.each(['infinity', '290000-01-01', '-infinity', '0044-03-15 BC', '10000-01-01'])(
  'an expiry of %s holds nobody up',
  async (moment) => {
    const other = await newKeyOf(open.database, publisher, 'north');
    await sql`update api_key set expires_at = ${moment}::timestamptz where id = ${other.id}`.execute(open.database);
    await run(`update api_key set revoked_at = now() where id = '${key.id}'`);
    await runBuild(publisher, open.database);
    const server = await runningServer(folder);
    const ask = async (each: string) =>
      (await server.call({ path: '/api/v1/timetables', headers: { Authorization: `Bearer ${each}` } })).status;
    expect(await ask(key.key)).toBe(401);
    expect(await ask(other.key)).toBe(/^(-inf|0044)/.test(moment) ? 401 : 200);
  },
);
