// Waiting for changes costs a third. Whatever is committed changes PostgreSQL's snapshot: a transaction that had not ended at the
// last look is missing from the list of those that run, or lies below a higher end (pg_snapshot,
// https://www.postgresql.org/docs/current/functions-info.html#FUNCTIONS-INFO-SNAPSHOT). While the snapshot stays the same, no
// table is looked at. The loop has expressions instead of statements, which PL/pgSQL evaluates without preparing a query.

import { type Kysely, sql } from 'kysely';

const isNew = (table: string, condition: string) => /* sql */ `
  exists (select from ${table} where transaction_id >= first_unseen and transaction_id < first_unused ${condition})
  or exists (select from ${table} where transaction_id = any(unfinished) ${condition})`;

const waitFunction = (schema: string) => /* sql */ `
create or replace function ${schema}.wait_for_changes(
  work text, seen pg_snapshot, milliseconds integer, pause double precision, out has_new boolean, out now_seen pg_snapshot
) language plpgsql set search_path = pg_catalog, ${schema}, pg_temp as $$
declare
  ends timestamptz := clock_timestamp() + milliseconds * interval '1 millisecond';
  first_unseen xid8 := pg_snapshot_xmax(seen);
  unfinished xid8[] := array(select pg_snapshot_xip(seen));
  first_unused xid8;
  looked_at text := seen::text;
begin
  -- One would read all dead rows; the planner may prefer it for a table that looks empty.
  perform set_config('enable_seqscan', 'off', true);
  has_new := false;
  loop
    -- Each statement and expression of a volatile function has a snapshot of its own.
    now_seen := pg_current_snapshot();
    if now_seen::text <> looked_at then
      looked_at := now_seen::text;
      first_unused := pg_snapshot_xmax(now_seen);
      if work = 'access' then
        has_new := ${isNew('pending_change', "and what in ('access', 'key')")};
      else
        has_new := ${isNew('changed_version', '')}
          or ${isNew('pending_change', "and what in ('version', 'list', 'organisation')")};
      end if;
    end if;
    exit when has_new or clock_timestamp() >= ends;
    exit when pg_sleep(pause) is null; -- which it never is
  end loop;
end $$;`;

export async function up(database: Kysely<unknown>): Promise<void> {
  // Where the tables are: what the search path names first by now may be another schema. Quoted by PostgreSQL.
  const { rows } = await sql<{ schema: string }>`
    select relnamespace::regnamespace::text as schema from pg_class where oid = 'pending_change'::regclass`.execute(
    database,
  );
  await sql.raw(waitFunction(rows[0]?.schema ?? '')).execute(database);
}
