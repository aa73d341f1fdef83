// Comparing the published output with the database: each kind of difference is found, with its reason.

import { cp } from 'node:fs/promises';
import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { checkAgainstDatabase } from '../../src/verify/check-against-database.ts';
import type { Publisher } from '../support/belfry.ts';
import { createSchools, newKeyOf, publisherInto, runBuild } from '../support/fault-schools.ts';
import { keepTables } from '../support/keep-tables.ts';
import { readFiles, validate } from '../support/published-school.ts';
import { recordPath } from '../support/record-places.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { useTestDatabase } from '../support/test-database.ts';
import { whenFileEnds } from '../support/when-file-ends.ts';

const open = useTestDatabase();
let published: string;
let putBack: () => Promise<void>;
beforeAll(async () => {
  published = await temporaryFolder(whenFileEnds);
  await createSchools(open.database, ['north', 'south']);
  await runBuild(publisherInto(published), open.database, 'everything');
  await newKeyOf(open.database, publisherInto(published), 'north');
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

const check = async () => (await checkAgainstDatabase(open.database, publisher.store, validate)).differences;
const run = (statement: string) => sql.raw(statement).execute(open.database);
/** Runs the statement without triggers, so that the change is not queued. */
const runUnqueued = (statement: string) =>
  run(`set session_replication_role = replica; ${statement}; set session_replication_role = origin`);

test('after a build the check finds no difference, and writes nothing', async () => {
  const before = readFiles(folder);
  expect(await check()).toEqual([]);
  expect(readFiles(folder)).toEqual(before);
});

const [north, west] = [recordPath('north'), expect.stringMatching(/^records\//)];
test.each([
  [
    'access',
    `update organisation set access = 'suspended' where id = 'north'`,
    north,
    /differs from the database in its access state/,
  ],
  ['a key that was revoked', 'update api_key set revoked_at = now()', north, /differs from the database in key key_/],
  ['a key that was deleted', 'delete from api_key', north, /has key key_.*, which the database does not have/],
  [
    'a version that was changed',
    `update timetable_version set description = 'x' where id = 'north-v1'`,
    north,
    /differs from the database in version north-v1/,
  ],
  [
    'a version that was deleted',
    `delete from timetable_version where id = 'north-v1'`,
    north,
    /north-v1, which the database does not have/,
  ],
  [
    'a version that is new',
    `insert into timetable_version (id, timetable_id, version_number, status, scheduling_mode)
     values ('north-v9', 'north-g', 9, 'draft', 'standard')`,
    north,
    /north-v9/,
  ],
  [
    'a name in the list',
    `update timetable set name = 'New' where id = 'north-g'`,
    north,
    /differs from the database in version north-/,
  ],
  [
    'an organisation that was deleted',
    `delete from organisation where id = 'south'`,
    'organisations/south/',
    /does not have/,
  ],
  [
    'an organisation that is new',
    `insert into organisation (id, name, handle) values ('west', 'West', '0123456789ab')`,
    west,
    /has no documents published/,
  ],
] as const)(
  '%s: a difference without a reason while the queue is empty, and a pending one once it is queued',
  async (_, statement, path, difference) => {
    await runUnqueued(statement);
    expect(await check()).toContainEqual({ path, difference: expect.stringMatching(difference), because: null });
    await runUnqueued(`insert into pending_change (organisation_id, what, subject)
    select id, what, null from (values ('north'), ('south'), ('west')) as ids(id), (values ('organisation'), ('access'), ('key')) as whats(what)`);
    for (const { because } of await check()) expect(because).toBe('pending');
    await runBuild(publisher, open.database, 'everything');
    expect(await check()).toEqual([]);
  },
);

test('a held removal is reported as held', async () => {
  await run('delete from organisation');
  await runBuild(publisher, open.database);
  expect((await check()).map(({ because }) => because)).toEqual(['held', 'held']);
});
