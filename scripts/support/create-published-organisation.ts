import { createOrganisation, isOrganisationId } from '../../src/database/create-organisation.ts';
import type { Database } from '../../src/database/open-database.ts';
import { build } from '../../src/publish/build.ts';
import type { Publisher } from '../../src/publish/publish-organisation.ts';
import { quietly } from './progress.ts';
import { UsageError } from './usage-error.ts';

/**
 * Creates an organisation and publishes it, so that a first key finds an empty list rather than nothing.
 * @returns false when it existed already
 */
export async function createPublishedOrganisation(publisher: Publisher, database: Database, id: string, name: string) {
  if (!isOrganisationId(id))
    throw new UsageError(`an organisation's id has 1 to 64 lower-case letters, digits, "_" and "-", unlike ${id}`);
  const created = await createOrganisation(database, id, name);
  const organisations = new Map([[id, { versions: 'all', mend: false } as const]]);
  if (created) await build(publisher, database, organisations, quietly);
  return created;
}
