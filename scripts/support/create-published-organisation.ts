import type { OrganisationId } from '../../src/access/ids.ts';
import type { Database } from '../../src/database/open-database.ts';
import { createOrganisation } from '../../src/database/organisation.ts';
import { build } from '../../src/publish/build.ts';
import type { Publisher } from '../../src/publish/publish-organisation.ts';
import { quietly } from './progress.ts';

/**
 * Creates an organisation and publishes it, so that a first key finds an empty list rather than nothing.
 * @returns false when it existed already
 */
export async function createPublishedOrganisation(
  publisher: Publisher,
  database: Database,
  id: OrganisationId,
  name: string,
) {
  const created = await createOrganisation(database, id, name);
  const organisations = new Map([[id, { versions: 'all', repair: false } as const]]);
  if (created) {
    const [failure] = (await build(publisher, database, organisations, quietly)).failures;
    if (failure !== undefined) throw failure.error;
  }
  return created;
}
