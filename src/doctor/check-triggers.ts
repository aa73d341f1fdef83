// Checks that the triggers that fill the change queue, and those that keep owners, exist and are enabled. Without one, a
// change is never published, or a key may open another organisation, and no other check detects that.

import { sql } from 'kysely';
import { commandLine } from '../command-line.ts';
import type { Database } from '../database/connect/open-database.ts';
import { accessTables, calendarTables, timetableTables } from '../database/views/check-mapping.ts';
import { type Diagnosis, fine, wrong } from './diagnosis.ts';

const events = ['insert', 'update', 'delete', 'truncate'].map((event) => `mark_${event}`);

const guards = [
  ['organisation', 'draw_handle'],
  ['organisation', 'keep_handle'],
  ['organisation', 'keep_organisation_id'],
  ['api_key', 'keep_key_owner'],
  ['api_key', 'record_key_authors'],
  ['link', 'record_link_authors'],
  ['organisation', 'mark_name'],
  ['admin', 'record_admin_authors'],
];

/** Without these nobody can say who changed something. */
const audits = ['organisation', 'api_key', 'link', 'admin', ...calendarTables].flatMap((table) =>
  ['insert', 'update', 'delete', 'truncate'].map((event) => [table, `audit_${event}`]),
);

/** Without these a link would go on when what it shows is deleted. */
const ends = ['class', 'teacher', 'room', 'student'].flatMap((table) =>
  ['insert', 'update', 'delete', 'truncate'].map((event) => [table, `end_links_${event}`]),
);

type Trigger = { table: string; trigger: string; state: 'missing' | 'disabled' };

export async function checkTriggers(database: Database): Promise<Diagnosis> {
  const check = 'triggers';
  const tables = [...timetableTables, ...calendarTables, ...accessTables];
  const expected = [
    ...tables.flatMap((table) => events.map((event) => [table, event])),
    ['belfry_mark', 'enqueue_mark'],
    ...guards,
    ...ends,
    ...audits,
  ];
  const { rows } = await sql<Trigger>`
    select quote_ident(name) as table, trigger, case when tgenabled is null then 'missing' else 'disabled' end as state
    from unnest(${expected.map(([table]) => table)}::text[], ${expected.map(([, trigger]) => trigger)}::text[])
      with ordinality as expected(name, trigger, position)
    join pg_class on relname = name
      and relnamespace = (select relnamespace from pg_class where oid = 'pending_change'::regclass)
    left join pg_trigger on tgrelid = pg_class.oid and tgname = trigger
    where tgenabled is null or tgenabled not in ('O', 'A')
    order by position`.execute(database);
  if (rows.length === 0) return fine(check, `all ${expected.length} exist and are enabled`);
  const found = rows.map(({ table, trigger, state }) => `${trigger} on ${table} is ${state}`).join(', ');
  const enable = rows
    .filter(({ state }) => state === 'disabled')
    .map(({ table, trigger }) => `alter table ${table} enable trigger ${trigger}`);
  const steps = [
    ...(enable.length === 0 ? [] : [`as the owner of the tables: ${enable.join('; ')}`]),
    ...(enable.length === rows.length
      ? []
      : ['restore the missing ones from `pg_dump --schema-only` of an intact database of this release']),
    `then \`${commandLine('build --full')}\` publishes what they missed`,
  ];
  return wrong(check, `changes are not captured, owners not kept, or nothing audited: ${found}`, steps.join('; '));
}
