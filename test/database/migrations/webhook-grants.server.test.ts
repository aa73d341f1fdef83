// What an upgrade grants of webhooks to roles that exist already: the publisher sends, and no role that only publishes reads a secret.

import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { migrate } from '../../../src/database/migrations/migrate.ts';
import { migrateTo } from '../../support/migrate-to.ts';
import { openTestDatabase } from '../../support/test-database.ts';

test('a role that publishes keys gets the function alone; one that watches, the tables', {
  tags: 'server',
}, async () => {
  const { database, close } = await openTestDatabase();
  onTestFinished(close);
  await sql`drop schema public cascade`.execute(database);
  await sql`create schema public`.execute(database);
  await migrateTo(database, '0016');
  const [watcher, keys] = ['watcher', 'keys'].map((name) => `${name}_${randomBytes(4).toString('hex')}`);
  for (const role of [watcher, keys]) await sql.raw(`create role ${role}`).execute(database);
  onTestFinished(async () => {
    for (const role of [watcher, keys]) await sql.raw(`drop owned by ${role}; drop role ${role}`).execute(database);
  });
  await sql
    .raw(`grant insert on publish_lease to ${watcher}, ${keys}; grant insert on store_binding to ${watcher}`)
    .execute(database);
  await migrate(database);
  const { rows } = await sql<{ role: string; tables: string[]; tells: boolean }>`
    select rolname as role,
      array(select relname::text || ' ' || privilege_type from pg_class, aclexplode(relacl) entry
        where relname like 'webhook%' and entry.grantee = pg_roles.oid order by 1) as tables,
      has_function_privilege(pg_roles.oid, 'enqueue_webhook_events(text, jsonb)', 'execute') as tells
    from pg_roles where rolname in (${watcher}, ${keys}) order by rolname`.execute(database);
  const all = (table: string) => ['DELETE', 'INSERT', 'SELECT', 'UPDATE'].map((right) => `${table} ${right}`);
  expect(rows).toEqual([
    { role: keys, tables: [], tells: true },
    {
      role: watcher,
      tables: [
        'webhook SELECT',
        ...['webhook_delivery', 'webhook_event'].flatMap(all),
        'webhook_secret SELECT',
        ...all('webhook_state'),
      ],
      tells: true,
    },
  ]);
});
