import { type Logger, pino } from 'pino';
import { commandLine } from '../../src/command-line.ts';
import { readWatcherFigures } from '../../src/database/queue/queue-figures.ts';
import { hasWebhooks } from '../../src/database/webhooks/has-webhooks.ts';
import { reasonOf } from '../../src/errors.ts';
import { causeOf, type WatcherMetrics, watcherMetrics } from '../../src/health/watcher-metrics.ts';
import { createDatabasePublisher } from '../../src/publish/database/database-port.ts';
import { type DatabaseWatchEvents as WatchEvents, watchDatabase } from '../../src/publish/database/watch-database.ts';
import type { Totals } from '../../src/publish/engine/send-heartbeat.ts';
import { describeAwaitingApproval } from '../../src/publish/judge-removals.ts';
import type { PublishedOrganisation } from '../../src/publish/publish-documents.ts';
import { release } from '../../src/release.ts';
import type { OpenPublisher } from '../command/with-database.ts';
import { settings } from '../options/settings.ts';
import { diskReader } from './disk-reader.ts';
import { connectParent, runDocumentsProcess } from './documents-process.ts';
import { serveWatcherAdmin } from './serve-watcher-admin.ts';
import { runWebhooksProcess } from './webhooks-process.ts';

/** How many names, and how many problems, one log line has; the rest is counted. */
const [namesLogged, problemsLogged] = [20, 5];

/** Watches until `signal` aborts, and logs its events. Documents are published, and webhooks sent, in processes of their own. */
export async function runWatch(
  tools: OpenPublisher,
  signal: AbortSignal,
  { admin }: { admin: boolean },
): Promise<void> {
  const totals = { builds: 0, buildSeconds: 0, generation: 0 };
  const stop = new AbortController();
  const either = AbortSignal.any([signal, stop.signal]);
  const { metrics, events } = countFailures(tools, createLog());
  const documents = runDocumentsProcess(
    {
      deadline: settings.checkSeconds.value,
      totals,
      onFailure: events.failed,
      onServed: metrics.served,
      onCounted: ({ work, cause }) => metrics.failed(work, cause),
    },
    either,
  );
  const webhooks = runWebhooksProcess(
    { areThere: () => hasWebhooks(tools.database), onFailure: events.failed },
    either,
  );
  try {
    await watchAccess(tools, either, events, metrics, { admin, totals });
  } finally {
    stop.abort();
    await Promise.all([documents, webhooks]);
  }
}

/** Watches access alone, for a service of its own. */
export async function runAccessWatch(tools: OpenPublisher, signal: AbortSignal): Promise<void> {
  const { metrics, events } = countFailures(tools, createLog());
  await watchAccess(tools, signal, events, metrics, { admin: true });
}

/** Watches documents, and what is derived from them, in the process that `runWatch` starts, or for a service of its own. */
export async function runDocumentsWatch(tools: OpenPublisher, signal: AbortSignal): Promise<void> {
  const log = createLog();
  const { checks, tellBuilt, tellServed, tellFailed, gone } = await connectParent();
  const totals = { builds: 0, buildSeconds: 0, generation: 0 };
  const events: WatchEvents = {
    ...log,
    published(organisation, seconds) {
      log.published(organisation, seconds);
      tellBuilt(totals);
    },
    failed(what, error, work) {
      log.failed(what, error);
      tellFailed({ work: work ?? 'other', cause: causeOf(error) });
    },
  };
  const either = AbortSignal.any([signal, gone]);
  const publisher = createDatabasePublisher({ ...tools.publishSettings, checks, onServed: tellServed }, tools);
  await watchDatabase(publisher, tools, either, events, { works: ['documents', 'days', 'derived'], totals });
}

