// The state of the queue in figures, for a watcher's metrics and for `doctor`: what waits, for how long, and how large the tables
// of the queue have grown. Cheap enough to be read every few seconds.

import { sql } from 'kysely';
import type { Database } from '../connect/open-database.ts';
import { readWebhookFigures, type WebhookFigures } from '../webhooks/webhook-figures.ts';
import { mostCounted } from './read-queue.ts';

type OfQueue = {
  changes: number;
  /** The age of the oldest in seconds, 0 when there is none. */
  ageSeconds: number;
};

export type QueueFigures = {
  access: OfQueue;
  /** Versions that are not moved to the queue yet count too. */
  documents: OfQueue;
  /** What is only due by time is not queued. */
  days: OfQueue;
  derived: OfQueue;
  removalsAwaitingApproval: number;
  /** Changes of days that are kept and not applied, since their lessons are gone. */
  orphanedChanges: number;
  /** `bytes` with indexes; `deadRows` as PostgreSQL estimates them. */
  tables: { table: string; bytes: number; rows: number; deadRows: number }[];
};

const nothing: OfQueue = { changes: 0, ageSeconds: 0 };

/** Each kind of entry is counted up to a limit, as for the heartbeat. */
export async function readQueueFigures(database: Database): Promise<QueueFigures> {
  const most = sql.lit(mostCounted);
  const { rows } = await sql<QueueFigures>`
    with waiting as (
      (select 'access' as work, changed_at from pending_change where what in ('access', 'key', 'link') limit ${most})
      union all (select 'derived', changed_at from pending_change where what = 'calendar' limit ${most})
      union all (select 'days', changed_at from pending_change where what = 'days' limit ${most})
      union all (select 'documents', changed_at from pending_change where what in ('version', 'list', 'organisation')
        order by seq limit ${most})
      union all (select 'documents', transaction_began from changed_version limit ${most})
    ), figures as (
      select work, json_build_object('changes', count(*),
        'ageSeconds', greatest(0, extract(epoch from clock_timestamp() - min(changed_at)))) as of_queue
      from waiting group by work
    )
    select
      (select of_queue from figures where work = 'access') as access,
      (select of_queue from figures where work = 'documents') as documents,
      (select of_queue from figures where work = 'days') as days,
      (select of_queue from figures where work = 'derived') as derived,
      (select count(*)::integer from held_removal) as "removalsAwaitingApproval",
      (select coalesce(sum(withheld), 0)::integer from publish_lease where kind = 'days') as "orphanedChanges",
      (select json_agg(json_build_object('table', relname, 'bytes', pg_total_relation_size(pg_class.oid),
          'rows', coalesce(pg_stat_get_live_tuples(pg_class.oid), 0),
          'deadRows', coalesce(pg_stat_get_dead_tuples(pg_class.oid), 0)) order by relname)
        from pg_class where oid in ('pending_change'::regclass, 'changed_version'::regclass)) as tables`.execute(
    database,
  );
  const [found] = rows;
  return {
    access: found?.access ?? nothing,
    documents: found?.documents ?? nothing,
    days: found?.days ?? nothing,
    derived: found?.derived ?? nothing,
    removalsAwaitingApproval: found?.removalsAwaitingApproval ?? 0,
    orphanedChanges: found?.orphanedChanges ?? 0,
    tables: found?.tables ?? [],
  };
}

/** For metrics. What cannot be read of webhooks is absent, and no reason to call the queue unreadable, which revocations go through. */
export const readWatcherFigures = async (
  database: Database,
): Promise<QueueFigures & { webhooks: WebhookFigures | null }> => ({
  ...(await readQueueFigures(database)),
  webhooks: await readWebhookFigures(database).catch(() => null),
});
