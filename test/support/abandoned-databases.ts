// Databases of test runs that were interrupted. The databases of a run begin with its name, and it holds a connection
// under that name for as long as it lasts; so a later run can tell which ones nobody needs any more.

import type pg from 'pg';

/** A name that no other run has. It ends in "_", so that none begins with another. */
export const nameOfRun = (now: number, pid: number): string => `belfry_test_run_${now.toString(36)}_${pid}_`;

/** Drops the databases of the runs that have ended without doing so. @returns their names */
export async function dropAbandonedDatabases(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`
    select database.datname as name from pg_database database
    where database.datname ~ '^belfry_test_run_[0-9a-z]+_[0-9]+_' and not exists (
      select from pg_stat_activity run
      where run.application_name = substring(database.datname from '^belfry_test_run_[0-9a-z]+_[0-9]+_'))`);
  const dropped: string[] = [];
  for (const { name } of rows) {
    // Without force: one that somebody is connected to after all stays, and another run may be quicker.
    const isDropped = await client.query(`drop database ${name}`).then(
      () => true,
      () => false,
    );
    if (isDropped) dropped.push(name);
  }
  return dropped;
}
