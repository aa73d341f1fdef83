import type { Database } from './open-database.ts';

/**
 * Creates an organisation with its API switched on.
 * @param id lower-case letters, digits, `_` and `-`, at most 64: it names a folder
 * @returns false when it existed already; it is left as it was
 */
export async function createOrganisation(database: Database, id: string, name: string): Promise<boolean> {
  const created = await database
    .insertInto('organisation')
    .values({ id, name, locked_because: null, api_enabled: true })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return created !== undefined;
}

/** Whether the text can be an organisation's id. */
export const isOrganisationId = (id: string): boolean => /^[a-z0-9_-]{1,64}$/.test(id);
