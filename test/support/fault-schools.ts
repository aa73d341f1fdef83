// Small schools in a database, published into a folder, for fault tests: edits, builds, readers and the state of the queue.

import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { parseOrganisationId as org } from '../../src/access/ids.ts';
import type { Database } from '../../src/database/connect/open-database.ts';
import { moveChangedVersions } from '../../src/database/queue/changed-versions.ts';
import { type BuildPlan, type BuildReport, build } from '../../src/publish/build.ts';
import { addKey } from '../../src/publish/database/change-access.ts';
import type { Publisher } from '../../src/publish/publish-organisation.ts';
import { folderStore } from '../../src/store/folder/folder-store.ts';
import type { Store } from '../../src/store/store.ts';
import { copySchool, readSchoolRows, type SchoolRows } from './copy-school.ts';
import type { PublishedOutput } from './published-output.ts';
import { type Readers, startReaders } from './published-readers.ts';
import { loadSchool, validate } from './published-school.ts';
import { publishedTimetable } from './small-timetable.ts';
import { type Step, steppingStore } from './stepping-store.ts';
import { waitUntil } from './wait-until.ts';

export const quietly = { start() {}, organisation() {} };

/** A publisher with the real clock. */
export const publisherInto = (store: Store | string): Publisher => ({
  store: typeof store === 'string' ? folderStore(store) : store,
  validate,
  now: Date.now,
});

/** @throws the first failure of an organisation */
export async function runBuild(
  publisher: Publisher,
  database: Database,
  plan: BuildPlan = 'pending',
): Promise<BuildReport> {
  const report = await build(publisher, database, plan, quietly);
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
export async function newKeyOf(database: Database, publisher: Publisher, organisationId: string) {
  const source = { randomBytes, sha256: (text: string) => createHash('sha256').update(text).digest('hex') };
  return addKey(database, publisher, source, { organisationId: org(organisationId), name: 'Test', expiresAt: null });
}

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

/** Publishes to another store than the database's own, which stays as if nothing had been published elsewhere. */
export async function publishElsewhere(database: Database, work: () => Promise<void>): Promise<void> {
  const fences = () => database.selectFrom('publish_lease').select(['organisation_id', 'kind', 'fence']);
  const before = await fences().execute();
  await work();
  for (const { organisation_id, kind, fence } of before)
    await database
      .updateTable('publish_lease')
      .set({ fence })
      .where('organisation_id', '=', organisation_id)
      .where('kind', '=', kind)
      .execute();
}

/** The number of changes in the queue. */
export async function pendingCount(database: Database): Promise<number> {
  await moveChangedVersions(database);
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from pending_change`.execute(
    database,
  );
  return rows[0]?.count ?? 0;
}

export const untilQueueIsEmpty = (database: Database): Promise<boolean> =>
  waitUntil('the queue is empty', async () => (await pendingCount(database)) === 0);

/** Ends the transactions that hold leases, as PostgreSQL does when their publisher is idle for too long. */
export const endLeases = (database: Database) =>
  sql`select pg_terminate_backend(pid, 5000) from pg_stat_activity
    where datname = current_database() and state like 'idle in transaction%'`.execute(database);
