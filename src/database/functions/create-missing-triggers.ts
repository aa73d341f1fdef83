// Makes the triggers that are missing. Those that exist stay as they are, so that a migration locks no table that it does not change.

import { type Kysely, sql } from 'kysely';
import type { Tables } from '../tables.ts';
import { readSchema } from './read-schema.ts';
import { type Trigger, triggers } from './triggers.ts';

/** A table in whose place somebody has a view of their own has no triggers. */
export async function findMissingTriggers(database: Kysely<Tables>): Promise<Trigger[]> {
  const { rows } = await sql<{ position: number }>`
    select position::integer from unnest(${triggers.map(({ table }) => table)}::text[], ${triggers.map(({ name }) => name)}::text[])
      with ordinality as expected(table_name, trigger_name, position)
    join pg_class on relname = table_name and relkind in ('r', 'p')
      and relnamespace = (select relnamespace from pg_class where oid = 'pending_change'::regclass)
    where not exists (select from pg_trigger where tgrelid = pg_class.oid and tgname = trigger_name)
    order by position`.execute(database);
  const missing = new Set(rows.map(({ position }) => position - 1));
  return triggers.filter((_, index) => missing.has(index));
}

/** @returns how many were missing */
export async function createMissingTriggers(transaction: Kysely<Tables>): Promise<number> {
  const missing = await findMissingTriggers(transaction);
  if (missing.length === 0) return 0;
  const schema = await readSchema(transaction);
  await sql.raw(missing.map((trigger) => definitionOf(trigger, schema)).join('\n')).execute(transaction);
  return missing.length;
}

function definitionOf({ table, name, fires, each, calls, isDeferred, isAlways }: Trigger, schema: string): string {
  const [kind, when] = isDeferred ? ['constraint trigger', 'deferrable initially deferred'] : ['trigger', ''];
  const on = `${schema}."${table}"`;
  return `create ${kind} ${name} ${fires} on ${on} ${when} ${each} execute function ${schema}.${calls}();
    ${isAlways ? `alter table ${on} enable always trigger ${name};` : ''}`;
}
