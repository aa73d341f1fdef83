// The guide to links: its commands and its SQL are run unchanged, and what they made is read from a running server.
// @module-tag slow

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { storeCalendar } from '../../src/database/calendar/store-calendar.ts';
import { readCsv } from '../pages/viewer/read-csv.ts';
import { createGuideRoles } from '../support/create-guide-roles.ts';
import { openGuide } from '../support/open-guide.ts';
import { loadSchool } from '../support/published-school.ts';
import { commandEnvironment } from '../support/run-command.ts';
import { type RunningServer, runningServer } from '../support/running-server.ts';
import { smallCalendar } from '../support/small-calendar.ts';
import { publishedTimetable } from '../support/small-timetable.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { useTestDatabase } from '../support/test-database.ts';
import { whenFileEnds } from '../support/when-file-ends.ts';
import { runSnippet } from './run-snippet.ts';

const guide = openGuide('src/pages/my/README.md');
const create = guide.take('sh', '--all-classes');
const build = guide.take('sh', 'npm run build');
const list = guide.take('sh', 'links -- list');
const revoke = guide.take('sh', 'links -- revoke');
const createBySql = guide.take('sql', 'from unlinked, create_link');
const revokeBySql = guide.take('sql', 'select revoke_link');

const open = useTestDatabase();
let [folder, files] = ['', ''];
let server: RunningServer;
let environment: ReturnType<typeof commandEnvironment>;
beforeAll(async () => {
  [folder, files] = [await temporaryFolder(whenFileEnds), await temporaryFolder(whenFileEnds)];
  environment = commandEnvironment(open, folder);
  const { database } = open;
  await loadSchool(database, 'riverside', [publishedTimetable('v1', { orgId: 'riverside' })]);
  await storeCalendar(database, 'riverside', smallCalendar(), '');
  server = await runningServer(folder, { whenDone: whenFileEnds });
});

const run = (code: string) => runSnippet(code.replaceAll('classes.csv', join(files, 'classes.csv')), environment);
const statusOf = async (token: string) =>
  (await server.call({ path: '/api/v1/my', headers: { Authorization: `Bearer ${token}` } })).status;
const feedOf = async (token: string) => (await server.call({ path: `/ical/${token}.ics` })).body.toString();

test('every snippet is run here', () => {
  expect(guide.leftOver()).toEqual([]);
});

test('the school makes links for all classes, and revokes one of them', { tags: 'long' }, async () => {
  await run(build);
  expect(await run(create)).toMatch(/Created \d+ links, with their tokens in /);
  await run(build);
  const links = readCsv(readFileSync(join(files, 'classes.csv'), 'utf8').slice(1))
    .slice(1)
    .map(([kind = '', entityId = '', name = '', linkId = '', token = '']) => ({ kind, entityId, name, linkId, token }));
  expect(links.length).toBeGreaterThan(1);
  const [first = expect.unreachable(), ...others] = links;
  for (const { token } of links) expect(await statusOf(token)).toBe(200);
  expect(await feedOf(first.token)).toContain('BEGIN:VEVENT');
  const listed = await run(list);
  for (const { linkId } of links) expect(listed).toContain(linkId);
  await run(revoke.replace('LINK_ID', first.linkId));
  expect(await statusOf(first.token)).toBe(401);
  for (const { token } of others) expect(await statusOf(token)).toBe(200);
});

/** In the role that the guide names; the embedded server has none. */
async function urlOfVendor(): Promise<string> {
  if (inject('serverUrl') === null) return open.connectionString;
  const owner = new pg.Client({ connectionString: open.connectionString });
  await owner.connect();
  const roles = await createGuideRoles(owner, open.connectionString);
  onTestFinished(async () => {
    await roles.drop();
    await owner.end();
  });
  const [, role = ''] = /as the role \[`belfry_(\w+)`\]/.exec(guide.text) ?? [];
  return roles.urlOf(role);
}

test('the vendor makes links by SQL for those who have none, and ends them', { tags: 'long' }, async () => {
  const client = new pg.Client({ connectionString: await urlOfVendor() });
  await client.connect();
  try {
    await client.query("update link set revoked_at = now() where organisation_id = 'riverside'");
    const { rows } = await client.query<{ name: string; token: string }>(createBySql);
    expect(rows.length).toBeGreaterThan(1);
    expect((await client.query(createBySql)).rows).toEqual([]);
    await run(build);
    for (const { token } of rows) expect(await statusOf(token)).toBe(200);
    const { rows: of } = await client.query('select entity_id as id from link where revoked_at is null order by id');
    const ended = await client.query(revokeBySql.replace('class-7b', of[0].id));
    expect(ended.rowCount).toBe(1);
    await run(build);
    const statuses = await Promise.all(rows.map(({ token }) => statusOf(token)));
    expect(statuses.filter((status) => status === 401)).toHaveLength(1);
  } finally {
    await client.end();
  }
});
