// Lists the links of an organisation for people, with who created and revoked each.

import type { OrganisationId } from '../access/ids.ts';
import type { Database } from './connect/open-database.ts';

/** Without what is secret. `endedAt`: when what it shows was deleted. */
export const listLinks = (database: Database, organisationId: OrganisationId) =>
  database
    .selectFrom('link')
    .leftJoin('link_ended', 'link_ended.link_id', 'link.id')
    .select([
      'id as linkId',
      'kind',
      'entity_id as entityId',
      'name',
      'cancelled',
      'created_at as createdAt',
      'created_by as createdBy',
    ])
    .select(['expires_at as expiresAt', 'revoked_at as revokedAt', 'revoked_by as revokedBy', 'ended_at as endedAt'])
    .where('organisation_id', '=', organisationId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();

/** How many links an organisation has, and how many of them are neither revoked nor ended nor expired. */
export async function countLinks(
  database: Database,
  organisationId: OrganisationId,
  now: number,
): Promise<{ all: number; active: number }> {
  const row = await database
    .selectFrom('link')
    .leftJoin('link_ended', 'link_ended.link_id', 'link.id')
    .select(({ fn }) => fn.countAll<string>().as('all'))
    .select(({ fn }) =>
      fn
        .countAll<string>()
        .filterWhere('revoked_at', 'is', null)
        .filterWhere('ended_at', 'is', null)
        .filterWhere(({ eb, or }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', new Date(now))]))
        .as('active'),
    )
    .where('organisation_id', '=', organisationId)
    .executeTakeFirst();
  return { all: Number(row?.all ?? 0), active: Number(row?.active ?? 0) };
}
