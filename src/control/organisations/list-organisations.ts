// The organisations, as a person sees them.

import { isOrganisationId, type OrganisationId } from '../../access/ids.ts';
import type { Database } from '../../database/connect/open-database.ts';
import { selectTeachersInChanges, type TeachersInChangesOf } from '../../database/days/read-day-changes.ts';
import { patternOf } from '../../database/natural-order.ts';
import { noSuchOrganisation } from '../../database/organisation.ts';
import { enqueueUnlessReadOnly } from '../../database/queue/changed-versions.ts';
import { type PublicationState, readPublicationStates } from '../../database/queue/organisation-states.ts';
import { wrongCursor } from '../../errors.ts';
import { cutToPage, type Listed, type Page } from '../paging.ts';
import { type AccessState, accessStateOf } from './access-state.ts';

export type Organisation = {
  id: string;
  name: string;
  access: AccessState;
  api: boolean;
  teachersInChanges: TeachersInChangesOf;
};

/** With how its publication goes, where that was asked for. */
export type ListedOrganisation = Organisation & { publication?: PublicationState };

const select = (database: Database) =>
  database
    .selectFrom('organisation')
    .select(['id', 'name', 'access', 'locked_because', 'api_enabled'])
    .select([selectTeachersInChanges.keys.as('keys'), selectTeachersInChanges.links.as('links')]);

type Row = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number];

const organisationOf = ({ id, name, api_enabled: api, keys, links, ...row }: Row): Organisation => ({
  ...{ id, name, access: accessStateOf(row) },
  ...{ api, teachersInChanges: { keys, links } },
});

type Cut = { search?: string; only?: string | null; withPublication?: boolean };

/**
 * A page of the organisations, by id.
 * @param search a part of the id or of the name, in any case
 * @param only the one that may be seen; null for all
 * @param withPublication whether each says how its publication goes
 */
export async function listOrganisations(
  database: Database,
  page: Page,
  { search = '', only = null, withPublication = false }: Cut = {},
): Promise<Listed<ListedOrganisation>> {
  const { limit, after } = page;
  if (after !== null && !isOrganisationId(after)) throw wrongCursor();
  let query = select(database)
    .orderBy('id')
    .limit(limit + 1);
  if (after !== null) query = query.where('id', '>', after);
  if (only !== null) query = query.where('id', '=', only);
  if (search !== '') {
    const pattern = patternOf(search);
    query = query.where(({ eb, or }) => or([eb('id', 'ilike', pattern), eb('name', 'ilike', pattern)]));
  }
  const listed = cutToPage(await query.execute(), page, ({ id }) => id, organisationOf);
  if (!withPublication) return listed;
  await enqueueUnlessReadOnly(database);
  const ids = listed.items.map(({ id }) => id);
  const states = await readPublicationStates(database, ids);
  const items = listed.items.flatMap((each) => {
    const publication = states.get(each.id);
    return publication === undefined ? [] : [{ ...each, publication }]; // it was deleted meanwhile
  });
  return { ...listed, items };
}

/** @throws NotFoundError */
export async function readOrganisation(database: Database, id: OrganisationId): Promise<Organisation> {
  const row = await select(database).where('id', '=', id).executeTakeFirst();
  if (row === undefined) throw noSuchOrganisation(id);
  return organisationOf(row);
}
