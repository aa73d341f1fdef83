// The guide to Belfry's tables: its SQL is run on a database, its commands unchanged, and the result is read from a running
// server as a caller would.
// @module-tag slow

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { handleOfLinkToken } from '../../src/access/link-token.ts';
import { readCalendar } from '../../src/database/calendar/read-calendar.ts';
import type { OpenDatabase } from '../../src/database/connect/open-database.ts';
import { readDayChanges } from '../../src/database/days/read-day-changes.ts';
import { paths } from '../../src/snapshot/paths.ts';
import { parseLinkRecord } from '../../src/snapshot/read-record.ts';
import { openGuide } from '../support/open-guide.ts';
import { commandEnvironment } from '../support/run-command.ts';
import { type RunningServer, runningServer } from '../support/running-server.ts';
import { tellPath } from '../support/tell-path.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { openTestDatabase } from '../support/test-database.ts';
import { whenFileEnds } from '../support/when-file-ends.ts';
import { runSnippet } from './run-snippet.ts';

const guide = openGuide('src/database/README.md');
const school = guide.take('sql', 'insert into organisation');
const publish = guide.take('sh', '--organisation hillside');
const viewAndCopy = guide.take('sql', 'create view staff_for_belfry');
const trigger = guide.take('sql', 'create trigger copy_staff');
const marks = guide.take('sql', "select mark_changed('hillside'");
const calendar = guide.take('sql', 'insert into calendar_term');
const days = guide.take('sql', 'insert into day_change');
const replaceDays = guide.take('sql', 'select replace_days(');
const createKey = guide.take('sql', 'from create_api_key');
const revokeKey = guide.take('sql', 'select revoke_api_key');
const createLink = guide.take('sql', 'from create_link');
const revokeLink = guide.take('sql', 'select revoke_link');
const audited = guide.take('sql', 'belfry.actor');
const live = guide.take('sql', 'from version_publication');
guide.take('sh', 'create role'); // run by first-build.server.test.ts beside this

let open: OpenDatabase;
let folder: string;
let client: pg.Client;
let server: RunningServer;
beforeAll(async () => {
  open = await openTestDatabase();
  folder = await temporaryFolder(whenFileEnds);
  client = new pg.Client({ connectionString: open.connectionString });
  await client.connect();
  server = await runningServer(folder, { whenDone: whenFileEnds });
});
afterAll(async () => {
  await client?.end();
  await open?.close();
});

const environment = () => commandEnvironment(open, folder);
const pending = async () =>
  (await client.query('select what, subject from pending_change order by seq')).rows.map(({ what, subject }) =>
    subject === null ? what : `${what} ${subject}`,
  );
let key = '';
async function read(path: string) {
  const { status, body } = await server.call({ path, headers: { Authorization: `Bearer ${key}` } });
  expect(status).toBe(200);
  return JSON.parse(body.toString()).data;
}
const readTimetable = () => read('/api/v1/timetables/hillside-2026-v1');

test('every snippet is run here', () => {
  expect(guide.leftOver()).toEqual([]);
});

test('the guide names every table', async () => {
  const { rows } = await client.query("select tablename from pg_tables where schemaname = 'public'");
  const tables = rows.map(({ tablename }) => tablename).filter((name) => !name.startsWith('kysely_'));
  const section = /^## The tables\n(.*?)^## /ms.exec(guide.text)?.[1] ?? '';
  const named = [...section.matchAll(/^\| (`.*?`) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name),
  );
  expect(named.toSorted()).toEqual(tables.toSorted());
});

test('a small school is made by plain INSERTs and published', { tags: 'long' }, async () => {
  const began = performance.now();
  await client.query(school);
  const printed = await runSnippet(publish, environment());
  key = /belfry_\w+/.exec(printed)?.[0] ?? '';
  expect(await pending()).toEqual([]);
  expect(await read('/api/v1/timetables')).toMatchObject({ orgId: 'hillside', count: 1 });
  const document = await readTimetable();
  tellPath('own schema to the first timetable: rows by SQL', began);
  expect(document).toMatchObject({
    name: 'Autumn 2026',
    status: 'published',
    isCurrent: true,
    effectiveFrom: 20260901,
    effectiveTo: null,
    teachers: [{ localId: 'tch_1', entityId: 'staff-17', externalId: '17', name: 'Ada Byron' }],
    classes: [{ name: 'Class 7A', classTeacherId: 'tch_1' }],
    lessons: [
      { groups: [{ roomMode: 'all', roomIds: ['rom_1'] }], lessonConfigurations: [{ frequency: 1, length: 2 }] },
    ],
    lessonUnits: [
      { dayId: 'monday', periodIndex: 0, spanId: 'span-1' },
      { dayId: 'monday', periodIndex: 1, spanId: 'span-1' },
    ],
  });
  expect(printed).toMatch(/^hillside +1 /m);
});

