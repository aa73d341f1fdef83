// Publishes each change of a source until it is stopped. The source's revisions are compared with those in the store, which
// is read when an organisation's revision is new to this watcher, and once an hour. Access and documents are scheduled side
// by side, so that a revocation never waits for a document. One that fails is retried with growing pauses.

import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { OrganisationId } from '../access/ids.ts';
import { type OrganisationInNeed, writeHeartbeat } from '../snapshot/heartbeat.ts';
import { loadSnapshot } from '../snapshot/load-snapshot.ts';
import { readRevisions } from './check-source.ts';
import type { SourcePublisher } from './publish-from-source.ts';
import type { PublishedOrganisation } from './publish-organisation.ts';
import { createWakeUp, type PublishOutcome, schedule } from './schedule.ts';

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
  tidy(id: OrganisationId): Promise<void>;
  judgeGone(
    shown: Iterable<OrganisationId>,
    revisions: ReadonlyMap<OrganisationId, number>,
  ): { removed: OrganisationId[]; held: OrganisationId[] };
  listShown(): Promise<OrganisationId[]>;
  poll: number;
};

type Work = 'access' | 'documents';

/** Milliseconds between two heartbeats, and after which an organisation that does not change is looked at again. */
const [heartbeatInterval, recheckInterval] = [5_000, 3_600_000];

/** How many organisations' documents are published at once, and the longest pause before a retry, in milliseconds. */
const documentLanes = 4;
const longestPause: Record<Work, number> = { access: 2_000, documents: 60_000 };

/** Milliseconds on the monotonic clock. */
const ticks = () => performance.now();

export async function watchSource(
  tools: WatchTools,
  signal: AbortSignal,
  events: Partial<SourceEvents>,
): Promise<void> {
  const { publisher, publishAccess, publishDocuments, tidy, judgeGone, listShown, poll } = tools;
  const { store, source, now } = publisher;
  const shown = new Set<OrganisationId>();
  /** The revisions that this watcher found published or has published, and when. */
  const settled = { access: new Map<OrganisationId, Settled>(), documents: new Map<OrganisationId, Settled>() };
  const failures = { access: new Map<OrganisationId, Failure>(), documents: new Map<OrganisationId, Failure>() };
  const waiting = { access: new Map<OrganisationId, number>(), documents: new Map<OrganisationId, number>() };
  const withheld = new Map<OrganisationId, number>();
  const totals = { builds: 0, buildSeconds: 0, generation: 0 };
  let revisions: ReadonlyMap<OrganisationId, number> = new Map();
  let lastHeld = '';

  async function listDue(work: Work) {
    if (shown.size === 0) for (const id of await listShown()) shown.add(id);
    revisions = await readRevisions(source);
    const { removed, held } = judgeGone(shown, revisions);
    if (held.length > 0 && held.join() !== lastHeld) events.held?.(held);
    lastHeld = held.join();
    const isDue = ([id, revision]: [OrganisationId, number]) => {
      const known = settled[work].get(id);
      return known?.revision !== revision || ticks() - known.at > recheckInterval;
    };
    const due = [...[...revisions].filter(isDue).map(([id]) => id), ...removed];
    const since = waiting[work];
    waiting[work] = new Map(due.map((id) => [id, since.get(id) ?? ticks()]));
    return due
      .filter((id) => (failures[work].get(id)?.retryAt ?? 0) <= ticks())
      .map((organisationId) => ({ organisationId, isLarge: false }));
  }

  async function publishOne(work: Work, id: OrganisationId): Promise<void> {
    const revision = revisions.get(id);
    if (revision !== undefined) shown.add(id);
    const { stored, problems } = await loadSnapshot(store, id);
    const part = work === 'access' ? stored.record?.access : stored.record?.pointer;
    const isSettled = revision !== undefined && part?.fence === revision;
    if (work === 'access') {
      if (!isSettled && (await publishAccess(id)).length > 0) events.access?.(id);
    } else if (isSettled) {
      withheld.set(id, problems?.withheld.length ?? 0);
      await tidy(id);
    } else {
      const started = ticks();
      const published = await publishDocuments(id);
      if (published === null) {
        shown.delete(id);
        withheld.delete(id);
      } else {
        withheld.set(id, published.withheld.length);
        totals.builds += 1;
        totals.buildSeconds = (ticks() - started) / 1000;
        totals.generation = published.generation;
        events.published?.(published);
      }
    }
    // A removal takes both parts, so an organisation that is created again is due in both.
    if (revision === undefined) for (const each of Object.values(settled)) each.delete(id);
    else settled[work].set(id, { revision, at: ticks() });
  }

  async function publish(work: Work, id: OrganisationId): Promise<PublishOutcome> {
    try {
      await publishOne(work, id);
      failures[work].delete(id);
      waiting[work].delete(id);
      return 'published';
    } catch (error) {
      const count = (failures[work].get(id)?.count ?? 0) + 1;
      const pause = Math.min(1_000 * 2 ** Math.min(count, 10), longestPause[work]) * (0.75 + Math.random() / 2);
      failures[work].set(id, { count, retryAt: ticks() + pause });
      events.failed?.(`publishing ${work} of organisation ${id}`, error);
      return 'failed';
    }
  }

  /** What the source's organisations need, for servers and the status page. */
  function collect() {
    const [queue, failing] = [new Map([...waiting.documents, ...waiting.access]), failures.documents];
    const needs: OrganisationInNeed[] = [...new Set([...failing.keys(), ...withheld.keys()])].map((organisationId) => ({
      organisationId,
      changes: queue.has(organisationId) ? 1 : 0,
      ageSeconds: (ticks() - (queue.get(organisationId) ?? ticks())) / 1000,
      failures: failing.get(organisationId)?.count ?? 0,
      withheld: withheld.get(organisationId) ?? 0,
      rolledBack: false,
    }));
    const first = needs.filter((need) => need.failures + need.withheld > 0);
    return {
      ...{ queueDepth: queue.size, waitingOrganisations: queue.size, organisations: revisions.size },
      queueAgeSeconds: queue.size === 0 ? 0 : (ticks() - Math.min(...queue.values())) / 1000,
      withheldVersions: [...withheld.values()].reduce((sum, count) => sum + count, 0),
      ...{ inNeed: first.length, first: first.slice(0, 50) },
    };
  }

  async function keepBeating(): Promise<void> {
    const watcher = randomUUID();
    while (!signal.aborted) {
      await writeHeartbeat(store, { at: now(), watching: true, ...collect(), ...totals }, watcher).catch((error) =>
        events.failed?.('writing the heartbeat', error),
      );
      await sleep(heartbeatInterval, undefined, { signal }).catch(() => {});
    }
  }

  const publishDue = (work: Work, lanes: number) => {
    const wakeUp = createWakeUp();
    signal.addEventListener('abort', () => wakeUp.wake(), { once: true });
    return schedule(
      {
        ...{ lanes, poll, wakeUp, listAge: poll },
        listDue: () => listDue(work),
        publish: (id) => publish(work, id),
        onQueueFailure: (error) => events.failed?.('reading the revisions of the source', error),
      },
      signal,
    );
  };
  await Promise.all([publishDue('access', documentLanes), publishDue('documents', documentLanes), keepBeating()]);
}

type Settled = { revision: number; at: number };
type Failure = { count: number; retryAt: number };
