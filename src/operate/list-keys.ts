// The keys of an organisation with who created and revoked each, without what is secret.

import { sql } from 'kysely';
import type { OrganisationId } from '../access/ids.ts';
import type { Database } from '../database/connect/open-database.ts';
import { cursorOfPlace, cutToPage, type Listed, type Page, placeOfCursor } from './page.ts';
import { noSuchKey } from './revoke-key.ts';

/** Moments as the database has them, where `infinity` is a number. */
const select = (database: Database, organisationId: OrganisationId) =>
  database
    .selectFrom('api_key')
    .select(['id', 'name', 'created_at as createdAt', 'expires_at as expiresAt', 'revoked_at as revokedAt'])
    .select(['created_by as createdBy', 'revoked_by as revokedBy'])
    .where('organisation_id', '=', organisationId);

export type ListedKey = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number];

/** All keys, as a command shows them. */
export const listAllKeys = (database: Database, organisationId: OrganisationId): Promise<ListedKey[]> =>
  select(database, organisationId).orderBy('created_at').orderBy('id').execute();

/** A page of the keys, the oldest first. */
export async function listKeys(
  database: Database,
  organisationId: OrganisationId,
  page: Page,
): Promise<Listed<ListedKey>> {
  const microseconds = sql<string>`(extract(epoch from created_at) * 1000000)::bigint`;
  let query = select(database, organisationId)
    .select(microseconds.as('at'))
    .orderBy('created_at')
    .orderBy('id')
    .limit(page.limit + 1);
  if (page.after !== null) {
    const { at, id } = placeOfCursor(page.after);
    query = query.where(sql<boolean>`(${microseconds}, id) > (${at}::bigint, ${id})`);
  }
  return cutToPage(await query.execute(), page, cursorOfPlace, ({ at: _, ...key }) => key);
}

/** @throws NotFoundError */
export async function readListedKey(
  database: Database,
  organisationId: OrganisationId,
  id: string,
): Promise<ListedKey> {
  const key = await select(database, organisationId).where('id', '=', id).executeTakeFirst();
  if (key === undefined) throw noSuchKey(id, organisationId);
  return key;
}
