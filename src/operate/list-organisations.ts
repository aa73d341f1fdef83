// The organisations, as a person sees them.

import { isOrganisationId, type OrganisationId } from '../access/ids.ts';
import type { Database } from '../database/connect/open-database.ts';
import { noSuchOrganisation } from '../database/organisation.ts';
import { InvalidInputError } from '../errors.ts';
import { type AccessState, accessStateOf } from './access-state.ts';
import { cutToPage, type Listed, type Page } from './page.ts';

export type Organisation = { id: string; name: string; access: AccessState; api: boolean };

const select = (database: Database) =>
  database.selectFrom('organisation').select(['id', 'name', 'access', 'locked_because', 'api_enabled']);

type Row = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number];

const organisationOf = ({ id, name, api_enabled: api, ...row }: Row): Organisation => ({
  ...{ id, name, access: accessStateOf(row) },
  api,
});

/**
 * A page of the organisations, by id.
 * @param search a part of the id or of the name, in any case
 * @param only the one that may be seen; null for all
 */
export async function listOrganisations(
  database: Database,
  page: Page,
  { search = '', only = null }: { search?: string; only?: string | null } = {},
): Promise<Listed<Organisation>> {
  const { limit, after } = page;
  if (after !== null && !isOrganisationId(after))
    throw new InvalidInputError([{ path: 'after', message: 'It is not the `next` of an earlier answer.' }]);
  let query = select(database)
    .orderBy('id')
    .limit(limit + 1);
  if (after !== null) query = query.where('id', '>', after);
  if (only !== null) query = query.where('id', '=', only);
  if (search !== '') {
    // Percent signs and underscores are searched for like letters.
    const pattern = `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`;
    query = query.where(({ eb, or }) => or([eb('id', 'ilike', pattern), eb('name', 'ilike', pattern)]));
  }
  return cutToPage(await query.execute(), page, ({ id }) => id, organisationOf);
}

/** @throws NotFoundError */
export async function readOrganisation(database: Database, id: OrganisationId): Promise<Organisation> {
  const row = await select(database).where('id', '=', id).executeTakeFirst();
  if (row === undefined) throw noSuchOrganisation(id);
  return organisationOf(row);
}
