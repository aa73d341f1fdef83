// Publishes organisations once, a few at a time, for `npm run build` and for programs.

import type { OrganisationId } from '../../access/ids.ts';
import { DatabaseUnreachableError, reasonOf, StoreError } from '../../errors.ts';
import { mapConcurrently } from '../../map-concurrently.ts';
import { readHeartbeat } from '../../snapshot/heartbeat.ts';
import type { PublishedDerived } from '../derived/publish-derived.ts';
import { isRepair, type Request, type Work } from '../port.ts';
import type { PublishedOrganisation } from '../publish-documents.ts';
import type { Publisher } from '../publisher.ts';
import { cleanUp } from '../upkeep/clean-up.ts';
import { cleanUpSome } from '../upkeep/clean-up-in-turn.ts';
import { createFreeSpace, retryAfterFreeingSpace } from '../upkeep/free-space.ts';
import {
  publishAllAccess,
  publishDays,
  publishDerived,
  publishDocuments,
  waitWhileBusy,
} from './publish-organisation.ts';
import { repairRecord } from './repair-record.ts';
import { sendHeartbeat } from './send-heartbeat.ts';

/** What to build: what is due; everything, with a repair; or the named organisations. */
export type BuildPlan = 'due' | 'everything' | ReadonlyMap<OrganisationId, Request>;

export type BuildReport = {
  organisations: PublishedOrganisation[];
  /** Organisations whose access or keys changed. */
  access: OrganisationId[];
  /** What was derived from the documents of an organisation, if anything of it changed. */
  derived: PublishedDerived[];
  /** Paths of the removed garbage. */
  removed: string[];
  /** Organisations that were removed, since the source does not have them any more. */
  deleted: OrganisationId[];
  /** Those that would have been, but are too many to remove without approval. */
  held: readonly string[];
  /** What failed, and why. The next build or watcher retries it. */
  failures: BuildFailure[];
  /** Organisations that were skipped, because the store failed for too many before them. */
  untried: OrganisationId[];
};

/** `status` shows failures of each work, but not of a clean-up, which leaves nothing unpublished. */
export type BuildFailure = { organisationId: OrganisationId; work: Work | 'clean-up'; error: unknown };

/** How many organisations are built concurrently. Most are small, and each waits for its source at times. */
const organisationsAtOnce = 3;

/** Progress callbacks. */
export type Progress = { start(organisations: number): void; organisation(id: string): void };

const noProgress: Progress = { start() {}, organisation() {} };

/** After this many store failures in a row the rest is skipped, since each failure takes long. */
const storeFailuresInARow = 10;

/** @throws DatabaseUnreachableError; StoreError when the store fails after everything was built */
export async function build(
  publisher: Publisher,
  plan: BuildPlan,
  progress: Progress = noProgress,
): Promise<BuildReport> {
  const { port } = publisher;
  const started = performance.now();
  const requests = typeof plan === 'string' ? await port.planBuild(plan === 'everything') : plan;
  const report: BuildReport = {
    organisations: [],
    access: [],
    derived: [],
    removed: [],
    deleted: [],
    held: [],
    failures: [],
    untried: [],
  };
  progress.start(requests.size);
  await buildOrganisations(publisher, plan === 'due', requests, progress, report);
  report.failures = withoutRepeats(report.failures);
  const unlessFailed = unlessHasFailed(report);
  if (plan === 'due')
    for (const path of (await cleanUpSome(publisher).catch(unlessFailed)) ?? []) report.removed.push(path);
  report.held = await port.removals.listAwaitingApproval();
  const seconds = (performance.now() - started) / 1000;
  await reportHeartbeat(publisher, plan, report.organisations, seconds).catch(unlessFailed);
  return report;
}

/** Handles a further error of the store, which must not hide which organisations failed. */
export const unlessHasFailed =
  ({ failures, untried }: BuildReport) =>
  (error: unknown): undefined => {
    if (failures.length + untried.length === 0 || !(error instanceof StoreError)) throw error;
  };

/** In the order of organisations, and without days that failed for the same reason as what else is derived, such as a broken calendar. */
function withoutRepeats(failures: readonly BuildFailure[]): BuildFailure[] {
  const ofDerived = new Map(
    failures.flatMap(({ work, ...each }) => (work === 'derived' ? [[each.organisationId, reasonOf(each.error)]] : [])),
  );
  return failures
    .filter(({ organisationId, work, error }) => work !== 'days' || ofDerived.get(organisationId) !== reasonOf(error))
    .sort((one, other) => (one.organisationId < other.organisationId ? -1 : 1));
}

type Requests = ReadonlyMap<OrganisationId, Request>;

