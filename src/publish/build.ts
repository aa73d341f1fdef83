// Publishes organisations, a few at a time, each from one snapshot of the database, for `npm run build`.

import { type OrganisationId, parseOrganisationId } from '../access/ids.ts';
import type { Database } from '../database/connect/open-database.ts';
import { moveChangedVersions } from '../database/queue/changed-versions.ts';
import { type HeldRemovals, noneHeld, readHeldRemovals, releaseRemovals } from '../database/queue/held-removals.ts';
import { listWaiting, type Work } from '../database/queue/pending-changes.ts';
import { listToVerify, recordFailure } from '../database/queue/publish-lease.ts';
import { DatabaseUnreachableError, reasonOf, StoreError, StoreFullError } from '../errors.ts';
import { mapConcurrently } from '../map-concurrently.ts';
import { writeSite } from '../site/write-site.ts';
import { readHeartbeat } from '../snapshot/heartbeat.ts';
import { cleanUp } from './clean-up.ts';
import { type FenceReport, repairFences } from './database/compare-fences.ts';
import { retryWhileLeased } from './database/lease.ts';
import { pruneDeleted } from './database/prune-deleted.ts';
import { enqueueUnpublished, publishAccessChanges, publishDocuments } from './database/publish-pending.ts';
import { repairRecord } from './database/repair-record.ts';
import { createFreeSpace, retryAfterFreeingSpace } from './free-space.ts';
import { createJudgeRemoval } from './judge-removals.ts';
import type { PublishedOrganisation, Publisher, Scope } from './publish-organisation.ts';
import { sendHeartbeat } from './send-heartbeat.ts';
import { sweepSome } from './sweep.ts';

/** What to build: pending changes and unpublished organisations; everything; or the named organisations. */
export type BuildPlan = 'pending' | 'everything' | ReadonlyMap<OrganisationId, Scope>;

export type BuildReport = {
  organisations: PublishedOrganisation[];
  /** Paths of the records whose access or keys changed. */
  records: string[];
  /** Paths of the removed garbage. */
  removed: string[];
  /** Removed keys and organisations, which are no longer in the database. */
  deleted: string[];
  /** Deleted as well, but so many that the removal needs approval. */
  held: HeldRemovals;
  /** What failed, and why. The next build or watcher retries it. */
  failures: BuildFailure[];
  /** What the comparison of the store with the database found; null where only named organisations were built. */
  fences: FenceReport | null;
  /** Organisations that were skipped, because the store failed for too many before them. */
  untried: OrganisationId[];
};

/** `status` shows failures of access and documents, but not of a clean-up, which leaves nothing unpublished. */
export type BuildFailure = { organisationId: OrganisationId; work: Work | 'clean-up'; error: unknown };

/** How many organisations are built concurrently. Most are small, and each waits for the database at times. */
const organisationsAtOnce = 3;

/** Progress callbacks. */
export type Progress = { start(organisations: number): void; organisation(id: string): void };

/** After this many store failures in a row the rest is skipped, since each failure takes long. */
const storeFailuresInARow = 10;

/** @throws DatabaseUnreachableError; StoreError when the store fails at the start */
export async function build(
  publisher: Publisher,
  database: Database,
  plan: BuildPlan,
  progress: Progress,
): Promise<BuildReport> {
  const { store } = publisher;
  const started = performance.now();
  const siteIsWritten = await writeSite(store).then(
    () => true,
    (error) => {
      if (error instanceof StoreFullError) return false; // publishing the organisations may free space
      throw error;
    },
  );
  await moveChangedVersions(database);
  // Compared before anything is published: what is published now has the fences of now.
  const fences = plan === 'pending' ? await repairFences(publisher, database) : null;
  const scopes = typeof plan === 'string' ? await planScopes(database, publisher, plan) : plan;
  const report: BuildReport = {
    organisations: [],
    records: [],
    removed: [],
    deleted: [],
    held: noneHeld,
    failures: [],
    fences,
    untried: [],
  };
  progress.start(scopes.size);
  await buildOrganisations(publisher, database, plan, scopes, progress, report);
  report.failures.sort((one, other) => (one.organisationId < other.organisationId ? -1 : 1));
  const failed = report.failures.length + report.untried.length > 0;
  // Further store errors must not hide which organisations failed.
  const unlessFailed = (error: unknown) => {
    if (!failed || !(error instanceof StoreError)) throw error;
  };
  if (!siteIsWritten) await writeSite(store).catch(unlessFailed);
  if (plan === 'pending')
    for (const path of (await sweepSome(publisher, database).catch(unlessFailed)) ?? []) report.removed.push(path);
  if (plan === 'everything') report.deleted = (await pruneDeleted(publisher, database).catch(unlessFailed)) ?? [];
  report.held = await readHeldRemovals(database);
  const seconds = (performance.now() - started) / 1000;
  await reportHeartbeat(publisher, database, plan, report.organisations, seconds).catch(unlessFailed);
  return report;
}