async function watchAccess(
  tools: OpenPublisher,
  signal: AbortSignal,
  events: WatchEvents,
  metrics: WatcherMetrics,
  { admin, totals }: { admin: boolean; totals?: Totals },
): Promise<void> {
  const listenUrl = settings.listenUrl.value;
  const works = ['access'] as const;
  const publisher = createDatabasePublisher({ ...tools.publishSettings, onServed: metrics.served }, tools);
  const port = admin ? await openAdminPort(tools, metrics, events, signal) : null;
  try {
    await watchDatabase(publisher, tools, signal, events, {
      works,
      ...(totals && { totals }),
      ...(listenUrl && { listenUrl }),
    });
  } finally {
    await port?.close();
  }
}

/** Revocations matter more than their metrics, whose absence is noticed, so a port that is taken is a failure like others. */
const openAdminPort = (
  tools: OpenPublisher,
  { registry }: WatcherMetrics,
  events: WatchEvents,
  signal: AbortSignal,
): Promise<{ close(): Promise<void> } | null> =>
  serveWatcherAdmin(tools, registry, signal).catch((error: unknown) => {
    events.failed('opening the admin port', error);
    return null;
  });

/** Events that count failures as well. */
function countFailures({ database }: OpenPublisher, log: WatchEvents) {
  const metrics = watcherMetrics(() => readWatcherFigures(database), { release, readDisk: diskReader() });
  const events: WatchEvents = {
    ...log,
    failed(what, error, work) {
      log.failed(what, error);
      metrics.failed(work ?? 'other', causeOf(error));
    },
  };
  return { metrics, events };
}

function createLog(): WatchEvents {
  const log = pino({ level: settings.logLevel.value, base: null });
  return {
    published: (organisation, seconds) => logPublication(log, organisation, seconds),
    access: (organisationId) => log.info({ organisationId }, 'access published'),
    listening(listening) {
      if (listening.by === 'notification')
        log.info('access changes arrive as notifications; all others are found by polling');
      else log.warn({ why: listening.why }, 'no notifications arrive; all changes are found by polling');
    },
    withheldAtStart(organisations, versions) {
      log.warn({ organisations, versions }, `versions are withheld; \`${commandLine('status')}\` says why`);
    },
    held: (organisationIds) => log.warn(describeAwaitingApproval(organisationIds)),
    findings(findings) {
      for (const { found, next } of findings) log.warn({ next }, found);
    },
    failed(what, error) {
      log.error({ error: reasonOf(error) }, `${what} failed; retrying`);
    },
  };
}

/** Logs what this publication changed. */
function logPublication(log: Logger, organisation: PublishedOrganisation, seconds: number): void {
  const { organisationId, generation, written, dropped, changes } = organisation;
  const { withheld, recovered, newWarnings, endedWarnings } = changes;
  const changed = {
    ...named('written', written),
    ...named('removed', dropped),
    ...named(
      'withheld',
      withheld.map(({ versionId }) => versionId),
    ),
    ...named('recovered', recovered),
    ...(newWarnings > 0 ? { newWarnings } : {}),
    ...(endedWarnings > 0 ? { endedWarnings } : {}),
  };
  if (Object.keys(changed).length > 0) log.info({ organisationId, generation, ...changed, seconds }, 'published');
  for (const { versionId, lastGoodIsServed, problems, more = 0 } of withheld.slice(0, namesLogged)) {
    const rest = Math.max(0, problems.length - problemsLogged) + more;
    // Without the values, which have names of persons: a log is kept, and read elsewhere, after they are forgotten.
    const first = problems.slice(0, problemsLogged).map(({ values: _, ...problem }) => problem);
    const listed = { problems: first, ...(rest > 0 ? { more: rest } : {}) };
    log.warn({ organisationId, versionId, lastGoodIsServed, ...listed }, 'a version is withheld');
  }
}

/** The names under a field of the log, or nothing where there are none. */
function named(field: string, names: readonly string[]): Record<string, string[]> {
  if (names.length === 0) return {};
  const more = names.length - namesLogged;
  return { [field]: [...names.slice(0, namesLogged), ...(more > 0 ? [`and ${more} more`] : [])] };
}
