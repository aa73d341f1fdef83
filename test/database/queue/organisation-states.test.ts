// Who needs attention is decided by src/snapshot/attention.ts. Two statements choose the most urgent in the database, for the
// heartbeat and for `status`; both are compared with it.

import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readSummary } from '../../../src/control/publication/read-summary.ts';
import type { OpenDatabase } from '../../../src/database/connect/open-database.ts';
import { readAttention } from '../../../src/database/queue/organisation-states.ts';
import { readQueue } from '../../../src/database/queue/read-queue.ts';
import { type AttentionState, byUrgency, reasonsForAttention } from '../../../src/snapshot/attention.ts';
import { folderStore } from '../../../src/store/folder/folder-store.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { openTestDatabase } from '../../support/test-database.ts';
import { whenFileEnds } from '../../support/when-file-ends.ts';

let open: OpenDatabase;
beforeAll(async () => {
  open = await openTestDatabase();
  whenFileEnds(() => open.close());
});
const run = (statement: string) => sql.raw(statement).execute(open.database);
beforeEach(() => run('delete from organisation; truncate pending_change, publish_lease'));

test('an organisation has the failures of access or documents, whichever has more, and the age of its oldest change', async () => {
  await run(`
    insert into organisation (id, name) select 'school-' || n, '' from generate_series(1, 9) n;
    truncate pending_change;
    insert into pending_change (organisation_id, what, changed_at) values
      ('school-1', 'list', now() - interval '1 minute'), ('school-1', 'access', now());
    insert into publish_lease (organisation_id, kind, failures, withheld, rolled_back) values
      ('school-3', 'access', 2, 0, false), ('school-3', 'documents', 5, 3, true),
      ('school-6', 'documents', 0, 0, false)`);
  const { organisations, attention } = await readAttention(open.database, 50);
  expect([organisations, attention.count]).toEqual([9, 2]);
  expect(attention.first.map(({ ageSeconds, ...rest }) => ({ ...rest, minutes: Math.floor(ageSeconds / 60) }))).toEqual(
    [
      { organisationId: 'school-3', changes: 0, minutes: 0, failures: 5, withheld: 3, rolledBack: true },
      { organisationId: 'school-1', changes: 2, minutes: 1, failures: 0, withheld: 0, rolledBack: false },
    ],
  );
});

test('what follows a publication is waited for by nobody until it is late', async () => {
  await run(`
    insert into organisation (id, name) select 'school-' || n, '' from generate_series(1, 3) n;
    truncate pending_change;
    insert into pending_change (organisation_id, what, changed_at) values
      ('school-1', 'calendar', now() - interval '4 minutes'), ('school-2', 'calendar', now() - interval '6 minutes'),
      ('school-3', 'calendar', now() - interval '4 minutes'), ('school-3', 'list', now() - interval '1 minute')`);
  const { attention } = await readAttention(open.database, 50);
  const minutes = attention.first.map(({ organisationId, ageSeconds }) => [
    organisationId,
    Math.floor(ageSeconds / 60),
  ]);
  expect([attention.count, minutes]).toEqual([
    2,
    [
      ['school-2', 6],
      ['school-3', 1],
    ],
  ]);
  await run(`insert into publish_lease (organisation_id, kind, fence) select id, 'documents', 7 from organisation`);
  const { totals, urgent } = await readSummary(open.database, folderStore(await temporaryFolder()), Date.now(), 10);
  expect([totals.attention, urgent.map(({ organisationId }) => organisationId)]).toEqual([2, ['school-2', 'school-3']]);
  await run(`delete from pending_change where organisation_id <> 'school-1'`);
  const { depth, ageSeconds } = await readQueue(open.database);
  expect([depth, ageSeconds]).toEqual([1, 0]);
});

describe('of organisations in every state', () => {
  type State = AttentionState & { isUnreadable: boolean };
  const either = [false, true];
  // Collations order signs in many ways.
  const prefixes = ['a-', 'a_', 'aa', 'a1'];
  const states: State[] = either.flatMap((fails) =>
    either.flatMap((isUnreadable) =>
      either.flatMap((withholds) =>
        either.flatMap((rolledBack) =>
          [0, 5, 60, 3_600].flatMap((ageSeconds) =>
            prefixes.map((prefix) => ({
              organisationId: `${prefix}${ageSeconds}${[fails, isUnreadable, withholds, rolledBack].map(Number).join('')}`,
              ...{ failures: fails ? 2 : 0, isUnreadable, withheld: withholds ? 1 : 0, ageSeconds, rolledBack },
            })),
          ),
        ),
      ),
    ),
  );
  const ordered = (chosen: readonly AttentionState[]) =>
    chosen.toSorted(byUrgency).map(({ organisationId }) => organisationId);

  beforeEach(async () => {
    const rows = states.map((state) => JSON.stringify(state)).join(',');
    await run(`
      create temporary table state on commit drop as
        select * from json_to_recordset('[${rows}]') as row("organisationId" text, failures integer, "isUnreadable" boolean,
          withheld integer, "ageSeconds" integer, "rolledBack" boolean);
      insert into organisation (id, name) select "organisationId", '' from state order by random();
      truncate pending_change;
      insert into pending_change (organisation_id, what, changed_at)
        select "organisationId", 'list', now() - make_interval(secs => "ageSeconds") from state where "ageSeconds" > 0;
      insert into publish_lease (organisation_id, kind, fence, failures, withheld, rolled_back)
        select "organisationId", 'documents', case when "isUnreadable" then null else 7 end, failures, withheld, "rolledBack"
        from state order by random()`);
  });

  test('the heartbeat names the most urgent first, and counts all', async () => {
    // It names a change that was just queued, since its reader adds the age of the heartbeat; it does not know what is published.
    const known: AttentionState[] = states.map(({ isUnreadable: _, ...rest }) => rest);
    const listed = known.filter((state) => state.ageSeconds > 0 || reasonsForAttention(state).length > 0);
    const { attention } = await readAttention(open.database, 1_000);
    expect(attention.first.map(({ organisationId }) => organisationId)).toEqual(ordered(listed));
    const few = await readAttention(open.database, 7);
    expect(few.attention.count).toBe(listed.length);
    expect(few.attention.first.map(({ organisationId }) => organisationId)).toEqual(ordered(listed).slice(0, 7));
  });

  test('`status` names the most urgent first, and counts all', async () => {
    const store = folderStore(await temporaryFolder());
    const listed = states.filter((state) => reasonsForAttention(state).length > 0);
    const { urgent, totals } = await readSummary(open.database, store, Date.now(), 1_000);
    expect(urgent.map(({ organisationId }) => organisationId)).toEqual(ordered(listed));
    expect(totals).toMatchObject({ organisations: states.length, attention: listed.length });
    const few = await readSummary(open.database, store, Date.now(), 7);
    expect(few.totals.attention).toBe(listed.length);
    expect(few.urgent.map(({ organisationId }) => organisationId)).toEqual(ordered(listed).slice(0, 7));
  });
});
