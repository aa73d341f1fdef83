// Publishes each change of a source until it is stopped. The source's revisions are compared with those in the store, which
// is read when an organisation's revision is new to this watcher, and once an hour. Access and documents are scheduled side
// by side, so that a revocation never waits for a document. An organisation that fails is retried with growing pauses.

import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { OrganisationId } from '../../access/ids.ts';
import { writeHeartbeat } from '../../snapshot/heartbeat.ts';
import { loadSnapshot } from '../../snapshot/load-snapshot.ts';
import type { PublishedOrganisation } from '../publish-organisation.ts';
import { createWakeUp, type ListedOrganisation, type PublishOutcome, schedule } from '../schedule.ts';
import { readRevisions } from './check-source.ts';
import { collectHeartbeat, type SourceProgress } from './collect-heartbeat.ts';
import type { SourcePublisher } from './publish-from-source.ts';

/** Events for a log. */
export type SourceEvents = {
  published(organisation: PublishedOrganisation): void;
  /** The access or the keys of an organisation changed. */
  access(organisationId: string): void;
  /** The source does not have these organisations any more, but they are too many to remove: see `removesInBulk`. */
  held(organisationIds: readonly string[]): void;
  /** Something failed and will be retried. */
  failed(what: string, error: unknown): void;
};

/** What `createPublisher` gives to the watcher. */
export type WatchTools = {
  publisher: SourcePublisher;
  publishAccess(id: OrganisationId): Promise<string[]>;
  publishDocuments(id: OrganisationId): Promise<PublishedOrganisation | null>;
  prune(id: OrganisationId): Promise<void>;
  judgeMissing(
    publishedIds: Iterable<OrganisationId>,
    revisions: ReadonlyMap<OrganisationId, number>,
  ): { removed: OrganisationId[]; held: OrganisationId[] };
  listPublished(): Promise<OrganisationId[]>;
  poll: number;
};

type Work = 'access' | 'documents';

/** Milliseconds between two heartbeats, and after which an unchanged organisation is compared with the store again. */
const [heartbeatInterval, recheckInterval] = [5_000, 3_600_000];

/** How many organisations are published at once, and the longest pause before a retry, in milliseconds. */
const lanes = 4;
const longestPause: Record<Work, number> = { access: 2_000, documents: 60_000 };

/** Milliseconds on the monotonic clock. */
const ticks = () => performance.now();

/** The state of one kind of work, by organisation. Times are from `ticks`. */
type Progress = Pick<SourceProgress, 'waiting'> & {
  /** The revision that this watcher published, or found published, and when. */
  settled: Map<OrganisationId, { revision: number; at: number }>;
  failures: Map<OrganisationId, { count: number; retryAt: number }>;
};

/** The state of a watcher, which its steps share. */
type Watch = WatchTools & {
  events: Partial<SourceEvents>;
  progress: Record<Work, Progress>;
  /** The organisations that have published output. */
  publishedIds: Set<OrganisationId>;
  /** The source's organisations with their revisions. */
  revisions: ReadonlyMap<OrganisationId, number>;
  /** How many versions of an organisation are withheld. */
  withheld: Map<OrganisationId, number>;
  totals: { builds: number; buildSeconds: number; generation: number };
  /** The held organisations that were last reported. */
  lastHeld: string;
};

export async function watchSource(
  tools: WatchTools,
  signal: AbortSignal,
  events: Partial<SourceEvents>,
): Promise<void> {
  const watch: Watch = {
    ...tools,
    events,
    progress: { access: noProgress(), documents: noProgress() },
    publishedIds: new Set(),
    revisions: new Map(),
    withheld: new Map(),
    lastHeld: '',
    totals: { builds: 0, buildSeconds: 0, generation: 0 },
  };
  await Promise.all([
    publishDue(watch, 'access', signal),
    publishDue(watch, 'documents', signal),
    sendHeartbeats(watch, signal),
  ]);
}

const noProgress = (): Progress => ({ settled: new Map(), failures: new Map(), waiting: new Map() });

function publishDue(watch: Watch, work: Work, signal: AbortSignal): Promise<void> {
  const { poll, events } = watch;
  const wakeUp = createWakeUp();
  signal.addEventListener('abort', () => wakeUp.wake(), { once: true });
  return schedule(
    {
      lanes,
      poll,
      wakeUp,
      listAge: poll,
      list: () => listDue(watch, work),
      publish: (id) => publish(watch, work, id),
      onQueueFailure: (error) => events.failed?.('reading the revisions of the source', error),
    },
    signal,
  );
}

