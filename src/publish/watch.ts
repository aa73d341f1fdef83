// Publishes on each change until it is told to stop. Two loops side by side, so that a revocation never waits for a
// document: each asks the queue what is due, publishes it, and sleeps until a notification, the next due moment or the
// poll wakes it. Any number of watchers may run on one database; claims keep them off each other's organisations.

import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { listen } from '../database/listen.ts';
import type { OpenDatabase } from '../database/open-database.ts';
import { listDue, nextDue, recordFailure, type Work } from '../database/pending-changes.ts';
import { giveSignOfLife } from '../snapshot/sign-of-life.ts';
import { type Alarm, createAlarm } from './alarm.ts';
import { type Attempt, cleanUp, publishAccessChanges, publishDocuments } from './publish-claimed.ts';
import type { PublishedOrganisation, Publisher } from './publish-organisation.ts';
import { readWhatToTell } from './read-what-to-tell.ts';

/** What happens while watching, for the log. */
export type WatchEvents = {
  published(organisation: PublishedOrganisation, seconds: number): void;
  access(organisationId: string, records: readonly string[]): void;
  /** Something failed that will be tried again. */
  trouble(what: string, error: unknown): void;
};

/** Milliseconds between two looks at the queue: without notifications, and with them as a mere guarantee. */
const [poll, slowPoll] = [250, 2_000];
/** Milliseconds between two signs of life, and between two clean-ups of one organisation. */
const [signOfLifeInterval, cleanUpInterval] = [5_000, 60_000];

/** Watches until `signal` aborts; what has begun by then is finished. */
export async function watch(
  publisher: Publisher,
  { database, connectionString, embedded }: OpenDatabase,
  signal: AbortSignal,
  events: WatchEvents,
): Promise<void> {
  const alarms: Record<Work, Alarm> = { access: createAlarm(), documents: createAlarm() };
  const ring = () => {
    for (const alarm of Object.values(alarms)) alarm.ring();
  };
  signal.addEventListener('abort', ring, { once: true });
  const lastCleanUp = new Map<string, number>();
  const totals = { builds: 0, buildSeconds: 0, generation: 0 };
  const watcher = randomUUID();

  const publishOne: Record<Work, (organisationId: string) => Promise<Attempt<unknown>>> = {
    async access(organisationId) {
      const attempt = await publishAccessChanges(publisher, database, organisationId);
      if (attempt.state === 'published') events.access(organisationId, attempt.result);
      return attempt;
    },
    async documents(organisationId) {
      const started = performance.now();
      const attempt = await publishDocuments(publisher, database, organisationId);
      if (attempt.state !== 'published') return attempt;
      totals.builds += 1;
      totals.buildSeconds = (performance.now() - started) / 1000;
      totals.generation = attempt.result.generation;
      events.published(attempt.result, totals.buildSeconds);
      await cleanUpNowAndThen(organisationId);
      return attempt;
    },
  };

  async function cleanUpNowAndThen(organisationId: string): Promise<void> {
    const now = publisher.now();
    if (now - (lastCleanUp.get(organisationId) ?? 0) < cleanUpInterval) return;
    lastCleanUp.set(organisationId, now);
    await cleanUp(publisher, database, organisationId).catch((error) =>
      events.trouble(`cleaning up after organisation ${organisationId}`, error),
    );
  }

  /** One pass over what is due. @returns how long to sleep, in milliseconds; 0 when there may be more to do at once */
  async function pass(work: Work): Promise<number> {
    let published = false;
    let busy = false;
    for (const organisationId of await listDue(database, work)) {
      if (signal.aborted) return 0;
      try {
        const { state } = await publishOne[work](organisationId);
        published ||= state === 'published';
        busy ||= state === 'busy';
      } catch (error) {
        events.trouble(`publishing ${work} of organisation ${organisationId}`, error);
        await recordFailure(database, organisationId, work, error instanceof Error ? error.message : String(error));
      }
    }
    if (published) return 0;
    if (busy) return 50 + Math.random() * 50; // another publisher is at it; what it does not do is for us
    return Math.min(embedded ? poll : slowPoll, (await nextDue(database, work)) ?? Number.POSITIVE_INFINITY);
  }

  async function loop(work: Work): Promise<void> {
    let failures = 0;
    while (!signal.aborted) {
      try {
        const wait = await pass(work);
        failures = 0;
        if (wait > 0) await alarms[work].wait(Math.max(wait, 20));
      } catch (error) {
        events.trouble('looking for changes', error);
        failures = Math.min(failures + 1, 6);
        await sleep(2 ** failures * 100 * (0.5 + Math.random()), undefined, { signal }).catch(() => {});
      }
    }
  }

  async function showLife(): Promise<void> {
    while (!signal.aborted) {
      try {
        const told = await readWhatToTell(database);
        await giveSignOfLife(publisher.store, { at: publisher.now(), watching: true, ...told, ...totals }, watcher);
      } catch (error) {
        events.trouble('giving a sign of life', error);
      }
      await sleep(signOfLifeInterval, undefined, { signal }).catch(() => {});
    }
  }

  // The embedded server does not pass notifications on; there the poll is all there is.
  const listening = embedded
    ? Promise.resolve()
    : listen(connectionString, signal, ring, (error) => events.trouble('listening for changes', error));
  await Promise.all([loop('access'), loop('documents'), showLife(), listening]);
}
