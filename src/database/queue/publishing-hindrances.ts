// Reads from PostgreSQL's own views what can slow or stop publishing: settings that cut statements off, autovacuum that is off,
// snapshots that keep deleted rows from being vacuumed, and sessions that hold locks. Every list is bounded.

import { sql } from 'kysely';
import type { Database } from '../connect/open-database.ts';
import { calendarTables, timetableTables } from '../views/check-mapping.ts';

/** How many sessions are named. */
const maxNamed = 5;

export type LimitedBy = { setting: string; milliseconds: number; source: string };

/** Settings of this session that end a statement or a transaction early; only those that are on. */
export async function selectTimeouts(database: Database): Promise<LimitedBy[]> {
  const { rows } = await sql<LimitedBy>`
    select name as setting, setting::double precision as milliseconds, source from pg_settings
    where name in ('statement_timeout', 'lock_timeout', 'transaction_timeout') and setting::bigint > 0
      and source <> 'session' -- Belfry's own, which count instead of the others
    order by name`.execute(database);
  return rows;
}

/** Where autovacuum is off: the server, or a table of the queue. */
export async function selectWithoutAutovacuum(database: Database): Promise<string[]> {
  const { rows } = await sql<{ what: string }>`
    select 'the server' as what where not current_setting('autovacuum')::boolean or not current_setting('track_counts')::boolean
    union all
    select oid::regclass::text from pg_class
    where oid in ('pending_change'::regclass, 'changed_version'::regclass, 'publish_lease'::regclass)
      and exists (select from unnest(reloptions) option where option ~* '^autovacuum_enabled=(false|off|no|0)$')`.execute(
    database,
  );
  return rows.map(({ what }) => what);
}

/** Whether the role sees the transactions of other roles' sessions. If not, their age is hidden, and they are missing below. */
export async function seesAllSessions(database: Database): Promise<boolean> {
  const { rows } = await sql<{ sees: boolean }>`
    select pg_has_role(current_user, 'pg_read_all_stats', 'usage') as sees`.execute(database);
  return rows[0]?.sees ?? false;
}

/** `holder` names who it is: a session, a prepared transaction, or a replication slot. */
export type OldSnapshot = { holder: string; seconds: number | null; end: string };

/**
 * Whose snapshot is so old that what was deleted since cannot be vacuumed. The age of a replication slot is not known in seconds;
 * it counts when it is many transactions behind.
 * @param seconds the age from which a snapshot is old
 */
export async function selectOldSnapshots(database: Database, seconds: number): Promise<OldSnapshot[]> {
  const { rows } = await sql<OldSnapshot>`
    select * from (
      select format('process %s (%s, %s)', pid, coalesce(nullif(application_name, ''), 'no name'), coalesce(state, 'unknown'))
          as holder,
        extract(epoch from clock_timestamp() - xact_start)::double precision as seconds,
        format('select pg_terminate_backend(%s)', pid) as end
      from pg_stat_activity
      where (backend_xmin is not null or backend_xid is not null) and pid <> pg_backend_pid()
        and (datname = current_database() or datname is null)
        and xact_start < clock_timestamp() - make_interval(secs => ${seconds})
      union all
      select format('the prepared transaction %L', gid), extract(epoch from clock_timestamp() - prepared)::double precision,
        format('rollback prepared %L', gid)
      from pg_prepared_xacts
      where database = current_database() and prepared < clock_timestamp() - make_interval(secs => ${seconds})
      union all
      select format('the replication slot %s', slot_name), null, format('select pg_drop_replication_slot(%L)', slot_name)
      from pg_replication_slots
      where not active and age(coalesce(xmin, catalog_xmin)) > 1000000
    ) old order by seconds desc nulls last limit ${maxNamed}`.execute(database);
  return rows;
}

export type LockHolder = { pid: number; tables: string[]; mode: string; seconds: number; waiting: number };

/** Sessions that have held, for this many seconds, a lock that publishers wait for. */
export async function selectLockHolders(database: Database, seconds: number): Promise<LockHolder[]> {
  const tables = [
    ...['pending_change', 'changed_version', 'publish_lease', 'held_removal', 'organisation', 'api_key', 'link'],
    ...timetableTables,
    ...calendarTables,
  ];
  const { rows } = await sql<LockHolder>`
    select locks.pid, array_agg(distinct locks.relation::regclass::text) as tables, min(locks.mode) as mode,
      extract(epoch from clock_timestamp() - min(activity.xact_start))::double precision as seconds,
      (select count(*)::integer from pg_stat_activity other where locks.pid = any(pg_blocking_pids(other.pid))) as waiting
    from pg_locks locks
    join pg_stat_activity activity on activity.pid = locks.pid
    where locks.granted and locks.locktype = 'relation' and locks.pid <> pg_backend_pid()
      and locks.database = (select oid from pg_database where datname = current_database())
      and locks.mode in ('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')
      and locks.relation in (select to_regclass(quote_ident(name)) from unnest(${tables}::text[]) name)
      and activity.xact_start < clock_timestamp() - make_interval(secs => ${seconds})
    group by locks.pid order by seconds desc limit ${maxNamed}`.execute(database);
  return rows;
}
