// A page of the links of an organisation, the oldest first or by name, without what is secret.

import { sql } from 'kysely';
import type { OrganisationId } from '../../access/ids.ts';
import type { Database } from '../../database/connect/open-database.ts';
import type { LinkKind } from '../../database/link-entities.ts';
import { nameHas, naturalKey } from '../../database/natural-order.ts';
import { wrongCursor } from '../../errors.ts';
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
    .select(['id as linkId', 'kind', 'entity_id as entityId', 'name', 'cancelled'])
    .select(['created_at as createdAt', 'expires_at as expiresAt', 'revoked_at as revokedAt', 'ended_at as endedAt'])
    .select([authorName('created_by').as('createdBy'), authorName('revoked_by').as('revokedBy')])
    .select(entityName.as('entityName'))
    .where('organisation_id', '=', organisationId);

export type LinkRow = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number];

/**
 * `search`: a part of the name of whom it shows, or of its own. `now`: only links that are valid at this moment; null for all.
 * `isByName`: whether they are listed by the name of whom they show.
 */
export type LinkCut = { search?: string; now?: number | null; isByName?: boolean };

/** @throws InvalidInputError for a wrong cursor */
export async function listLinksPage(
  database: Database,
  organisationId: OrganisationId,
  page: Page,
  { search = '', now = null, isByName = false }: LinkCut = {},
): Promise<Listed<LinkRow>> {
  const { at, isAfter } = isByName ? await byName(database, organisationId, page) : byTime(page);
  let list = select(database, organisationId).select(at).where(isAfter);
  list = isByName ? list.orderBy(nameKey) : list.orderBy('created_at');
  if (search !== '')
    list = list.where(sql<boolean>`(${nameHas(shownName, search)} or ${nameHas(sql.ref('link.name'), search)})`);
  if (now !== null)
    list = list
      .where('revoked_at', 'is', null)
      .where('ended_at', 'is', null)
      .where(({ eb, or }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', new Date(now))]));
  return cutToPage(
    await list
      .orderBy('id')
      .limit(page.limit + 1)
      .execute(),
    page,
    ({ at, linkId }) => (isByName ? linkId : cursorOfPlace({ at, id: linkId })),
    ({ at: _, ...link }) => link,
  );
}

const shownName = sql<string>`coalesce(${entityName}, entity_id)`;
const nameKey = naturalKey(shownName);

/** The cursor of this order is the id of a link, since a name may be long. @throws InvalidInputError when there is none */
async function byName(database: Database, organisationId: OrganisationId, { after }: Page) {
  const at = sql<string>`''`.as('at');
  if (after === null) return { at, isAfter: sql<boolean>`true` };
  const place = await database
    .selectFrom('link')
    .select(nameKey.as('key'))
    .where('organisation_id', '=', organisationId)
    .where('id', '=', after)
    .executeTakeFirst();
  if (place === undefined) throw wrongCursor();
  return { at, isAfter: sql<boolean>`(${nameKey}, id) > (${place.key}, ${after})` };
}
