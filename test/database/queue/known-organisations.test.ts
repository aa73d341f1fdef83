// What the functions that enqueue by name accept: organisations that exist, that are published, or whose removal waits, and
// a bounded number of names.

import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { parseOrganisationId as org } from '../../../src/access/ids.ts';
import { withLease } from '../../../src/publish/database/with-lease.ts';
import { expectConverged } from '../../support/expect-converged.ts';
import { runBuild } from '../../support/fault-schools.ts';
import { listedIds } from '../../support/published-school.ts';
import { usePublishedSchools } from '../../support/use-published-schools.ts';

const schools = usePublishedSchools(['north', 'south']);
const { open } = schools;
const run = (statements: string) => sql.raw<Record<string, unknown>>(statements).execute(open.database);
const entries = async () =>
  (
    await run(`select concat_ws(' ', organisation_id, what, subject) as entry from pending_change order by seq`)
  ).rows.map(({ entry }) => entry);

beforeEach(() => run('truncate pending_change, changed_version, held_removal'));

test.each([
  ["select mark_changed('east')", 'mark_changed'],
  ["select mark_changed('east', 'east-v1')", 'mark_changed'],
  ["select mark_changed('fake' || number) from generate_series(1, 200000) number", 'mark_changed'],
  ["select mark_access_changed('east')", 'mark_access_changed'],
  ["insert into belfry_mark (organisation_id, what) values ('east', 'organisation')", 'belfry_mark'],
  ["insert into belfry_mark (organisation_id, what, subject) values ('east', 'version', 'east-v1')", 'belfry_mark'],
])('refused, since the organisation exists nowhere: %s', async (statement, caller) => {
  await expect(run(statement)).rejects.toThrow(
    new RegExp(
      `^${caller}: there is no organisation (east|fake1), and nothing of it is published; insert it into the table`,
    ),
  );
  expect(await entries()).toEqual([]);
});

test('on a replica a mark of an organisation that exists nowhere enqueues nothing, without an error', async () => {
  await run(`set session_replication_role = replica;
    insert into belfry_mark (organisation_id, what) values ('east', 'organisation'), ('../x', 'list'), ('north', 'organisation');
    set session_replication_role = origin`);
  expect(await entries()).toEqual(['north organisation']);
});

test('an organisation whose deletion no trigger saw can be named until nothing of it is published', async () => {
  await run(`alter table organisation disable trigger user; delete from organisation where id = 'north';
    alter table organisation enable trigger user; truncate pending_change;
    select mark_changed('north'), mark_access_changed('north')`);
  expect(await entries()).toEqual(['north organisation', 'north access', 'north key', 'north link']);
  await runBuild(schools.publisher, open.database);
  await expectConverged(open.database, schools.folder);
  await expect(run(`select mark_changed('north')`)).rejects.toThrow('there is no organisation north');
});

test('an organisation whose removal is held can be named, also after its lease has gone', async () => {
  await run(`insert into held_removal (organisation_id, what, subject) values ('east', 'organisation', '');
    select mark_changed('east')`);
  expect(await entries()).toEqual(['east organisation']);
});

test('a version that no trigger saw deleted is removed, and one that never existed changes nothing', async () => {
  await run(`set session_replication_role = replica; delete from timetable_version where id = 'north-v1';
    set session_replication_role = origin`);
  await run(`select mark_changed('north', 'north-v1'), mark_changed('south', 'none')`);
  await runBuild(schools.publisher, open.database);
  expect(listedIds(schools.folder, 'north')).toEqual(['north-v2']);
  expect(listedIds(schools.folder, 'south').sort()).toEqual(['south-v1', 'south-v2']);
});

test('however many versions are named that do not exist, the queue gets a thousand entries and one for all', async () => {
  await run(`select mark_changed('north', 'fake' || number) from generate_series(1, 3000) number`);
  const { rows } = await run(`select what, count(*)::integer as count from pending_change group by what order by what`);
  expect(rows).toEqual([
    { what: 'organisation', count: 1 },
    { what: 'version', count: 1000 },
  ]);
  await run(`insert into belfry_mark (organisation_id, what, subject)
    select 'north', 'key', encode(sha256(number::text::bytea), 'hex') from generate_series(1, 3000) number`);
  expect((await entries()).filter((entry) => entry === 'north key')).toHaveLength(1);
  // One that exists is enqueued by its name, however many there are.
  await run(`select mark_changed('north', 'north-v2')`);
  expect((await entries()).at(-1)).toBe('north version north-v2');
});

test('where a view replaces the organisations, any may be named, a thousand before they are published', async () => {
  await run(`truncate organisation cascade; truncate pending_change; truncate publish_lease`);
  await run(`select mark_changed('plan' || number) from generate_series(1, 999) number`);
  await run(`select mark_access_changed('plan1000')`);
  await expect(run(`select mark_changed('plan1001')`)).rejects.toThrow('there is no organisation plan1001');
  await run(`select mark_changed('plan7', 'plan7-v1'); truncate pending_change`);
});

test('an organisation that is being published is known', async () => {
  await run(`insert into organisation (id, name) values ('east', 'East')`);
  await withLease(open.database, org('east'), 'documents', async () => ({ state: 'nothing' }));
  await run(`delete from organisation where id = 'east'; truncate pending_change; select mark_changed('east')`);
  expect(await entries()).toEqual(['east organisation']);
});
