// What the database knows of its last publication of each organisation, to be compared with the store (compare-fences.ts).

import { type RawBuilder, sql } from 'kysely';
import { type Handle, isOrganisationId, type OrganisationId, parseHandle } from '../../access/ids.ts';
import type { Database } from '../connect/open-database.ts';
import { type Work, whatOf } from './pending-changes.ts';

/**
 * Of one part: its fence when it was last published, null when that is not known, or when nothing is derived; and whether such
 * work is queued.
 */
type LastPublished = { fence: number | null; isPending: boolean };

export type PublishedOrganisation = { organisationId: OrganisationId; handle: Handle } & Record<Work, LastPublished>;

/** Organisations in the order of their ids, at most `limit`, beginning after the id `after`. */
export const selectFences = (database: Database, after: string, limit: number): Promise<PublishedOrganisation[]> =>
  select(database, sql`id > ${after} order by id limit ${limit}`);

/** Those of the organisations that the database has. */
export const selectFencesOf = (
  database: Database,
  organisationIds: readonly string[],
): Promise<PublishedOrganisation[]> => select(database, sql`id = any(${organisationIds}::text[])`);

async function select(database: Database, which: RawBuilder<unknown>): Promise<PublishedOrganisation[]> {
  // What is derived follows from the publication of documents that are queued.
  const pendingOf = (work: Work) =>
    work === 'days' || work === 'derived' ? [...whatOf.documents, ...whatOf[work]] : whatOf[work];
  const ofWork = (work: Work) => sql`json_build_object(
    'fence', (
      select fence from publish_lease where organisation_id = organisation.id and kind = ${work}
        and (kind not in ('days', 'derived') or valid_until is not null)),
    'isPending', exists (
      select from pending_change where organisation_id = organisation.id and what = any(${pendingOf(work)})))`;
  const { rows } = await sql<{ id: string; handle: string } & Record<Work, LastPublished>>`
    select id, handle, ${ofWork('access')} as access, ${ofWork('documents')} as documents,
      ${ofWork('days')} as days, ${ofWork('derived')} as derived
    from organisation where ${which}`.execute(database);
  return rows.flatMap(({ id, handle, ...work }) =>
    isOrganisationId(id) ? [{ organisationId: id, handle: parseHandle(handle), ...work }] : [],
  );
}

/** Of these handles, those that no organisation has. */
export async function selectUnusedHandles(database: Database, handles: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ handle: string }>`
    select handle from unnest(${handles}::text[]) handle
    where not exists (select from organisation where organisation.handle = handle.handle)`.execute(database);
  return new Set(rows.map(({ handle }) => handle));
}

/** Whether the organisation is deleted, and the removal of what is published of it is queued or held. */
export async function isRemovalDue(database: Database, organisationId: string): Promise<boolean> {
  const { rows } = await sql<{ due: boolean }>`
    select not exists (select from organisation where id = ${organisationId})
      and (exists (select from pending_change where organisation_id = ${organisationId})
        or exists (select from held_removal where organisation_id = ${organisationId})) as due`.execute(database);
  return rows[0]?.due ?? false;
}
