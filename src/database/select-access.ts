// Reads the access part of an organisation's record.

import { sql } from 'kysely';
import type { OrganisationId } from '../access/ids.ts';
import type { AccessRecord } from '../contract/types.generated.ts';
import type { Database } from './connect/open-database.ts';
import { selectPublishedOnly } from './select-published-only.ts';

/** How many revoked keys the record contains, the last revoked ones. Servers treat older ones like unknown keys. */
const revokedKnown = 1000;

type KeyRow = { id: string; sha256: string; expires_at: Date | null; revoked: boolean; published_only: boolean };

/** @returns null when there is no such organisation */
export async function selectAccess(database: Database, organisationId: OrganisationId): Promise<AccessRecord | null> {
  const organisation = await database
    .selectFrom('organisation')
    .select(['access as state', 'locked_because as lockedBecause', 'api_enabled as apiEnabled'])
    .where('id', '=', organisationId)
    .executeTakeFirst();
  if (organisation === undefined) return null;
  const { rows } = await sql<KeyRow>`
    select id, sha256, expires_at, revoked_at is not null as revoked, published_only from (
      select id, sha256, expires_at, revoked_at, ${selectPublishedOnly} as published_only,
        row_number() over (partition by revoked_at is null order by revoked_at desc, sha256) as place
      from api_key where organisation_id = ${organisationId}
    ) keys
    where revoked_at is null or place <= ${revokedKnown}
    order by sha256`.execute(database);
  const keys: AccessRecord['keys'] = {};
  for (const { id, sha256, expires_at, revoked, published_only } of rows)
    keys[sha256] = {
      ...{ keyId: id, expiresAt: expiry(expires_at), revoked },
      ...(published_only && { publishedOnly: true }),
    };
  return { ...organisation, keys };
}

/** The latest time in a record. PostgreSQL's range exceeds that of a Date. */
const lastMoment = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** `infinity` arrives as an infinite number: the key never expires, or has expired. A time beyond a Date arrives as NaN. */
export function expiry(moment: Date | null): string | null {
  const time = moment === null ? Number.POSITIVE_INFINITY : Number(moment);
  if (time === Number.POSITIVE_INFINITY) return null;
  return new Date(Number.isNaN(time) ? lastMoment : Math.min(Math.max(time, 0), lastMoment)).toISOString();
}
