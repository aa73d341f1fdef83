import { type Logger, pino } from 'pino';
import { commandLine } from '../../src/command-line.ts';
import { reasonOf } from '../../src/errors.ts';
import type { PublishedOrganisation } from '../../src/publish/publish-organisation.ts';
import { watch } from '../../src/publish/watch.ts';
import type { WatchEvents } from '../../src/publish/watcher.ts';
import { connectParent, runDocumentsProcess } from './documents-process.ts';
import type { PublisherTools } from './run-command.ts';
import { settings } from './settings.ts';

/** How many names, and how many problems, one log line has; the rest is counted. */
const [namesLogged, problemsLogged] = [20, 5];

/** Watches until `signal` aborts, and logs its events. Documents are published in a process of their own. */
export async function runWatch({ publisher, ...open }: PublisherTools, signal: AbortSignal): Promise<void> {
  const events = createLog();
  const totals = { builds: 0, buildSeconds: 0, generation: 0 };
  const stop = new AbortController();
  const either = AbortSignal.any([signal, stop.signal]);
  const options = { deadline: settings.checkSeconds.value, totals, onFailure: events.failed };
  const documents = runDocumentsProcess(options, either);
  try {
    const listenUrl = settings.listenUrl.value;
    await watch(publisher, open, either, events, { only: 'access', totals, ...(listenUrl && { listenUrl }) });
  } finally {
    stop.abort();
    await documents;
  }
}

/** Watches documents alone, in the process that `runWatch` starts, or for a service of its own. */
export async function runDocumentsWatch({ publisher, ...open }: PublisherTools, signal: AbortSignal): Promise<void> {
  const events = createLog();
  const { checks, tellBuilt, gone } = await connectParent();
  const totals = { builds: 0, buildSeconds: 0, generation: 0 };
  const published: WatchEvents['published'] = (organisation, seconds) => {
    events.published(organisation, seconds);
    tellBuilt(totals);
  };
  const either = AbortSignal.any([signal, gone]);
  await watch({ ...publisher, checks }, open, either, { ...events, published }, { only: 'documents', totals });
}

/** Watches access alone, for a service of its own. */
export async function runAccessWatch({ publisher, ...open }: PublisherTools, signal: AbortSignal): Promise<void> {
  const listenUrl = settings.listenUrl.value;
  await watch(publisher, open, signal, createLog(), { only: 'access', ...(listenUrl && { listenUrl }) });
}

function createLog(): WatchEvents {
  const log = pino({ level: settings.logLevel.value, base: null });
  return {
    published: (organisation, seconds) => logPublication(log, organisation, seconds),
    access(organisationId, records) {
      if (records.length > 0) log.info({ organisationId, records: records.length }, 'access published');
    },
    listening(listening) {
      if (listening.by === 'notification')
        log.info('access changes arrive as notifications; all others are found by polling');
      else log.warn({ why: listening.why }, 'no notifications arrive; all changes are found by polling');
    },
    withheldAtStart(organisations, versions) {
      log.warn({ organisations, versions }, `versions are withheld; \`${commandLine('status')}\` says why`);
    },
    held: (held) => log.warn(held),
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
    const first = { problems: problems.slice(0, problemsLogged), ...(rest > 0 ? { more: rest } : {}) };
    log.warn({ organisationId, versionId, lastGoodIsServed, ...first }, 'a version is withheld');
  }
}

/** The names under a field of the log, or nothing where there are none. */
function named(field: string, names: readonly string[]): Record<string, string[]> {
  if (names.length === 0) return {};
  const more = names.length - namesLogged;
  return { [field]: [...names.slice(0, namesLogged), ...(more > 0 ? [`and ${more} more`] : [])] };
}
