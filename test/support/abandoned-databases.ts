// Databases of interrupted test runs. The names of a run's databases begin with the run's name, under which it holds a
// connection until it ends, so a later run can tell which databases are abandoned.

import type pg from 'pg';

/** A unique name for a run. It ends in "_", so that no name is the prefix of another. */
export const nameOfRun = (now: number, pid: number): string => `belfry_test_run_${now.toString(36)}_${pid}_`;

/** Drops the databases of runs that ended without dropping them. @returns their names */
export async function dropAbandonedDatabases(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`
    select database.datname as name from pg_database database
    where database.datname ~ '^belfry_test_run_[0-9a-z]+_[0-9]+_' and not exists (
      select from pg_stat_activity run
      where run.application_name = substring(database.datname from '^belfry_test_run_[0-9a-z]+_[0-9]+_'))`);
  const dropped: string[] = [];
  for (const { name } of rows) {
    // Without force, so a database in use stays. Another run may have dropped it already.
    const isDropped = await client.query(`drop database ${name}`).then(
      () => true,
      () => false,
    );
    if (isDropped) dropped.push(name);
  }
  return dropped;
}