test('a dashboard creates a key, with which the school is read, and revokes it', async () => {
  const { rows } = await client.query(createKey);
  await runSnippet('npm run build', environment());
  const status = async () =>
    (await server.call({ path: '/api/v1/timetables', headers: { Authorization: `Bearer ${rows[0].key}` } })).status;
  expect(await status()).toBe(200);
  // The snippet revokes every key of this name, and the other tests read with the first one.
  await client.query("update api_key set name = 'First' where id <> $1", [rows[0].id]);
  await client.query(revokeKey);
  await runSnippet('npm run build', environment());
  expect(await status()).toBe(401);
});

test('a dashboard creates a link, and revokes it', async () => {
  const { rows } = await client.query(createLink);
  const hash = createHash('sha256').update(rows[0].token).digest('hex');
  const isRevoked = async () => {
    await runSnippet('npm run build', environment());
    const handle = handleOfLinkToken(rows[0].token);
    const path = handle === null ? '' : paths.link(handle, hash);
    return parseLinkRecord(readFileSync(join(folder, path))).revoked;
  };
  expect(await isRevoked()).toBe(false);
  await client.query(revokeLink);
  expect(await isRevoked()).toBe(true);
});

test('an editor sees whether a version is live', async () => {
  await client.query("select mark_changed('hillside')");
  expect((await client.query(live)).rows).toEqual([
    { version_id: 'hillside-2026-v1', state: 'pending', since: expect.any(Date), reason: null },
  ]);
  await runSnippet('npm run build', environment());
});

test('a view and a copy: copying unchanged rows queues nothing', async () => {
  await client.query(viewAndCopy);
  const copy = viewAndCopy.slice(viewAndCopy.indexOf('insert into teacher'));
  await runSnippet('npm run build', environment());
  await client.query(copy);
  await client.query(copy);
  expect(await pending()).toEqual([]);
  const { rows } = await client.query("select name, is_active from teacher where id = 'staff-23'");
  expect(rows).toEqual([{ name: 'Mary Somerville', is_active: false }]);
});

test('a trigger of your own copies a change, which is queued and published', async () => {
  await client.query(trigger);
  expect(await pending()).toEqual(['version hillside-2026-v1']);
  await runSnippet('npm run build', environment());
  expect((await readTimetable()).teachers).toMatchObject([{ name: 'Ada Lovelace', shortName: 'AL' }]);
});

test('a change that no trigger sees is queued by hand', async () => {
  await client.query('set session_replication_role = replica');
  await client.query("update lesson_unit set locked = true where version_id = 'hillside-2026-v1'");
  await client.query('set session_replication_role = origin');
  expect(await pending()).toEqual([]);
  await client.query(marks);
  const kinds = ['organisation', 'access', 'key', 'link', 'calendar', 'days'];
  expect(await pending()).toEqual(['version hillside-2026-v1', ...kinds]);
  await runSnippet('npm run build', environment());
  expect((await readTimetable()).lessonUnits).toMatchObject([{ locked: true }, { locked: true }]);
});

test('an editor writes what is different on days, and replaces it', async () => {
  await client.query(days);
  expect(await pending()).toContain('days');
  const read = async () =>
    Object.values(await readDayChanges(open.database, 'hillside', 20261123, 20261127)).map((rows) => rows.length);
  expect(await read()).toEqual([3, 1, 1]);
  await client.query(replaceDays);
  expect(await read()).toEqual([0, 1, 0]);
});

test('an editor writes a calendar, each change of which is queued', async () => {
  await client.query(calendar);
  expect(await pending()).toContain('calendar');
  await open.database.transaction().execute(async (transaction) => {
    expect(await readCalendar(transaction, 'hillside')).toMatchObject({
      timeZone: 'Europe/Copenhagen',
      terms: [{ id: 'autumn' }, { id: 'spring' }],
      closures: [
        { id: 'camp', classEntityIds: ['7a'] },
        { id: 'october', classEntityIds: null },
      ],
      anchors: [{ date: 20260810, week: 1 }],
      exceptions: [
        { date: 20261128, kind: 'runs', like: { dayOfWeek: 1 }, countsInCycle: false },
        { date: 20261207, kind: 'bells', periods: [{ periodIndex: 0 }, { periodIndex: 1 }] },
        { date: 20261217, kind: 'closed' },
      ],
    });
  });
});

test('the audit says for whom a program changed something', async () => {
  await client.query(audited);
  const { rows } = await client.query('select actor, via, address, new from audit order by id desc limit 1');
  expect(rows).toEqual([{ actor: 'Ada Byron', via: 'api', address: '192.0.2.7', new: { name: 'Hillside College' } }]);
});
