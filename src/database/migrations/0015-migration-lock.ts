// Removes a table of kysely's own migrator, which Belfry no longer uses (src/database/migrations/run-migration.ts).

import { type Kysely, sql } from 'kysely';

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`drop table if exists kysely_migration_lock`.execute(database);
}
