// Keeps the queue quick whatever is in it: access has indexes of its own, so that a revocation is found among a million
// changes of documents; a publisher waits for changes inside the server, and looks only at transactions that it has not seen;
// and dead rows are vacuumed soon.
//
// What a publisher has not seen follows from the snapshot of its last look (pg_snapshot,
// https://www.postgresql.org/docs/current/functions-info.html#FUNCTIONS-INFO-SNAPSHOT): an entry is new if its transaction
// was still running then, or began later. So entries that were cleared since, whose dead rows an old snapshot may keep, are
// never read again. An entry of a restored dump may bear an id that this server has not reached yet, which would look new for
// ever; such ids are left to the publisher's regular reading of the whole queue.

import { type Kysely, sql } from 'kysely';

const indexes = (schema: string) => /* sql */ `
create index pending_change_access on ${schema}.pending_change (organisation_id, seq) where what in ('access', 'key');
create index pending_change_access_new on ${schema}.pending_change (transaction_id) where what in ('access', 'key');
`;

/**
 * Both tables live from a moment to the next, so they are vacuumed by what is dead, not by their size. They keep their pages:
 * giving them back takes a lock for which editors would wait.
 */
const storage = (schema: string) =>
  ['changed_version', 'pending_change', 'publish_lease']
    .map(
      (table) => /* sql */ `
alter table ${schema}.${table} set (
  autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_cost_delay = 0,
  autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 10000, vacuum_truncate = off
);`,
    )
    .join('');

/**
 * Enqueues the versions that a publisher deletes from changed_version, each once, however many transactions changed it. A
 * version that one of these transactions has enqueued in another way, and that is still pending, is not enqueued again.
 * A version that was deleted since is left out, because its deletion has been enqueued.
 */
const enqueueFunction = (schema: string, options: string) => /* sql */ `
create or replace function ${schema}.enqueue_changed_versions() returns trigger
language plpgsql ${options} as $$
begin
  insert into pending_change (organisation_id, what, subject, changed_at)
  select timetable.organisation_id, 'version', version.id, min(deleted.transaction_began)
  from deleted
  join timetable_version version on version.id = deleted.version_id
  join timetable on timetable.id = version.timetable_id
  where not exists (
    select from pending_change known
    where known.transaction_id = deleted.transaction_id and coalesce(known.subject, '') = version.id
      and known.organisation_id = timetable.organisation_id and known.what = 'version'
      and known.transaction_began = deleted.transaction_began)
  group by timetable.organisation_id, version.id
  on conflict do nothing;
  return null;
end $$;`;

const isNew = (table: string, condition: string) => /* sql */ `
  exists (select from ${table} where transaction_id >= first_unseen and transaction_id < first_unused ${condition})
  or exists (select from ${table} where transaction_id = any(unfinished) ${condition})`;

const waitFunction = (schema: string) => /* sql */ `
create function ${schema}.wait_for_changes(
  work text, seen pg_snapshot, milliseconds integer, pause double precision, out has_new boolean, out now_seen pg_snapshot
) language plpgsql set search_path = pg_catalog, ${schema}, pg_temp as $$
declare
  ends timestamptz := clock_timestamp() + milliseconds * interval '1 millisecond';
  first_unseen xid8 := pg_snapshot_xmax(seen);
  unfinished xid8[] := array(select pg_snapshot_xip(seen));
  first_unused xid8;
begin
  -- One would read all dead rows; the planner may prefer it for a table that looks empty.
  perform set_config('enable_seqscan', 'off', true);
  loop
    -- Each statement of a volatile function has a snapshot of its own.
    now_seen := pg_current_snapshot();
    first_unused := pg_snapshot_xmax(now_seen);
    if work = 'access' then
      has_new := ${isNew('pending_change', "and what in ('access', 'key')")};
    else
      has_new := ${isNew('changed_version', '')}
        or ${isNew('pending_change', "and what in ('version', 'list', 'organisation')")};
    end if;
    exit when has_new or clock_timestamp() >= ends;
    perform pg_sleep(pause);
  end loop;
end $$;
revoke execute on function ${schema}.wait_for_changes(text, pg_snapshot, integer, double precision) from public;

-- Whoever publishes waits.
do $$
declare publisher name;
begin
  for publisher in
    select distinct role.rolname from pg_class relation, aclexplode(relation.relacl) entry, pg_roles role
    where relation.oid = '${schema}.publish_lease'::regclass and entry.privilege_type = 'INSERT' and role.oid = entry.grantee
  loop
    execute format(
      'grant execute on function ${schema}.wait_for_changes(text, pg_snapshot, integer, double precision) to %I', publisher);
  end loop;
end $$;
`;

export async function up(database: Kysely<unknown>): Promise<void> {
  // Where the tables are: what the search path names first by now may be another schema. Quoted by PostgreSQL.
  const { rows } = await sql<{ schema: string }>`
    select relnamespace::regnamespace::text as schema from pg_class where oid = 'pending_change'::regclass`.execute(
    database,
  );
  const schema = rows[0]?.schema ?? '';
  const options = `security definer set search_path = pg_catalog, ${schema}, pg_temp`;
  const statements = [indexes(schema), storage(schema), enqueueFunction(schema, options), waitFunction(schema)];
  await sql.raw(statements.join('\n')).execute(database);
}
