// Small schools in a database, published into a folder, for fault tests: edits, builds, readers and the state of the queue.

import { sql } from 'kysely';
import pg from 'pg';
import { onTestFinished } from 'vitest';
import type { Database, OpenDatabase } from '../../src/database/connect/open-database.ts';
import { folderStore } from '../../src/store/folder/folder-store.ts';
import type { Store } from '../../src/store/store.ts';
import { type BuildReport, build, createKey, type Plan, type Publisher } from './belfry.ts';
import { copySchool, readSchoolRows, type SchoolRows } from './copy-school.ts';
import type { PublishedOutput } from './published-output.ts';
import { type Readers, startReaders } from './published-readers.ts';
import { loadSchool, validate } from './published-school.ts';
import { publishedTimetable } from './small-timetable.ts';
import { type Step, steppingStore } from './stepping-store.ts';
import { waitUntil } from './wait-until.ts';

/** A publisher with the real clock. */
export const publisherInto = (store: Store | string): Publisher => ({
  store: typeof store === 'string' ? folderStore(store) : store,
  validate,
  now: Date.now,
});

/** @throws the first failure of an organisation */
export async function runBuild(publisher: Publisher, database: Database, plan: Plan = 'due'): Promise<BuildReport> {
  const report = await build(publisher, database, plan);
  for (const { error } of report.failures) throw error;
  return report;
}

/** The version ids of a school that `createSchools` made. */
export const versionsOf = (organisationId: string): string[] => [1, 2].map((number) => `${organisationId}-v${number}`);

/** Builds what is pending. @returns its changes of the store, in order */
export async function stepsOfBuild(publisher: Publisher, database: Database): Promise<Step[]> {
  const steps: Step[] = [];
  const store = steppingStore(publisher.store, (step, moment) => {
    if (moment === 'before') steps.push(step);
  });
  await runBuild({ ...publisher, store }, database);
  return steps;
}

/** The first school, of which the others are copies. */
let school: SchoolRows | undefined;

/** Organisations with two published versions each. Their teacher is called Ada. */
export async function createSchools(database: Database, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    if (school !== undefined) {
      await copySchool(database, school, id);
      continue;
    }
    const documents = versionsOf(id).map((versionId, index) => ({
      ...publishedTimetable(versionId, { groupId: `${id}-g`, orgId: id, name: `Timetable of ${id}` }),
      versionNumber: index + 1,
    }));
    await loadSchool(database, id, documents);
    school = await readSchoolRows(database, id);
  }
}

/** Replaces everything by these schools, and publishes them. @param store an empty store, or a folder's path */
export async function publishSchools(
  database: Database,
  ids: readonly string[],
  store: Store | string,
): Promise<Publisher> {
  await database.deleteFrom('organisation').execute();
  await createSchools(database, ids);
  const publisher = publisherInto(store);
  await runBuild(publisher, database, 'everything');
  return publisher;
}

/** Creates and publishes a key of the organisation. */
export const newKeyOf = (database: Database, publisher: Publisher, organisationId: string) =>
  createKey(database, publisher, organisationId);

/** Starts readers of these schools, which are published in `output`, each with a new key. */
export async function readersOf(
  database: Database,
  ids: readonly string[],
  output: PublishedOutput,
  allowed: readonly number[] = [],
): Promise<Readers> {
  const publisher = publisherInto(output.store);
  const keys = new Map<string, string>();
  for (const id of ids) keys.set(id, (await newKeyOf(database, publisher, id)).key);
  return startReaders({ output, keys, allowed });
}

/** An edit of one version, as the timetable editor commits it. */
export async function describeVersion(database: Database, versionId: string, description: string): Promise<void> {
  await sql`update timetable_version set description = ${description} where id = ${versionId}`.execute(database);
}

export async function renameTeacher(database: Database, organisationId: string, name: string): Promise<void> {
  await sql`update teacher set name = ${name} where organisation_id = ${organisationId}`.execute(database);
}

/** The number of changes that are not published, those included that no publisher has seen. */
export async function pendingCount(database: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`select (select count(*) from pending_change)::integer
    + (select count(*) from changed_version)::integer as count`.execute(database);
  return rows[0]?.count ?? 0;
}

/** Of an organisation without a calendar only what changed is derived, which follows later and is no part of what these tests compare. */
export const untilQueueIsEmpty = (database: Database): Promise<boolean> =>
  waitUntil('the queue is empty', async () => {
    const { rows } = await sql<{ count: number }>`select (
      select count(*) from pending_change pending where what <> 'calendar'
        or exists (select from calendar where organisation_id = pending.organisation_id)
        or exists (select from link where organisation_id = pending.organisation_id))::integer
      + (select count(*) from changed_version)::integer as count`.execute(database);
    return rows[0]?.count === 0;
  });

/** Ends the transactions that hold leases, as PostgreSQL does when their publisher is idle for too long. */
export const endLeases = (database: Database) =>
  sql`select pg_terminate_backend(pid, 5000) from pg_stat_activity
    where datname = current_database() and state like 'idle in transaction%'`.execute(database);

/** Holds a lease of an organisation, by default that of its documents, as another publisher does. @returns a function that gives it back */
export async function holdLease(
  { connectionString }: OpenDatabase,
  organisationId: string,
  kind: 'access' | 'documents' | 'derived' = 'documents',
): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString });
  client.on('error', () => {}); // as when `endLeases` ends it
  await client.connect();
  onTestFinished(() => client.end());
  await client.query('begin');
  const lease = `select from publish_lease where organisation_id = $1 and kind = $2 for update`;
  const { rowCount } = await client.query(lease, [organisationId, kind]);
  if (rowCount !== 1) throw new Error(`nobody has published ${organisationId}, so there is no lease to hold`);
  return async () => {
    // A server notices the end of a connection when it gets to it, and frees the lease only then.
    await client.query('rollback').catch(() => {}); // `endLeases` was quicker
    await client.end();
  };
}
