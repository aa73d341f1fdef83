// Checks that the triggers of the database exist and are enabled. Without one, a change is never published, a key may open another
// organisation, or nobody can say who changed something, and no other check detects that.

import { sql } from 'kysely';
import { commandLine } from '../command-line.ts';
import type { Database } from '../database/connect/open-database.ts';
import { triggers } from '../database/functions/triggers.ts';
import { type Diagnosis, fine, wrong } from './diagnosis.ts';

type Found = { table: string; trigger: string; state: 'missing' | 'disabled' };

export async function checkTriggers(database: Database): Promise<Diagnosis> {
  const check = 'triggers';
  const { rows } = await sql<Found>`
    select quote_ident(name) as table, trigger, case when tgenabled is null then 'missing' else 'disabled' end as state
    from unnest(${triggers.map(({ table }) => table)}::text[], ${triggers.map(({ name }) => name)}::text[])
      with ordinality as expected(name, trigger, position)
    join pg_class on relname = name and relkind in ('r', 'p')
      and relnamespace = (select relnamespace from pg_class where oid = 'pending_change'::regclass)
    left join pg_trigger on tgrelid = pg_class.oid and tgname = trigger
    where tgenabled is null or tgenabled not in ('O', 'A')
    order by position`.execute(database);
  if (rows.length === 0) return fine(check, `all ${triggers.length} exist and are enabled`);
  const found = rows.map(({ table, trigger, state }) => `${trigger} on ${table} is ${state}`).join(', ');
  const enable = rows
    .filter(({ state }) => state === 'disabled')
    .map(({ table, trigger }) => `alter table ${table} enable trigger ${trigger}`);
  const steps = [
    ...(enable.length === 0 ? [] : [`as the owner of the tables: ${enable.join('; ')}`]),
    ...(enable.length === rows.length ? [] : [`\`${commandLine('migrate')}\` makes the missing ones`]),
    `then \`${commandLine('build --full')}\` publishes what they missed`,
  ];
  return wrong(check, `changes are not captured, owners not kept, or nothing audited: ${found}`, steps.join('; '));
}
