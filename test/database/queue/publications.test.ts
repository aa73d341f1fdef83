// What an editor sees by SQL of each version: served, withheld and why, pending, since when and in which generation.

import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { parseOrganisationId as org } from '../../../src/access/ids.ts';
import { pruneLeases } from '../../../src/database/queue/publish-lease.ts';
import { type PublicationOutcome, recordPublications } from '../../../src/database/queue/record-publications.ts';
import { createSchools } from '../../support/fault-schools.ts';
import { useTestDatabase } from '../../support/test-database.ts';

const open = useTestDatabase();
const run = (statements: string) => sql.raw<Record<string, unknown>>(statements).execute(open.database);
const clearQueue = () => run('delete from changed_version; truncate pending_change');

type Shown = Record<string, unknown>;
/** The rows of the view, by version. */
async function shown(organisationId = 'north'): Promise<Map<unknown, Shown>> {
  const { rows } = await sql<Shown>`select version_id, state, is_served, generation::integer, since, reason, retry_at
    from version_publication where organisation_id = ${organisationId} order by version_id`.execute(open.database);
  return new Map(rows.map(({ version_id, ...row }) => [version_id, row]));
}

const at = (hour: number) => Date.UTC(2026, 8, 1, hour);
const record = (generation: number, outcomes: PublicationOutcome[], dropped: string[] = [], organisationId = 'north') =>
  recordPublications(open.database, org(organisationId), { generation, now: at(generation), outcomes, dropped });
const served = (versionId: string, changed = true): PublicationOutcome => ({ versionId, state: 'served', changed });
const withheld = (versionId: string, lastGoodIsServed: boolean, reason = 'a room is missing'): PublicationOutcome => ({
  versionId,
  state: 'withheld',
  reason,
  lastGoodIsServed,
});
const row = (
  state: string,
  is_served: boolean,
  generation: number | null,
  hour: number,
  reason: string | null = null,
) => ({
  state,
  is_served,
  generation,
  since: new Date(at(hour)),
  reason,
  retry_at: null,
});

beforeEach(async () => {
  await run('delete from organisation; delete from publication; delete from publish_lease');
  await createSchools(open.database, ['north', 'south']);
  await run(`insert into publish_lease (organisation_id, kind) values ('north', 'documents'), ('north', 'access')`);
  await clearQueue();
});

test('a version that nothing has recorded is unknown, and pending once it is queued', async () => {
  const unknown = { state: 'unknown', is_served: false, generation: null, since: null, reason: null, retry_at: null };
  expect(await shown()).toEqual(new Map([1, 2].map((number) => [`north-v${number}`, unknown])));
  await run(`insert into pending_change (organisation_id, what) values ('north', 'list')`);
  expect((await shown()).get('north-v1')).toMatchObject({
    state: 'pending',
    is_served: false,
    since: expect.any(Date),
  });
});

test('a version is served since the generation in which its present form was published', async () => {
  await record(1, [served('north-v1'), served('north-v2')]);
  await record(2, [served('north-v1'), served('north-v2', false)]);
  await record(3, [served('north-v1', false)]);
  expect(await shown()).toEqual(
    new Map([
      ['north-v1', row('served', true, 2, 2)],
      ['north-v2', row('served', true, 1, 1)],
    ]),
  );
});

test('a withheld version says why, since when, and which generation is served of it', async () => {
  await record(1, [served('north-v1'), withheld('north-v2', false)]);
  await record(2, [withheld('north-v1', true), withheld('north-v2', false, 'another reason')]);
  await record(3, [withheld('north-v1', true, 'still')]);
  expect(await shown()).toEqual(
    new Map([
      ['north-v1', row('withheld', true, 1, 2, 'still')],
      ['north-v2', row('withheld', false, null, 1, 'another reason')],
    ]),
  );
  // Corrected: to what is served still, and to something new.
  await record(4, [served('north-v1', false), served('north-v2')]);
  expect(await shown()).toEqual(
    new Map([
      ['north-v1', row('served', true, 1, 4)],
      ['north-v2', row('served', true, 4, 4)],
    ]),
  );
});

