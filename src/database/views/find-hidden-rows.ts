// Finds row-level security that applies to what Belfry reads. A policy hides rows without an error, and what a publisher does
// not see counts as deleted. The tables beneath views are read with the rights of the view's owner, unless the view has
// security_invoker; what a function reads is not found.

import { sql } from 'kysely';
import type { Database } from '../connect/open-database.ts';

/**
 * @param tables those that are read; by default all of Belfry's own
 * @returns the problems, each in one sentence with its remedy
 */
export async function findHiddenRows(database: Database, tables: readonly string[] | null = null): Promise<string[]> {
  const { rows } = await sql<{ table: string; role: string }>`
    with recursive own as (
      select oid, relname, relowner from pg_class
      where relkind = 'r' and relnamespace = (select relnamespace from pg_class where oid = 'pending_change'::regclass)
        and (${tables === null ? null : [...tables]}::text[] is null or relname = any(${tables === null ? null : [...tables]}::text[]))
    ), reached(relation, role) as (
      select found.oid, (select oid from pg_roles where rolname = current_user)
        from own join pg_class found on found.oid = to_regclass(quote_ident(own.relname))
      union select oid, relowner from own -- by the triggers, with their owner's rights
      union
      select base.oid, case when invoker.is_set then reached.role else upper.relowner end
      from reached
      join pg_class upper on upper.oid = reached.relation and upper.relkind = 'v'
      cross join lateral (
        select coalesce(bool_or(option_value::boolean), false) as is_set from pg_options_to_table(upper.reloptions)
        where option_name = 'security_invoker') invoker
      join pg_rewrite rule on rule.ev_class = upper.oid
      join pg_depend dependency on dependency.classid = 'pg_rewrite'::regclass and dependency.objid = rule.oid
        and dependency.refclassid = 'pg_class'::regclass
      join pg_class base on base.oid = dependency.refobjid and base.oid <> upper.oid
    )
    select distinct format('%s.%I', found.relnamespace::regnamespace, found.relname) as table, quote_ident(rolname) as role
    from reached join pg_class found on found.oid = reached.relation join pg_roles role on role.oid = reached.role
    where found.relrowsecurity and not role.rolsuper and not role.rolbypassrls
      and not (pg_has_role(role.oid, found.relowner, 'usage') and not found.relforcerowsecurity)
    order by 1, 2`.execute(database);
  return rows.map(
    ({ table, role }) =>
      `row-level security on ${table} applies to the role ${role}, and what it hides would be removed from the published ` +
      `output: alter role ${role} bypassrls, or alter table ${table} disable row level security`,
  );
}
