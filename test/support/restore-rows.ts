// Makes a test's database what it is after the restore of a backup: rows are put back, which runs no trigger, and the database forgets
// or misremembers what it published last.

import { sql } from 'kysely';
import type { Database } from '../../src/database/connect/open-database.ts';

/** @param fence what the database knows of the access that it published last, as SQL */
export async function restoreRows(
  database: Database,
  organisationId: string,
  rows: string,
  fence: string,
): Promise<void> {
  await database.connection().execute(async (connection) => {
    await sql`set session_replication_role = replica`.execute(connection);
    await sql.raw(rows).execute(connection);
    await sql`set session_replication_role = origin`.execute(connection);
  });
  await sql`update publish_lease set fence = ${sql.raw(fence)}
    where kind = 'access' and organisation_id = ${organisationId}`.execute(database);
}