type BuildScope = Scope | 'verify' | null;
type Scopes = ReadonlyMap<OrganisationId, BuildScope>;

/** Builds each organisation, and adds the results to `report`. */
async function buildOrganisations(
  publisher: Publisher,
  database: Database,
  plan: BuildPlan,
  scopes: Scopes,
  progress: Progress,
  report: BuildReport,
): Promise<void> {
  const freeSpace = createFreeSpace(publisher, database, () => true);
  let inARow = 0;

  /** A failure of one organisation does not stop the others. @returns null when it failed */
  async function attempt<Result>(
    organisationId: OrganisationId,
    work: BuildFailure['work'],
    task: () => Promise<Result>,
  ): Promise<Result | null> {
    try {
      const result = await retryAfterFreeingSpace(freeSpace, organisationId, task);
      inARow = 0;
      return result;
    } catch (error) {
      if (error instanceof DatabaseUnreachableError) throw error;
      const cause = error instanceof StoreError ? 'store' : 'organisation';
      inARow = cause === 'store' ? inARow + 1 : 0;
      report.failures.push({ organisationId, work, error });
      const reason = reasonOf(error);
      if (work !== 'clean-up')
        await recordFailure(database, organisationId, work, reason, { cause, pendingOnly: false });
      return null;
    }
  }

  const mayRemove = createJudgeRemoval(database, publisher.store, publisher.removesInBulk ?? false);

  async function publishAccess(organisationId: OrganisationId, scope: BuildScope): Promise<void> {
    const force = scope !== null && scope !== 'verify';
    if (force && scope.repair) {
      const repair = () => retryWhileLeased(organisationId, () => repairRecord(publisher, database, organisationId));
      const repaired = await attempt(organisationId, 'access', repair);
      if (repaired != null) report.records.push(repaired);
    }
    const records = await attempt(organisationId, 'access', () =>
      retryWhileLeased(organisationId, () =>
        publishAccessChanges(publisher, database, organisationId, force, mayRemove),
      ),
    );
    for (const path of records ?? []) report.records.push(path);
  }

  async function publishContent(organisationId: OrganisationId, scope: BuildScope): Promise<void> {
    const published = await attempt(organisationId, 'documents', () =>
      retryWhileLeased(organisationId, () => publishDocuments(publisher, database, organisationId, scope, mayRemove)),
    );
    if (published === null) return;
    if (published !== undefined) report.organisations.push(published);
    // A first generation leaves nothing to clean up. A full build removes what release 0.1 left.
    const isClean = plan === 'pending' && published?.generation === 1;
    const removed = isClean
      ? []
      : await attempt(organisationId, 'clean-up', () => cleanUp(publisher, database, organisationId));
    for (const path of removed ?? []) report.removed.push(path);
  }

  const untried = new Set<OrganisationId>();
  const unlessStoreFails = (work: (id: OrganisationId, scope: BuildScope) => Promise<void>) =>
    mapConcurrently([...scopes], organisationsAtOnce, async ([organisationId, scope]) => {
      if (inARow >= storeFailuresInARow) untried.add(organisationId);
      else await work(organisationId, scope);
    });
  // All access first, so that no revocation waits for a document.
  await unlessStoreFails(publishAccess);
  await unlessStoreFails(async (organisationId, scope) => {
    await publishContent(organisationId, scope);
    progress.organisation(organisationId);
  });
  report.untried = [...untried];
}

async function reportHeartbeat(
  publisher: Publisher,
  database: Database,
  plan: BuildPlan,
  built: readonly PublishedOrganisation[],
  seconds: number,
): Promise<void> {
  // A build of named organisations leaves other revocations unpublished, so its heartbeat must not count for all.
  if (typeof plan !== 'string' && (await readHeartbeat(publisher.store)) !== null) return;
  const builds = built.length;
  const totals = { builds, buildSeconds: seconds / Math.max(builds, 1), generation: built.at(-1)?.generation ?? 0 };
  await sendHeartbeat(publisher, database, totals, null);
}

/** The scope of each organisation; null for pending changes only. An earlier rollback is kept. */
async function planScopes(database: Database, { store }: Publisher, plan: 'pending' | 'everything'): Promise<Scopes> {
  const scopes = new Map<OrganisationId, BuildScope>();
  if (plan === 'everything') {
    await releaseRemovals(database);
    const organisations = await database.selectFrom('organisation').select('id').orderBy('id').execute();
    for (const { id } of organisations) scopes.set(parseOrganisationId(id), { versions: 'all', repair: true });
    // The remaining changes belong to deleted organisations.
    for (const id of await listWaiting(database)) if (!scopes.has(id)) scopes.set(id, null);
    return scopes;
  }
  await enqueueUnpublished(database, store);
  // Verified although nothing changed, since each build reports what is withheld.
  for (const id of await listToVerify(database)) scopes.set(id, 'verify');
  for (const id of await listWaiting(database)) if (!scopes.has(id)) scopes.set(id, null);
  return scopes;
}
