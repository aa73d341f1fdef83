// Keys deleted from the database in several ways: none of them may work afterwards.

import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { parseOrganisationId as org } from '../../src/access/ids.ts';
import { readRecordById } from '../../src/snapshot/stored-organisation.ts';
import { setAccess } from '../support/belfry.ts';
import { hashOfKey } from '../support/published-folder.ts';
import { everything } from '../support/published-school.ts';
import { runningServer } from '../support/running-server.ts';
import { steppingStore } from '../support/stepping-store.ts';
import { usePublishedSchools } from '../support/use-published-schools.ts';

const schools = usePublishedSchools(['north', 'south']);
const { open } = schools;
let key: { id: string; key: string };

beforeEach(async () => {
  key = await schools.newKey('north');
});

const isKnown = async () => {
  const { record } = await readRecordById(schools.store, org('north'));
  return Object.hasOwn(record?.access?.keys ?? {}, hashOfKey(key.key));
};

test.each([
  ['deleted', `delete from api_key`],
  ['truncated', 'truncate api_key'],
  ['truncated with all organisations', 'truncate organisation cascade'],
  ['deleted with their organisation', `delete from organisation where id = 'north'`],
])('keys that are %s are not in the record after the next build', async (_, statement) => {
  await schools.run(statement);
  // An operator has approved the removal.
  await schools.build('due', { removesInBulk: true });
  expect(await isKnown()).toBe(false);
  await schools.expectConverged();
});

test('a key deleted while triggers are disabled is removed after mark_access_changed was called', async () => {
  await schools.run(`alter table api_key disable trigger user; delete from api_key; alter table api_key enable trigger user;
    select mark_access_changed('north')`);
  await schools.build();
  expect(await isKnown()).toBe(false);
});

test('a deleted key is removed by a command that publishes the organisation before the watcher does', async () => {
  await schools.run('delete from api_key');
  await setAccess(open.database, schools.publisher, 'north', { api_enabled: true });
  expect(await isKnown()).toBe(false);
});

test.each([
  ['north', 'south'],
  ['south', 'north'],
])('a key that was moved to another organisation is refused, whichever is published first (%s)', async (...order) => {
  await schools.run(`alter table api_key disable trigger keep_key_owner; update api_key set organisation_id = 'south';
    alter table api_key enable trigger keep_key_owner`);
  for (const id of order) await schools.build(new Map([[id, everything]]));
  expect(await isKnown()).toBe(false);
  const server = await runningServer(schools.folder);
  const headers = { Authorization: `Bearer ${key.key}` };
  expect((await server.call({ path: '/api/v1/timetables', headers })).status).toBe(401);
  await schools.expectConverged();
});

test('while an organisation is removed, requests with its keys get 200 or 401 and never a 500', async () => {
  const server = await runningServer(schools.folder);
  const statuses: number[] = [];
  const ask = async () => {
    const { status } = await server.call({
      path: '/api/v1/timetables',
      headers: { Authorization: `Bearer ${key.key}` },
    });
    statuses.push(status);
  };
  await ask();
  await schools.run(`delete from organisation where id = 'north'`);
  await schools.build('due', { store: steppingStore(schools.store, ask) });
  expect([...new Set(statuses)]).toEqual([200, 401]);
});

test('an infinite expiry or one after the year 9999 or BC applies, and delays no revocation', async () => {
  const expected = { infinity: 200, '290000-01-01': 200, '10000-01-01': 200, '-infinity': 401, '0044-03-15 BC': 401 };
  const others = new Map<string, string>();
  for (const moment of Object.keys(expected)) {
    const other = await schools.newKey('north');
    await sql`update api_key set expires_at = ${moment}::timestamptz where id = ${other.id}`.execute(open.database);
    others.set(moment, other.key);
  }
  await schools.run(`update api_key set revoked_at = now() where id = '${key.id}'`);
  await schools.build();
  const server = await runningServer(schools.folder);
  const ask = async (each: string) =>
    (await server.call({ path: '/api/v1/timetables', headers: { Authorization: `Bearer ${each}` } })).status;
  expect(await ask(key.key)).toBe(401);
  const given = [];
  for (const [moment, each] of others) given.push([moment, await ask(each)]);
  expect(Object.fromEntries(given)).toEqual(expected);
});
