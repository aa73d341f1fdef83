// The status page over a real socket: what it shows, what it must not show, and that its size is limited.

import { utimesSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { OpenDatabase } from '../../src/database/connect/open-database.ts';
import { writeHeartbeat } from '../../src/snapshot/heartbeat.ts';
import { paths } from '../../src/snapshot/paths.ts';
import { folderStore } from '../../src/store/folder/folder-store.ts';
import type { Store } from '../../src/store/store.ts';
import { createSchools, newKeyOf, publisherInto, runBuild } from '../support/fault-schools.ts';
import { publishedFolder } from '../support/published-folder.ts';
import { eachOutputKind } from '../support/published-output.ts';
import { quietHeartbeat } from '../support/quiet-heartbeat.ts';
import { handleFor, recordPath } from '../support/record-places.ts';
import { runningAdmin } from '../support/running-admin.ts';
import { startWatch } from '../support/start-watch.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { openTestDatabase } from '../support/test-database.ts';
import { waitUntil } from '../support/wait-until.ts';

/** The text of a page without its tags, and of each of its tables' rows. */
const textOf = (page: string) =>
  page
    .replace(/<style>.*?<\/style>/s, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ');
const rowOf = (page: string, heading: string) =>
  textOf(
    page
      .split(/<tr[ >]/)
      .find((row) => row.includes(`>${heading}`))
      ?.split('</tr>')[0]
      ?.replace(/^[^<]*>/, '') ?? '',
  ).trim();
const waiting = { changes: 1, ageSeconds: 60, failures: 0, withheld: 0, rolledBack: false };

for (const { kind, missing, make } of eachOutputKind)
  describe.skipIf(missing)(`over ${kind}`, () => {
    let open: OpenDatabase;
    let store: Store;
    beforeAll(async () => {
      open = await openTestDatabase();
    });
    afterAll(() => open.close());
    beforeEach(async () => {
      await open.database.deleteFrom('organisation').execute();
      await sql`truncate pending_change, publish_lease`.execute(open.database);
      await createSchools(open.database, ['north', 'south']);
      ({ store } = await make());
    });
    const page = async (path = '/') => {
      const { call } = await runningAdmin(store);
      const { status, body } = await call({ path });
      expect(status).toBe(200);
      return body.toString();
    };

    test('when nothing is published yet', async () => {
      expect(textOf(await page())).toContain('Nothing is published yet.');
    });

    test('when all is well: generation, age, versions, publishers, the queue', async () => {
      await runBuild(publisherInto(store), open.database);
      const watch = startWatch(publisherInto(store), open);
      await waitUntil('the watcher speaks', async () => textOf(await page()).includes('1 alive'));
      const shown = await page();
      expect(textOf(shown)).toMatch(
        /All is well .*Server ready .*Queue empty Lag none Organisations 2 .*Withheld 0 versions/,
      );
      expect(rowOf(shown, 'north')).toMatch(/^north 1 \d+ s ago 2 – –$/);
      await watch.stop();
    });

    test('organisations with withheld versions, rollbacks or failures come first, with the reason', async () => {
      const publisher = publisherInto(store);
      await runBuild(publisher, open.database);
      await sql`update lesson_unit set teacher_ids = '{tch_gone}' where version_id = 'south-v1'`.execute(open.database);
      await runBuild(publisher, open.database);
      await sql`insert into pending_change (organisation_id, what, changed_at)
        values ('north', 'access', now() - interval '5 minutes')`.execute(open.database);
      await sql`update publish_lease set failures = 3, last_error = 'Key (name)=(Ada Lovelace)'
        where organisation_id = 'north' and kind = 'access'`.execute(open.database);
      // A build of named organisations, here of none, writes a heartbeat only if there is none.
      await store.remove([paths.publisher]);
      await runBuild(publisher, open.database, new Map());
      const shown = await page();
      const text = textOf(shown);
      expect(text).toContain('Needs attention');
      expect(text).toContain('Publishing fails for 1 organisation');
      expect(text).toContain('south-v1 of south Its last valid form is served.');
      expect(text).toContain(
        '$.lessonUnits[0].teacherIds[0] : refers to something that is not listed in this timetable (lesson_unit lu_1)',
      );
      expect(rowOf(shown, 'north')).toMatch(/^north 1 .* 2 1 for 5 min, failed 3 times –$/);
      expect(rowOf(shown, 'south')).toMatch(/ 1$/);
      expect(text).not.toContain('Ada');
    });

    test('an unreadable pointer is reported, and the other rows are shown', async () => {
      await runBuild(publisherInto(store), open.database);
      await store.write([{ path: recordPath('north'), bytes: new TextEncoder().encode('{') }]);
      const shown = await page();
      expect(textOf(shown)).toContain('The published output of 1 organisation cannot be read');
      expect(rowOf(shown, 'north')).toBe('north broken – – – –');
      expect(rowOf(shown, 'south')).toMatch(/^south 1 /);
    });

    /** Where a school may have written anything, also a name, in what a reason points at or quotes. */
    const places = [
      'update version_teacher set local_id = :name || local_id',
      'update version_subject set local_id = :name || local_id',
      'update lesson_unit set teacher_ids = array[:name], student_ids = array[:name]',
      'update lesson_unit set day_id = :name, lock_reason = :name',
      'update lesson_unit set local_id = :name || local_id, lesson_group_id = :name',
      'update lesson_unit set lesson_local_id = :name, section_local_id = :name',
      'update lesson_group set id = :name || id, name = :name',
      'update bell_day set id = :name || id, label = :name',
      'update period set id = :name || id, start_time = :name',
      'update version_room_group set member_ids = array[:name]',
      'update version_class set class_teacher_id = :name, bell_schedule_id = :name',
    ];
    test.each([
      'Siobhán Ní Dhuibhir',
      '<img src=x onerror=alert(1)>Dhuibhir',
      'dhuibhir, lesson dhuibhir',
      'tch_dhuibhir',
    ])('contains neither a key nor a name from a withheld version: %s', async (name) => {
      const publisher = publisherInto(store);
      const { id, key } = await newKeyOf(open.database, publisher, 'north');
      const schools = places.map((_, index) => `west-${index}`);
      await createSchools(open.database, schools);
      await sql`update teacher set name = ${name}, short_name = ${name}`.execute(open.database);
      for (const [index, place] of places.entries()) {
        const statement = `${place.replaceAll(':name', `'${name}'`)} where version_id = '${schools[index]}-v1'`;
        await sql.raw(statement).execute(open.database);
      }
      await runBuild(publisher, open.database);
      const shown = await page();
      expect(shown).not.toMatch(/dhuibhir|<img/i);
      expect(shown).not.toContain(key);
      expect(shown).not.toContain(id);
      const withheld = schools.filter((school) => textOf(shown).includes(`${school}-v1 of ${school} `));
      // Another valid localId is no problem where nothing refers to the old one.
      expect(withheld.length).toBeGreaterThanOrEqual(name.startsWith('tch_') ? places.length - 4 : places.length);
    });
  });

test('2,000 organisations: each page reads a bounded number, and all pages together list all of them', async () => {
  const folder = await temporaryFolder();
  const shown = { generation: 7, publishedAt: new Date().toISOString(), rolledBackTo: null, list: {}, timetables: {} };
  const name = (index: number) => `school-${String(index).padStart(5, '0')}`;
  await mkdir(join(folder, 'records'));
  for (let index = 0; index < 2_000; index++) {
    const place = join(folder, 'organisations', name(index));
    await mkdir(place, { recursive: true });
    const handle = handleFor(name(index));
    const own = { formatVersion: 2, organisationId: name(index) };
    await writeFile(join(place, 'handle.json'), JSON.stringify({ ...own, handle }));
    const record = { ...own, handle, access: null, pointer: { ...own, ...shown } };
    await writeFile(join(folder, recordPath(name(index))), JSON.stringify(record));
  }
  const first = Array.from({ length: 50 }, (_, index) => ({ ...waiting, organisationId: name(index * 30) }));
  const store = folderStore(folder);
  const attention = { count: 900, first };
  await writeHeartbeat(store, { ...quietHeartbeat, at: Date.now(), watching: true, attention }, 'watcher');
  let reads = 0;
  const counted: Store = {
    ...store,
    read: (path) => {
      reads += 1;
      return store.read(path);
    },
    readWithAge: (path) => {
      reads += 1;
      return store.readWithAge(path);
    },
  };
  const { call } = await runningAdmin(counted);
  const seen: string[] = [];
  let path: string | undefined = '/';
  let longest = 0;
  while (path !== undefined) {
    reads = 0;
    const body = (await call({ path })).body.toString();
    longest = Math.max(longest, body.length);
    // Handle, record and problems of those that are named and of one page, and the heartbeat twice at most.
    expect(reads).toBeLessThanOrEqual(3 * 250 + 2);
    expect(body).toContain('These are the most urgent of 900');
    const [, table = ''] = body.split('id="all"');
    for (const [, organisation = ''] of table.matchAll(/role="rowheader">([^<]+)/g)) seen.push(organisation);
    path = /<a href="([^"]+)">Later names/.exec(body)?.[1];
  }
  expect(seen).toEqual(Array.from({ length: 2_000 }, (_, index) => name(index)));
  expect(longest).toBeLessThan(100_000);
});