/** Builds each organisation, and adds the results to `report`. */
async function buildOrganisations(
  publisher: Publisher,
  isIncremental: boolean,
  requests: Requests,
  progress: Progress,
  report: BuildReport,
): Promise<void> {
  const freeSpace = createFreeSpace(publisher, () => true);
  let inARow = 0;

  /** A failure of one organisation does not stop the others. */
  async function attempt<Result>(
    organisationId: OrganisationId,
    work: BuildFailure['work'],
    task: () => Promise<Result>,
  ): Promise<Result | { state: 'failed' }> {
    try {
      const result = await retryAfterFreeingSpace(freeSpace, organisationId, task);
      inARow = 0;
      return result;
    } catch (error) {
      if (error instanceof DatabaseUnreachableError) throw error;
      const cause = error instanceof StoreError ? 'store' : 'organisation';
      inARow = cause === 'store' ? inARow + 1 : 0;
      report.failures.push({ organisationId, work, error });
      const failure = { reason: reasonOf(error), cause, isRequested: true } as const;
      if (work !== 'clean-up') await publisher.port.recordFailure(organisationId, work, failure);
      return { state: 'failed' };
    }
  }

  async function buildAccess(organisationId: OrganisationId, request: Request): Promise<void> {
    const repaired = isRepair(request)
      ? await attempt(organisationId, 'access', () => repairRecord(publisher, organisationId))
      : ({ state: 'nothing' } as const);
    const published = await attempt(organisationId, 'access', async () => {
      if (isRepair(request)) await publisher.port.requestLinks(organisationId, true);
      return publishAllAccess(publisher, organisationId, request);
    });
    const isPublished = published.state === 'done' && published.result.changed;
    if (repaired.state === 'done' || isPublished) report.access.push(organisationId);
  }

  async function buildDerived(organisationId: OrganisationId, request: Request): Promise<void> {
    const options = { repair: isRepair(request) };
    const published: PublishedDerived[] = [];
    for (const [work, publish] of [
      ['days', publishDays],
      ['derived', publishDerived],
    ] as const) {
      const derived = await attempt(organisationId, work, () =>
        waitWhileBusy(organisationId, () => publish(publisher, organisationId, options)),
      );
      if (derived.state === 'done') published.push(derived.result);
    }
    const last = published.at(-1);
    if (last === undefined) return;
    const written = published.flatMap((each) => each.written);
    const writtenBytes = published.reduce((sum, each) => sum + each.writtenBytes, 0);
    report.derived.push({ ...last, written, writtenBytes });
  }

  async function buildDocuments(organisationId: OrganisationId, request: Request): Promise<void> {
    const published = await attempt(organisationId, 'documents', () =>
      waitWhileBusy(organisationId, () => publishDocuments(publisher, organisationId, request)),
    );
    if (published.state === 'done' && published.result.generation === 0) report.deleted.push(organisationId);
    else if (published.state === 'done') report.organisations.push(published.result);
    // Also where documents failed: what is published of them has a calendar, which may be due.
    if (publisher.port.works.includes('derived')) await buildDerived(organisationId, request);
    if (published.state === 'failed') return;
    // A first generation leaves nothing to clean up. A full build removes what release 0.1 left.
    if (isIncremental && published.state === 'done' && published.result.generation === 1) return;
    const removed = await attempt(organisationId, 'clean-up', async () => ({
      state: 'done' as const,
      paths: await cleanUp(publisher, organisationId),
    }));
    if (removed.state === 'done') for (const path of removed.paths) report.removed.push(path);
  }

  const untried = new Set<OrganisationId>();
  const unlessStoreFails = (work: (id: OrganisationId, request: Request) => Promise<void>) =>
    mapConcurrently([...requests], organisationsAtOnce, async ([organisationId, request]) => {
      if (inARow >= storeFailuresInARow) untried.add(organisationId);
      else await work(organisationId, request);
    });
  // All access first, so that no revocation waits for a document.
  await unlessStoreFails(buildAccess);
  await unlessStoreFails(async (organisationId, request) => {
    await buildDocuments(organisationId, request);
    progress.organisation(organisationId);
  });
  report.untried = [...untried];
}

async function reportHeartbeat(
  publisher: Publisher,
  plan: BuildPlan,
  built: readonly PublishedOrganisation[],
  seconds: number,
): Promise<void> {
  // A build of named organisations leaves other revocations unpublished, so its heartbeat must not count for all.
  if (typeof plan !== 'string' && (await readHeartbeat(publisher.store)) !== null) return;
  const builds = built.length;
  const totals = { builds, buildSeconds: seconds / Math.max(builds, 1), generation: built.at(-1)?.generation ?? 0 };
  await sendHeartbeat(publisher, totals, null);
}
