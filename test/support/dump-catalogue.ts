import { sql } from 'kysely';
import type { Database } from '../../src/database/connect/open-database.ts';

/**
 * Everything that migrations make, as PostgreSQL itself writes it, one line each: columns in their order, constraints,
 * indexes, functions with their bodies, triggers, and who may do what. Two schemas are the same if their lines are.
 */
export async function dumpCatalogue(database: Database): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    with relation as (
      select * from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'S', 'v')
    )
    select concat_ws(' ', relname, relkind, relacl::text) as line from relation
    union all
    select concat_ws(' ', relname, attnum, attname, format_type(atttypid, atttypmod),
      case when attnotnull then 'not null' end, 'identity ' || nullif(attidentity::text, ''),
      'default ' || pg_get_expr(adbin, adrelid), attacl::text)
    from pg_attribute join relation on relation.oid = attrelid
    left join pg_attrdef on adrelid = attrelid and adnum = attnum where attnum > 0 and not attisdropped
    union all
    select concat_ws(' ', relname, conname, pg_get_constraintdef(pg_constraint.oid))
    from pg_constraint join relation on relation.oid = conrelid
    union all
    select indexdef from pg_indexes where schemaname = 'public'
    union all
    select concat_ws(' ', pg_get_functiondef(oid), proacl::text) from pg_proc
    where pronamespace = 'public'::regnamespace
    union all
    select concat_ws(' ', pg_get_triggerdef(pg_trigger.oid), tgenabled)
    from pg_trigger join relation on relation.oid = tgrelid where not tgisinternal
    union all
    select concat_ws(' ', 'schema', nspacl::text) from pg_namespace where nspname = 'public'
    order by 1`.execute(database);
  return rows.map(({ line }) => line);
}
