// A page of the links of an organisation, the oldest first, without what is secret.

import { sql } from 'kysely';
import type { OrganisationId } from '../access/ids.ts';
import type { Database } from '../database/connect/open-database.ts';
import { cursorOfPlace, cutToPage, type Listed, type Page, placeOfCursor } from './page.ts';

const select = (database: Database, organisationId: OrganisationId) =>
  database
    .selectFrom('link')
    .leftJoin('link_ended', 'link_ended.link_id', 'link.id')
    .select(['id as linkId', 'kind', 'entity_id as entityId', 'name'])
    .select(['created_at as createdAt', 'created_by as createdBy', 'expires_at as expiresAt'])
    .select(['revoked_at as revokedAt', 'revoked_by as revokedBy', 'ended_at as endedAt'])
    .where('organisation_id', '=', organisationId);

export type LinkRow = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number];

export async function listLinksPage(
  database: Database,
  organisationId: OrganisationId,
  page: Page,
): Promise<Listed<LinkRow>> {
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
  return cutToPage(
    await query.execute(),
    page,
    ({ at, linkId }) => cursorOfPlace({ at, id: linkId }),
    ({ at: _, ...link }) => link,
  );
}
