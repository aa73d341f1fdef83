// Checks for `doctor` that the database can be written: publishers lease an organisation and clear the queue there.

import { sql } from 'kysely';
import type { OpenDatabase } from '../database/connect/open-database.ts';
import { type Diagnosis, wrong } from './diagnosis.ts';

/** @returns null when it can be written */
export async function checkWritable({
  database,
  location,
}: Pick<OpenDatabase, 'database' | 'location'>): Promise<Diagnosis | null> {
  const { rows } = await sql<{ standby: boolean; reads: boolean }>`
    select pg_is_in_recovery() as standby, current_setting('transaction_read_only')::boolean as reads`.execute(
    database,
  );
  const [{ standby, reads } = { standby: false, reads: false }] = rows;
  if (!standby && !reads) return null;
  const why = standby ? 'it is a standby' : 'default_transaction_read_only is on for the role or the database';
  const next = standby
    ? 'Set DATABASE_URL to the primary; `status` and `check` work here too'
    : 'Turn it off: `alter role ... reset default_transaction_read_only`, or the same of the database';
  return wrong('database', `${location} only reads: ${why}, so nothing can be published from it`, next);
}
