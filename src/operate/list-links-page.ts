// A page of the links of an organisation, the oldest first, without what is secret.

import type { OrganisationId } from '../access/ids.ts';
import type { Database } from '../database/connect/open-database.ts';
import { byTime, cursorOfPlace, cutToPage, type Listed, type Page } from './page.ts';

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
  const { at, isAfter } = byTime(page);
  const list = select(database, organisationId).select(at).where(isAfter).orderBy('created_at').orderBy('id');
  return cutToPage(
    await list.limit(page.limit + 1).execute(),
    page,
    ({ at, linkId }) => cursorOfPlace({ at, id: linkId }),
    ({ at: _, ...link }) => link,
  );
}
