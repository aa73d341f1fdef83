// Brings the schema up to date. The migrations are listed here, in their order, rather than found in a folder: what
// runs against a school's database is then what was reviewed.

import { type Kysely, Migrator } from 'kysely';
import * as timetables from './migrations/0001-timetables.ts';
import * as changes from './migrations/0002-changes.ts';
import type { Tables } from './tables.ts';

const migrations = { '0001-timetables': timetables, '0002-changes': changes };

/**
 * Runs the migrations that have not run yet, each once, whatever other process does the same.
 * @returns the names of those that ran now
 * @throws what the first failing migration threw; those before it stay
 */
export async function migrate(database: Kysely<Tables>): Promise<string[]> {
  const migrator = new Migrator({ db: database, provider: { getMigrations: async () => migrations } });
  const { error, results = [] } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
  return results.filter(({ status }) => status === 'Success').map(({ migrationName }) => migrationName);
}
