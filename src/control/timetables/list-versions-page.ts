// A page of the versions of an organisation, the newest first, and whether readers get each as it is in the database.

import type { OrganisationId } from '../../access/ids.ts';
import { hasVersion } from '../../database/timetable/read-version.ts';
import { InvalidInputError } from '../../errors.ts';
import type { Operator } from '../operator.ts';
import { cutToPage, type Listed, type Page } from '../paging.ts';
import { type ListedVersion, listVersions } from './list-versions.ts';

/**
 * The cursor is the id of the last version, since a version is listed by its own values, which may be any number and moment.
 * @throws NotFoundError, InvalidInputError
 */
export async function listVersionsPage(
  { open: { database }, publisher: { store } }: Pick<Operator, 'open' | 'publisher'>,
  organisationId: OrganisationId,
  page: Page,
): Promise<Listed<ListedVersion>> {
  const cut = { limit: page.limit + 1, after: page.after };
  const { versions } = await listVersions(database, store, organisationId, cut);
  if (page.after !== null && !(await hasVersion(database, organisationId, page.after)))
    throw new InvalidInputError([{ path: 'after', message: 'The version that it names is not listed, or no longer.' }]);
  return cutToPage(
    versions,
    page,
    ({ id }) => id,
    (version) => version,
  );
}
