// Removals that wait for an operator's approval. They are moved from the change queue into a table of their own, so that
// other changes of the same organisation do not wait.

import { sql } from 'kysely';
import type { Database } from './open-database.ts';

/** What was deleted from the database, and may still be published. `keys` maps SHA-256 to organisation. */
export type Deletions = { organisations: ReadonlySet<string>; keys: ReadonlyMap<string, string> };

/** Ids of deleted organisations, and the SHA-256 of each deleted key with its organisation, which still exists. */
export async function readDeletions(database: Database): Promise<Deletions> {
  const { rows } = await sql<{ organisations: string[]; keys: [string, string][] }>`
    with changes as (
      select organisation_id, what, subject from pending_change union select organisation_id, what, subject from held_removal
    ), deleted as (
      select distinct organisation_id from changes
      where not exists (select from organisation where organisation.id = changes.organisation_id)
    )
    select
      (select coalesce(json_agg(organisation_id), '[]') from deleted) as organisations,
      (select coalesce(json_agg(json_build_array(subject, organisation_id)), '[]') from changes
        where what = 'key' and subject is not null and organisation_id not in (select organisation_id from deleted)
          and not exists (select from api_key where api_key.sha256 = changes.subject)) as keys`.execute(database);
  const [{ organisations, keys } = { organisations: [], keys: [] }] = rows;
  return { organisations: new Set(organisations), keys: new Map(keys) };
}

/** How many organisations and keys the database has. */
export async function countAll(database: Database): Promise<{ organisations: number; keys: number }> {
  const { rows } = await sql<{ organisations: number; keys: number }>`select
    (select count(*)::integer from organisation) as organisations,
    (select count(*)::integer from api_key) as keys`.execute(database);
  return rows[0] ?? { organisations: 0, keys: 0 };
}

/** Moves the removals from the queue to the table of held ones. */
export async function holdRemovals(database: Database, { organisations, keys }: Deletions): Promise<void> {
  const [ids, hashes, owners] = [[...organisations], [...keys.keys()], [...keys.values()]];
  await database.transaction().execute(async (transaction) => {
    await sql`delete from pending_change
      where organisation_id = any(${ids}::text[]) or (what = 'key' and subject = any(${hashes}::text[]))`.execute(
      transaction,
    );
    await sql`insert into held_removal (organisation_id, what, subject)
      select unnest(${ids}::text[]), 'organisation', ''
      union all select * from (select unnest(${owners}::text[]), 'key', unnest(${hashes}::text[])) as keys
      on conflict do nothing`.execute(transaction);
  });
}

/** Moves held removals back to the queue, so that the next build decides again. @param only those of one organisation */
export async function releaseRemovals(database: Database, only: string | null = null): Promise<void> {
  await sql`
    with released as (delete from held_removal where ${only}::text is null or organisation_id = ${only} returning organisation_id, what, subject)
    insert into pending_change (organisation_id, what, subject)
    select organisation_id, 'key', subject from released where what = 'key' and organisation_id <> ''
    union all select organisation_id, changes.what, null from released, (values ('organisation'), ('access')) as changes(what)
      where released.what = 'organisation'
    union all (select organisation_id, 'key', null from released where what = 'organisation' limit 1)
    on conflict do nothing`.execute(database);
}

/** The held removals: deleted organisations, the number of deleted keys, and the organisations that had those keys. */
export type HeldRemovals = { organisations: string[]; keys: number; keysOf: string[] };

export const noneHeld: HeldRemovals = { organisations: [], keys: 0, keysOf: [] };

export async function readHeldRemovals(database: Database): Promise<HeldRemovals> {
  const { rows } = await sql<HeldRemovals>`
    select
      coalesce(json_agg(distinct organisation_id) filter (where what = 'organisation'), '[]') as organisations,
      count(*) filter (where what = 'key')::integer as keys,
      coalesce(json_agg(distinct organisation_id) filter (where what = 'key'), '[]') as "keysOf"
    from held_removal`.execute(database);
  return rows[0] ?? noneHeld;
}
