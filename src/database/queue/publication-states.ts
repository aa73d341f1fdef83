// How the publication of some organisations goes, as far as the database knows: for a list of them, however many need attention.

import { sql } from 'kysely';
import type { Database } from '../connect/open-database.ts';

export type PublicationState = {
  /** Whether documents of it have been published. */
  isPublished: boolean;
  /** The age of its oldest queued change, or null when nothing waits. */
  lagSeconds: number | null;
  withheldVersions: number;
  withheldLinks: number;
  /** Changes of days that are kept and not applied, since their lessons are gone. */
  orphanedChanges: number;
  isFailing: boolean;
  isRolledBack: boolean;
};

/** @param ids a page of them. @returns one for each that exists */
export async function readPublicationStates(
  database: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, PublicationState>> {
  const { rows } = await sql<PublicationState & { id: string }>`
    select id, coalesce(is_published, false) as "isPublished",
      case when since is not null then greatest(extract(epoch from clock_timestamp() - since), 0)::double precision end as "lagSeconds",
      coalesce(withheld - links, 0)::integer as "withheldVersions", coalesce(links, 0)::integer as "withheldLinks",
      coalesce(orphaned, 0)::integer as "orphanedChanges",
      coalesce(failures > 0, false) as "isFailing", coalesce(rolled_back, false) as "isRolledBack"
    from organisation
    left join lateral (
      select changed_at as since from pending_change where organisation_id = organisation.id order by seq limit 1
    ) waiting on true
    left join lateral (
      select max(failures) as failures, sum(withheld) filter (where kind <> 'days') as withheld,
        bool_or(rolled_back) as rolled_back, sum(withheld) filter (where kind = 'days') as orphaned,
        coalesce(sum(withheld) filter (where kind = 'derived'), 0) as links,
        bool_or(kind = 'documents' and fence is not null) as is_published
      from publish_lease where organisation_id = organisation.id
    ) leases on true
    where id = any(${ids})`.execute(database);
  return new Map(rows.map(({ id, ...state }) => [id, state]));
}