test.each(['/?from=zzz', '/?from=%3Cscript%3E', '/?from=..%2F..', '/?still&from='])(
  '%s is answered with a page',
  async (path) => {
    const { call } = await runningAdmin(folderStore(await temporaryFolder()));
    const { status, headers, body } = await call({ path });
    expect(status).toBe(200);
    expect(body.toString()).not.toContain('<script');
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'/);
    expect(headers['refresh']).toBe(path.includes('still') ? undefined : '10');
  },
);

test('requests by status, and how long they took', async () => {
  const { call, metrics } = await runningAdmin(folderStore(await temporaryFolder()));
  expect(textOf((await call({ path: '/' })).body.toString())).toContain('None since this server started.');
  for (let index = 0; index < 98; index++) metrics.count('list', 200, 0.0004);
  metrics.count('timetable', 401, 0.02);
  metrics.count('unknown', 404, 10);
  const shown = (await call({ path: '/' })).body.toString();
  expect(rowOf(shown, '200')).toBe('200 answered 98 0 0 98');
  expect(rowOf(shown, '401')).toBe('401 invalid key 0 1 0 1');
  expect(rowOf(shown, '50 %')).toBe('50 % 0.5 ms');
  expect(rowOf(shown, '99 %')).toBe('99 % 50 ms');
});

