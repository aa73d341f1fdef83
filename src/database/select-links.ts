// Reads links for their records. Of an organisation's thousands only some are read at a time.

import { sql } from 'kysely';
import type { OrganisationId } from '../access/ids.ts';
import type { LinkRecord } from '../contract/types.generated.ts';
import { FailedError } from '../errors.ts';
import type { Database } from './connect/open-database.ts';
import { expiry } from './select-access.ts';

/** What a link's record says of the link itself. */
export type KnownLink = Pick<LinkRecord, 'linkId' | 'kind' | 'entityId' | 'name' | 'expiresAt' | 'revoked'>;

/** Days for which a revoked link keeps its record. Servers treat an older one like an unknown one. */
const revokedKnown = sql.lit('30 days');

const isKnown = sql<boolean>`(revoked_at is null or revoked_at > clock_timestamp() - ${revokedKnown}::interval)`;

/** Those of the links that the organisation has, by the SHA-256 of the token. The name of a revoked one is nobody's business. */
export async function selectLinks(
  database: Database,
  organisationId: OrganisationId,
  hashes: readonly string[],
): Promise<Map<string, KnownLink>> {
  const { rows } = await sql<Omit<KnownLink, 'expiresAt'> & { sha256: string; expires: Date | null }>`
    select sha256, link_id as "linkId", kind, entity_id as "entityId", case when not revoked then name end as name,
      expires, revoked
    from (
      select sha256, id as link_id, kind, entity_id, name, expires_at as expires,
        revoked_at is not null or exists (select from link_ended where link_id = link.id) as revoked
      from link
      where organisation_id = ${organisationId} and sha256 = any(${hashes}::text[]) and ${isKnown}
    ) known`.execute(database);
  return new Map(
    rows.map(({ sha256, expires, linkId, kind, entityId, name, revoked }) => [
      sha256,
      { linkId, kind, entityId, name, expiresAt: expiry(expires), revoked },
    ]),
  );
}

/** The next links of an organisation in the order of their hashes. @param after a hash, or '' for the first */
export async function selectHashesAfter(
  database: Database,
  organisationId: OrganisationId,
  after: string,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ sha256: string }>`
    select sha256 from link where organisation_id = ${organisationId} and sha256 > ${after}
    order by sha256 limit ${sql.lit(limit)}`.execute(database);
  return rows.map(({ sha256 }) => sha256);
}

/** Of these hashes, those of no link of the organisation. */
export async function selectUnknownHashes(
  database: Database,
  organisationId: OrganisationId,
  hashes: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ sha256: string }>`
    select sha256 from unnest(${hashes}::text[]) sha256
    where not exists (
      select from link where link.organisation_id = ${organisationId} and link.sha256 = sha256.sha256 and ${isKnown})`.execute(
    database,
  );
  return rows.map(({ sha256 }) => sha256);
}

/** Some of these links, first those to refuse, then in the order given. */
export async function selectMostUrgent(
  database: Database,
  organisationId: OrganisationId,
  hashes: readonly string[],
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ sha256: string }>`
    select wanted.sha256 from unnest(${hashes}::text[]) with ordinality wanted(sha256, place)
    left join link on link.organisation_id = ${organisationId} and link.sha256 = wanted.sha256
    order by link.id is not null and link.revoked_at is null
        and not exists (select from link_ended where link_id = link.id), place
    limit ${sql.lit(limit)}`.execute(database);
  return rows.map(({ sha256 }) => sha256);
}

/** `hidesCancelled`: whether its feed leaves out lessons that do not take place for the person. */
type ShownLink = Pick<KnownLink, 'kind' | 'entityId'> & { sha256: string; hidesCancelled: boolean };

/** As many as the table takes. */
const mostShown = 20_000;

/**
 * The links that show something: not those that are revoked, ended or expired. The oldest first, which is the order in which they
 * get their share of the store.
 * @throws FailedError when there are more than the table takes
 */
export async function selectShownLinks(database: Database, organisationId: OrganisationId): Promise<ShownLink[]> {
  const { rows } = await sql<ShownLink>`
    select kind, entity_id as "entityId", sha256, cancelled = 'hide' as "hidesCancelled" from link
    where organisation_id = ${organisationId} and revoked_at is null
      and (expires_at is null or expires_at > clock_timestamp())
      and not exists (select from link_ended where link_id = link.id)
    order by created_at, id limit ${sql.lit(mostShown + 1)}`.execute(database);
  if (rows.length > mostShown)
    throw new FailedError(`organisation ${organisationId} has more than ${mostShown} links; revoke what is not used`);
  return rows;
}
