import type { Handle, OrganisationId } from '../access/ids.ts';
import { parseHandle } from '../access/ids.ts';
import type { Database } from './open-database.ts';

/** The handle of an organisation; null when there is no such organisation. */
export async function selectHandle(database: Database, organisationId: OrganisationId): Promise<Handle | null> {
  const row = await database
    .selectFrom('organisation')
    .select('handle')
    .where('id', '=', organisationId)
    .executeTakeFirst();
  return row === undefined ? null : parseHandle(row.handle);
}
