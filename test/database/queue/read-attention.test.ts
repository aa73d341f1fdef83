import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OpenDatabase } from '../../../src/database/connect/open-database.ts';
import { readAttention } from '../../../src/database/queue/read-attention.ts';
import { openTestDatabase } from '../../support/test-database.ts';

let open: OpenDatabase;
beforeAll(async () => {
  open = await openTestDatabase();
  await sql
    .raw(`
      insert into organisation (id, name) select 'school-' || n, '' from generate_series(1, 9) n;
      truncate pending_change;
      insert into pending_change (organisation_id, what, changed_at) values
        ('school-1', 'list', now() - interval '1 minute'), ('school-1', 'access', now()),
        ('school-2', 'list', now() - interval '1 hour'),
        ('school-3', 'list', now());
      insert into publish_lease (organisation_id, kind, failures, withheld, rolled_back) values
        ('school-3', 'access', 2, 0, false), ('school-3', 'documents', 5, 0, false),
        ('school-4', 'documents', 0, 3, false),
        ('school-5', 'documents', 0, 0, true),
        ('school-6', 'documents', 0, 0, false);`)
    .execute(open.database);
});
afterAll(() => open.close());

test('failing organisations come first, then those with withheld versions, then the longest wait', async () => {
  const { organisations, inNeed, first } = await readAttention(open.database, 50);
  expect([organisations, inNeed]).toEqual([9, 5]);
  expect(first.map(({ ageSeconds, ...rest }) => ({ ...rest, minutes: Math.floor(ageSeconds / 60) }))).toEqual([
    { organisationId: 'school-3', changes: 1, minutes: 0, failures: 5, withheld: 0, rolledBack: false },
    { organisationId: 'school-4', changes: 0, minutes: 0, failures: 0, withheld: 3, rolledBack: false },
    { organisationId: 'school-2', changes: 1, minutes: 60, failures: 0, withheld: 0, rolledBack: false },
    { organisationId: 'school-1', changes: 2, minutes: 1, failures: 0, withheld: 0, rolledBack: false },
    { organisationId: 'school-5', changes: 0, minutes: 0, failures: 0, withheld: 0, rolledBack: true },
  ]);
});

test('at most `limit` organisations are named, and all are counted', async () => {
  const { inNeed, first } = await readAttention(open.database, 2);
  expect([inNeed, first.map(({ organisationId }) => organisationId)]).toEqual([5, ['school-3', 'school-4']]);
});