/** Makes the heartbeat as many milliseconds older, by the store's time. */
function makeOlder(folder: string, milliseconds: number): void {
  const moment = (Date.now() - milliseconds) / 1000;
  utimesSync(join(folder, paths.publisher), moment, moment);
}

test.each([
  ['no publisher has ever written a heartbeat', null, 'Publishers no heartbeat yet'],
  ['a silent watcher', 300_000, 'No publisher has written a heartbeat for 5 min: changes are not being published.'],
])('%s', async (_, silentFor, expected) => {
  const folder = await temporaryFolder();
  const store = folderStore(folder);
  if (silentFor !== null) {
    await writeHeartbeat(store, { ...quietHeartbeat, at: Date.now(), watching: true }, 'watcher');
    makeOlder(folder, silentFor);
  }
  const { call } = await runningAdmin(store);
  expect(textOf((await call({ path: '/' })).body.toString())).toContain(expected);
});

test('with a dead watcher it says what is unknown, since when, and what to do', async () => {
  const folder = await temporaryFolder();
  const store = folderStore(folder);
  await publishedFolder(folder).publish('north', { v1: { id: 'v1' } });
  const first = [{ ...waiting, organisationId: 'north', changes: 0, failures: 2 }];
  const queue = { queueDepth: 7, queueAgeSeconds: 30, waitingOrganisations: 3, attention: { count: 1, first } };
  await writeHeartbeat(store, { ...quietHeartbeat, ...queue, at: Date.now(), watching: true }, 'watcher');
  const { call, metrics } = await runningAdmin(store);
  const shown = async () => textOf((await call({ path: '/' })).body.toString());
  const gauges = async () => (await metrics.registry.metrics()).match(/^belfry_(queue|waiting)\w+ .*$/gm);
  expect(await shown()).toContain('Queue 7 changes of 3 organisations Lag 30 s');
  expect(await shown()).toContain('The oldest change in the queue has waited for 30 s.');
  expect(await gauges()).toEqual([
    'belfry_queue_depth 7',
    'belfry_queue_age_seconds 30',
    'belfry_waiting_organisations 3',
  ]);

  makeOlder(folder, 3 * 3_600_000);
  const since = new Date(Date.now() - 3 * 3_600_000).toISOString().slice(11, 14);
  const text = await shown();
  expect(text).toMatch(new RegExp(`Queue unknown since ${since}\\d\\d UTC Lag unknown`));
  expect(text).toMatch(
    new RegExp(`The queue has been unknown since ${since}\\d\\d UTC\\. Start npm run watch; if it is already running`),
  );
  expect(text).toContain('Publishing failed for 1 organisation, and nothing is retrying it.');
  expect(text).not.toContain('The oldest change');
  expect(await gauges()).toBeNull();

  makeOlder(folder, 3 * 86_400_000);
  const day = new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10);
  expect(await shown()).toContain(`Queue unknown since ${day} `);
});

test('several watchers are counted, each while its heartbeats arrive', async () => {
  const folder = await temporaryFolder();
  const store = folderStore(folder);
  // Each has a clock of its own, which nobody relies on.
  const beat = (watcher: string, clock: number) =>
    writeHeartbeat(store, { ...quietHeartbeat, at: Date.now() + clock, watching: true }, watcher);
  await beat('asleep', 3_600_000);
  makeOlder(folder, 30_000);
  await Promise.all([beat('one', 0), beat('two', -86_400_000), beat('three', 86_400_000)]);
  await writeHeartbeat(store, { ...quietHeartbeat, at: Date.now(), watching: false }, null);
  const { call } = await runningAdmin(store);
  expect(textOf((await call({ path: '/' })).body.toString())).toContain('Publishers 3 alive');
});
