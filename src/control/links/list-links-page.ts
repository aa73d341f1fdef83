// A page of the links of an organisation, the oldest first, without what is secret.

import { sql } from 'kysely';
import type { OrganisationId } from '../../access/ids.ts';
import type { Database } from '../../database/connect/open-database.ts';
import type { LinkKind } from '../../database/link-entities.ts';
import { authorName } from '../audit/author-name.ts';
import { byTime, cursorOfPlace, cutToPage, type Listed, type Page } from '../paging.ts';

const nameIn = (kind: LinkKind) => sql`(select named.name from ${sql.table(kind)} named
  where named.organisation_id = link.organisation_id and named.id = link.entity_id)`;

/** Null when it was deleted, with which the link ends. */
const entityName = sql<
  string | null
>`case kind when 'class' then ${nameIn('class')} when 'teacher' then ${nameIn('teacher')}
  when 'room' then ${nameIn('room')} when 'student' then ${nameIn('student')} end`;

const select = (database: Database, organisationId: OrganisationId) =>
  database
    .selectFrom('link')
    .leftJoin('link_ended', 'link_ended.link_id', 'link.id')
    .select(['id as linkId', 'kind', 'entity_id as entityId', 'name'])
    .select(['created_at as createdAt', 'expires_at as expiresAt', 'revoked_at as revokedAt', 'ended_at as endedAt'])
    .select([authorName('created_by').as('createdBy'), authorName('revoked_by').as('revokedBy')])
    .select(entityName.as('entityName'))
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
