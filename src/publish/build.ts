// Publishes organisations, a few at a time, each from one moment of the database: what `npm run build` does.

import { type OrganisationId, parseOrganisationId } from '../access/ids.ts';
import { type HeldRemovals, noneHeld, readHeldRemovals, releaseRemovals } from '../database/held-removals.ts';
import type { Database } from '../database/open-database.ts';
import { listUnsettled, listWaiting, type Work } from '../database/pending-changes.ts';
import { recordFailure } from '../database/publish-lease.ts';
import { DatabaseUnreachableError, StoreError, StoreFullError } from '../errors.ts';
import { writeSite } from '../site/write-site.ts';
import { readHeartbeat, writeHeartbeat } from '../snapshot/heartbeat.ts';
import { collectHeartbeat } from './collect-heartbeat.ts';
import { mapConcurrently } from './concurrency.ts';
import { type Attempt, retryWhileLeased } from './lease.ts';
import { createMakeRoom, withRoomMade } from './make-room.ts';
import { pruneDeleted } from './prune-deleted.ts';
import type { PublishedOrganisation, Publisher, Scope } from './publish-organisation.ts';
import { cleanUp, enqueueUnpublished, publishAccessChanges, publishDocuments } from './publish-pending.ts';
import { sweepSome } from './sweep.ts';

/**
 * What is to be built: what is pending together with organisations that were never published; everything; or the named
 * organisations.
 */
export type BuildPlan = 'pending' | 'everything' | ReadonlyMap<OrganisationId, Scope>;

export type BuildReport = {
  organisations: PublishedOrganisation[];
  /** Paths of the records in which access or keys were changed. */
  records: string[];
  /** Paths of old files that nothing names any more. */
  removed: string[];
  /** Keys and organisations that are no longer in the database. */
  deleted: string[];
  /** What the database does not have any more either, but was too much to remove unasked. */
  held: HeldRemovals;
  /** What could not be published, and why. `status` shows it too, and the next build or watcher tries it again. */
  failures: BuildFailure[];
  /** Organisations that were left out, since the store failed for so many before them. */
  untried: OrganisationId[];
};

export type BuildFailure = { organisationId: OrganisationId; work: Work; error: unknown };

/** So many, since most have few timetables, and a transaction has pauses of its own. */
const organisationsAtOnce = 3;

/** Told of what is coming and what is through. */
export type BuildProgress = { start(organisations: number): void; organisation(id: string): void };

/** After so many failures of the store in a row the rest is left alone: each of them takes its time. */
const storeFailuresInARow = 10;

/** @throws when the database is out of reach, or the store before anything was tried */
export async function build(
  publisher: Publisher,
  database: Database,
  plan: BuildPlan,
  progress: BuildProgress,
): Promise<BuildReport> {
  const { store } = publisher;
  const started = performance.now();
  const siteIsWritten = await writeSite(store).then(
    () => true,
    (error) => {
      if (error instanceof StoreFullError) return false; // there may be room after the organisations were cleaned up
      throw error;
    },
  );
  const scopes = typeof plan === 'string' ? await planScopes(database, publisher, plan) : plan;
  const report: BuildReport = {
    organisations: [],
    records: [],
    removed: [],
    deleted: [],
    held: noneHeld,
    failures: [],
    untried: [],
  };
  progress.start(scopes.size);
  const makeRoom = createMakeRoom(publisher, database, () => true);
  let inARow = 0;

  /** What is wrong with one organisation is no reason to leave out those after it. @returns null when it failed */
  async function attempt<Result>(organisationId: OrganisationId, work: Work, task: () => Promise<Attempt<Result>>) {
    try {
      const result = await withRoomMade(makeRoom, organisationId, () => retryWhileLeased(task));
      inARow = 0;
      return result;
    } catch (error) {
      if (error instanceof DatabaseUnreachableError) throw error;
      const cause = error instanceof StoreError ? 'store' : 'organisation';
      inARow = cause === 'store' ? inARow + 1 : 0;
      report.failures.push({ organisationId, work, error });
      const reason = error instanceof Error ? error.message : String(error);
      await recordFailure(database, organisationId, work, reason, { cause, pendingOnly: false });
      return null;
    }
  }

  await mapConcurrently([...scopes], organisationsAtOnce, async ([organisationId, scope]) => {
    if (inARow >= storeFailuresInARow) {
      report.untried.push(organisationId);
      return;
    }
    const asked = scope !== null && scope !== 'look';
    const records = await attempt(organisationId, 'access', () =>
      publishAccessChanges(publisher, database, organisationId, asked),
    );
    for (const path of records ?? []) report.records.push(path);
    const published = await attempt(organisationId, 'documents', () =>
      publishDocuments(publisher, database, organisationId, scope),
    );
    if (published !== null) {
      if (published !== undefined) report.organisations.push(published);
      const removed = await attempt(organisationId, 'documents', async () => {
        return { state: 'published', result: await cleanUp(publisher, database, organisationId) };
      });
      for (const path of removed ?? []) report.removed.push(path);
    }
    progress.organisation(organisationId);
  });
  report.failures.sort((one, other) => (one.organisationId < other.organisationId ? -1 : 1));
  const failed = report.failures.length + report.untried.length > 0;
  // What else the store refuses is no news then, and must not hide which organisations failed.
  const unlessFailed = (error: unknown) => {
    if (!failed || !(error instanceof StoreError)) throw error;
  };
  if (!siteIsWritten) await writeSite(store).catch(unlessFailed);
  if (plan === 'pending')
    for (const path of (await sweepSome(publisher, database).catch(unlessFailed)) ?? []) report.removed.push(path);
  if (plan === 'everything') report.deleted = (await pruneDeleted(publisher, database).catch(unlessFailed)) ?? [];
  report.held = await readHeldRemovals(database);
  const seconds = (performance.now() - started) / 1000;
  const heartbeat = async () => {
    // Named organisations say nothing of the others' revocations, so they do not pass for a look at the whole queue.
    if (typeof plan === 'string' || (await readHeartbeat(store)) === null)
      await keepBeating(publisher, database, report.organisations, seconds);
  };
  await heartbeat().catch(unlessFailed);
  return report;
}

async function keepBeating(
  { store, now }: Publisher,
  database: Database,
  built: readonly PublishedOrganisation[],
  seconds: number,
): Promise<void> {
  const told = await collectHeartbeat(database);
  const builds = built.length;
  const totals = { builds, buildSeconds: seconds / Math.max(builds, 1), generation: built.at(-1)?.generation ?? 0 };
  await writeHeartbeat(store, { at: now(), watching: false, ...told, ...totals }, null);
}

/** The scope of each organisation; null where only what is pending is to be done. What is rolled back stays so. */
async function planScopes(database: Database, { store }: Publisher, plan: 'pending' | 'everything') {
  const scopes = new Map<OrganisationId, Scope | 'look' | null>();
  if (plan === 'everything') {
    await releaseRemovals(database);
    const organisations = await database.selectFrom('organisation').select('id').orderBy('id').execute();
    for (const { id } of organisations) scopes.set(parseOrganisationId(id), { versions: 'all', repair: true });
    // What waits besides is of organisations that are gone.
    for (const id of await listWaiting(database)) if (!scopes.has(id)) scopes.set(id, null);
    return scopes;
  }
  await enqueueUnpublished(database, store);
  // Looked at although nothing changed: a build says what is withheld for as long as it is.
  for (const id of await listUnsettled(database)) scopes.set(id, 'look');
  for (const id of await listWaiting(database)) if (!scopes.has(id)) scopes.set(id, null);
  return scopes;
}
