// The keys of an organisation with who created and revoked each, without what is secret.

import type { OrganisationId } from '../../access/ids.ts';
import type { Database } from '../../database/connect/open-database.ts';
import { selectPublishedOnly } from '../../database/select-published-only.ts';
import { authorName } from '../audit/author-name.ts';
import { byTime, cursorOfPlace, cutToPage, type Listed, type Page } from '../paging.ts';
import { noSuchKey } from './revoke-key.ts';

/** Moments as the database has them, where `infinity` is a number. */
const select = (database: Database, organisationId: OrganisationId) =>
  database
    .selectFrom('api_key')
    .select(['id', 'name', 'created_at as createdAt', 'expires_at as expiresAt', 'revoked_at as revokedAt'])
    .select(selectPublishedOnly.as('publishedOnly'))
    .select([authorName('created_by').as('createdBy'), authorName('revoked_by').as('revokedBy')])
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
  const { at, isAfter } = byTime(page);
  const list = select(database, organisationId).select(at).where(isAfter).orderBy('created_at').orderBy('id');
  return cutToPage(await list.limit(page.limit + 1).execute(), page, cursorOfPlace, ({ at: _, ...key }) => key);
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
