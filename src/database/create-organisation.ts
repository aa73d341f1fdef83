import type { OrganisationId } from '../access/ids.ts';
import type { Database } from './open-database.ts';

/**
 * Creates an organisation with its API switched on.
 * @returns false when it existed already; it is left as it was
 */
export async function createOrganisation(database: Database, id: OrganisationId, name: string): Promise<boolean> {
  const created = await database
    .insertInto('organisation')
    .values({ id, name, locked_because: null, api_enabled: true })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return created !== undefined;
}
