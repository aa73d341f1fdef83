// Organisations whose removal awaits an operator's approval. They are moved from the change queue into a table of their own, so
// that they are not judged again and again.

import { sql } from 'kysely';
import type { Database } from '../connect/open-database.ts';
import { requeueAll, requeueDerived } from './pending-changes.ts';

/** How many deleted organisations one reading returns; a later one finds the others. */
const mostRead = 10_000;

/** The ids of deleted organisations that have entries in the queue, or whose removal awaits approval. */
export async function readDeletions(database: Database): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct organisation_id as id from (
      select organisation_id from pending_change union all select organisation_id from held_removal where what = 'organisation'
    ) changes
    where not exists (select from organisation where organisation.id = changes.organisation_id)
    limit ${sql.lit(mostRead)}`.execute(database);
  return rows.map(({ id }) => id);
}

/** How many organisations the database has. */
export async function countOrganisations(database: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from organisation`.execute(database);
  return rows[0]?.count ?? 0;
}

/**
 * Whether all organisations there are can be read: from Belfry's own table, and without row-level security. A view may have lost
 * its rows.
 */
export async function readsOwnOrganisations(database: Database): Promise<boolean> {
  const { rows } = await sql`
    select from pg_class found where found.oid = to_regclass('organisation') and not row_security_active(found.oid)
      and found.relnamespace = (select relnamespace from pg_class where oid = 'pending_change'::regclass)`.execute(
    database,
  );
  return rows.length > 0;
}

/** Moves the removals of organisations from the queue to those that await approval. */
export async function holdRemovals(database: Database, organisations: readonly string[]): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    await sql`delete from pending_change where organisation_id = any(${organisations}::text[])`.execute(transaction);
    await sql`insert into held_removal (organisation_id, what, subject)
      select unnest(${organisations}::text[]), 'organisation', '' on conflict do nothing`.execute(transaction);
  });
}

/**
 * Enqueues everything of organisations whose removal awaits approval and which are there again, as when a view has its rows back. A
 * revocation may have waited in the queue when they were held.
 */
export async function releaseReturned(database: Database): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ id: string }>`
      delete from held_removal where what = 'organisation' and organisation_id in (select id from organisation)
      returning organisation_id as id`.execute(transaction);
    const ids = rows.map(({ id }) => id);
    await requeueAll(transaction, ids);
    await requeueDerived(transaction, ids);
  });
}

/**
 * Moves removals back to the queue, so that the next build decides again. An earlier release also held keys.
 * @param only those of one organisation
 */
export async function releaseRemovals(database: Database, only: string | null = null): Promise<void> {
  if (only === null) await releaseReturned(database);
  await sql`
    with released as (delete from held_removal where ${only}::text is null or organisation_id = ${only} returning organisation_id, what, subject)
    insert into pending_change (organisation_id, what, subject)
    select organisation_id, 'key', subject from released where what = 'key' and organisation_id <> ''
    union all select organisation_id, changes.what, null from released, (values ('organisation'), ('access')) as changes(what)
      where released.what = 'organisation'
    on conflict do nothing`.execute(database);
}

/** The deleted organisations whose removal awaits approval. */
export type AwaitingApproval = { organisations: string[] };

export const noneAwaiting: AwaitingApproval = { organisations: [] };

export async function readAwaitingApproval(database: Database): Promise<AwaitingApproval> {
  const { rows } = await sql<AwaitingApproval>`
    select coalesce(json_agg(organisation_id order by organisation_id), '[]') as organisations
    from (select organisation_id from held_removal where what = 'organisation' limit ${sql.lit(mostRead)}) held`.execute(
    database,
  );
  return rows[0] ?? noneAwaiting;
}