/** The organisations to publish now: changed, not compared for long, or removed from the source. */
async function listDue(watch: Watch, work: Work): Promise<ListedOrganisation[]> {
  const { publishedIds, publisher, progress, listPublished } = watch;
  const { settled, failures } = progress[work];
  if (publishedIds.size === 0) for (const id of await listPublished()) publishedIds.add(id);
  watch.revisions = await readRevisions(publisher.source);
  const removed = findRemoved(watch);
  const isDue = ([id, revision]: [OrganisationId, number]) => {
    const known = settled.get(id);
    return known?.revision !== revision || ticks() - known.at > recheckInterval;
  };
  const due = [...[...watch.revisions].filter(isDue).map(([id]) => id), ...removed];
  const since = progress[work].waiting;
  progress[work].waiting = new Map(due.map((id) => [id, since.get(id) ?? ticks()]));
  return due
    .filter((id) => (failures.get(id)?.retryAt ?? 0) <= ticks())
    .map((organisationId) => ({ organisationId, isLarge: false, dueIn: 0 }));
}

/** The organisations to remove. Reports those that are held when they change. */
function findRemoved(watch: Watch): OrganisationId[] {
  const { removed, held } = watch.judgeMissing(watch.publishedIds, watch.revisions);
  if (held.length > 0 && held.join() !== watch.lastHeld) watch.events.held?.(held);
  watch.lastHeld = held.join();
  return removed;
}

/** Publishes an organisation, or records its failure. */
async function publish(watch: Watch, work: Work, id: OrganisationId): Promise<PublishOutcome> {
  const { failures } = watch.progress[work];
  try {
    await publishIfChanged(watch, work, id);
    failures.delete(id);
    watch.progress[work].waiting.delete(id);
    return 'published';
  } catch (error) {
    const count = (failures.get(id)?.count ?? 0) + 1;
    const pause = Math.min(1_000 * 2 ** Math.min(count, 10), longestPause[work]) * (0.75 + Math.random() / 2);
    failures.set(id, { count, retryAt: ticks() + pause });
    watch.events.failed?.(`publishing ${work} of organisation ${id}`, error);
    return 'failed';
  }
}

async function publishIfChanged(watch: Watch, work: Work, id: OrganisationId): Promise<void> {
  const { publisher, publishAccess, events, progress, publishedIds, withheld, prune } = watch;
  const revision = watch.revisions.get(id);
  if (revision !== undefined) publishedIds.add(id);
  const { stored, problems } = await loadSnapshot(publisher.store, id);
  const part = work === 'access' ? stored.record?.access : stored.record?.pointer;
  const isSettled = revision !== undefined && part?.fence === revision;
  if (work === 'access') {
    if (!isSettled && (await publishAccess(id)).length > 0) events.access?.(id);
  } else if (isSettled) {
    withheld.set(id, problems?.withheld.length ?? 0);
    await prune(id);
  } else await publishChangedDocuments(watch, id);
  // A removal takes both parts, so an organisation that is created again is due in both.
  if (revision === undefined) for (const { settled } of Object.values(progress)) settled.delete(id);
  else progress[work].settled.set(id, { revision, at: ticks() });
}

async function publishChangedDocuments(watch: Watch, id: OrganisationId): Promise<void> {
  const { publishDocuments, publishedIds, withheld, totals, events } = watch;
  const started = ticks();
  const published = await publishDocuments(id);
  if (published === null) {
    publishedIds.delete(id);
    withheld.delete(id);
    return;
  }
  withheld.set(id, published.withheld.length);
  totals.builds += 1;
  totals.buildSeconds = (ticks() - started) / 1000;
  totals.generation = published.generation;
  events.published?.(published);
}

async function sendHeartbeats(watch: Watch, signal: AbortSignal): Promise<void> {
  const { publisher, progress, withheld, totals, events } = watch;
  const watcher = randomUUID();
  while (!signal.aborted) {
    const state = collectHeartbeat(progress, withheld, watch.revisions.size, ticks());
    const heartbeat = { at: publisher.now(), watching: true, ...state, ...totals };
    await writeHeartbeat(publisher.store, heartbeat, watcher).catch((error) =>
      events.failed?.('writing the heartbeat', error),
    );
    await sleep(heartbeatInterval, undefined, { signal }).catch(() => {});
  }
}
