// Enqueues or checks what may have been missed while no watcher ran. Each step is retried until it succeeds.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../database/connect/open-database.ts';
import { listToVerify } from '../../database/queue/publish-lease.ts';
import { LeaseHeldError } from '../../errors.ts';
import { writeSite } from '../../site/write-site.ts';
import type { PublishedOrganisation, Publisher } from '../publish-organisation.ts';
import { retryInterval } from '../schedule.ts';
import { retryWhileLeased } from './lease.ts';
import { enqueueUnpublished, publishDocuments } from './publish-pending.ts';

export type CatchUpEvents = {
  published(organisation: PublishedOrganisation, seconds: number): void;
  /** Called once at the start, when versions are withheld: the number of organisations and of versions. */
  withheldAtStart(organisations: number, versions: number): void;
  /** Something failed and will be retried. */
  failed(what: string, error: unknown): void;
};

/** Milliseconds for which a lease that another holds is waited for. */
const leaseTimeout = 5_000;

/** @param wake wakes the schedulers; called after something was enqueued */
export async function catchUp(
  publisher: Publisher,
  database: Database,
  wake: () => void,
  events: CatchUpEvents,
  signal: AbortSignal,
): Promise<void> {
  const steps: Record<string, () => Promise<unknown>> = {
    'finding unpublished organisations': () => enqueueUnpublished(database, publisher.store).then(wake),
    'writing the site': () => writeSite(publisher.store),
    'verifying withheld versions': () => verifyWithheld(publisher, database, events, signal),
  };
  for (const [what, step] of Object.entries(steps))
    for (let done = false; !done && !signal.aborted; )
      try {
        await step();
        done = true;
      } catch (error) {
        events.failed(what, error);
        await sleep(retryInterval, undefined, { signal }).catch(() => {});
      }
}

async function verifyWithheld(
  publisher: Publisher,
  database: Database,
  events: CatchUpEvents,
  signal: AbortSignal,
): Promise<void> {
  let [organisations, versions] = [0, 0];
  for (const organisationId of await listToVerify(database)) {
    if (signal.aborted) return;
    const verify = () => publishDocuments(publisher, database, organisationId, 'verify');
    // The clean-up may hold the lease for a moment. Another publisher that holds it for long reports what it withholds.
    const published = await retryWhileLeased(organisationId, verify, leaseTimeout).catch((error: unknown) => {
      if (!(error instanceof LeaseHeldError)) throw error;
    });
    if (published === undefined) continue;
    const { withheld } = published;
    if (withheld.length > 0) organisations += 1;
    versions += withheld.length;
    events.published(published, 0);
  }
  if (organisations > 0) events.withheldAtStart(organisations, versions);
}