test.each([
  ['its rows changed', `update lesson_unit set locked = not locked where version_id = 'north-v1'`, ['north-v1']],
  ['it was updated', `update timetable_version set description = 'x' where id = 'north-v1'`, ['north-v1']],
  ['the organisation was marked', `select mark_changed('north')`, ['north-v1', 'north-v2']],
  ['it was deleted, and is served still', `delete from timetable_version where id = 'north-v1'`, ['north-v1']],
  ['only the list is queued', `update organisation set name = 'North' where id = 'north'`, []],
  ['another organisation is queued', `select mark_changed('south')`, []],
])('pending, if %s', async (_, statement, pending) => {
  await record(1, [served('north-v1'), served('north-v2')]);
  await clearQueue();
  await run(statement);
  const found = [...(await shown())].filter(([, { state }]) => state === 'pending');
  expect(found).toEqual(pending.map((id) => [id, { ...row('pending', true, 1, 1), since: expect.any(Date) }]));
  for (const [, { since }] of found) expect(Math.abs(Number(since) - Date.now())).toBeLessThan(60_000);
});

test('what waits because publishing fails says why, and when it is tried again', async () => {
  await record(1, [served('north-v1')]);
  await run(`select mark_changed('north', 'north-v1');
    update publish_lease set failures = 2, last_error = 'the disk is full', retry_at = '2099-01-01Z' where kind = 'documents'`);
  expect((await shown()).get('north-v1')).toMatchObject({
    state: 'pending',
    reason: 'the disk is full',
    retry_at: new Date('2099-01-01'),
  });
});

test('after a rollback nothing is shown as served in its present form', async () => {
  await record(1, [served('north-v1'), withheld('north-v2', false)]);
  await run(`update publish_lease set rolled_back = true where kind = 'documents'`);
  expect([...(await shown()).values()].map(({ state }) => state)).toEqual(['rolled back', 'withheld']);
});

test('dropped versions and autosaves are not shown', async () => {
  await record(1, [served('north-v1'), served('north-v2')]);
  await run(`delete from timetable_version where id = 'north-v1'; update timetable_version set is_autosave = true`);
  await clearQueue();
  await record(2, [], ['north-v1', 'north-v2', 'never']);
  expect(await shown()).toEqual(new Map());
});

test('the rows of an organisation go with its lease of documents', async () => {
  await record(1, [served('north-v1')]);
  await run(`insert into publish_lease (organisation_id, kind) values ('south', 'documents')`);
  await record(1, [served('south-v1')], [], 'south');
  await run(`delete from publish_lease where kind = 'access'`);
  expect((await shown()).size).toBe(2);
  await run(`delete from organisation where id = 'north'`);
  await clearQueue();
  await pruneLeases(open.database);
  expect((await run('select organisation_id from publication')).rows).toEqual([{ organisation_id: 'south' }]);
});

test('any text can be a reason, shortened, and any number of versions are recorded', async () => {
  const texts = ['\0', '\ud800', `${'x'.repeat(999)}😀`, "'; drop table publication; --", '{"a",NULL}', ''];
  const many = Array.from({ length: 2500 }, (_, number) => `v${number}`);
  await record(
    1,
    many.map((id, number) => withheld(id, false, texts[number % texts.length] ?? '')),
  );
  const { rows } = await run(`select count(*)::integer as count, max(length(reason)) as longest from publication`);
  expect(rows).toEqual([{ count: 2500, longest: 1000 }]);
  await record(2, [], many);
  expect((await run('select from publication')).rows).toEqual([]);
});

test('a row that stays as it is is not written', async () => {
  await record(1, [served('north-v1'), withheld('north-v2', false)]);
  const places = async () => (await run('select version_id, ctid, xmin from publication order by 1')).rows;
  const before = await places();
  await record(2, [served('north-v1', false), withheld('north-v2', false)]);
  expect(await places()).toEqual(before);
});
