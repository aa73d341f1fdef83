// Enqueues or checks what may have been missed while no watcher ran. Each step is retried until it succeeds.

import { setTimeout as sleep } from 'node:timers/promises';
import { listToVerify } from '../../database/queue/publish-lease.ts';
import { LeaseHeldError } from '../../errors.ts';
import { writeSite } from '../../pages/build/write-site.ts';
import { publishDocuments, waitWhileBusy } from '../engine/publish-organisation.ts';
import { retryInterval } from '../engine/schedule.ts';
import type { WatchEvents } from '../engine/watch-events.ts';
import type { DatabasePublisher } from './database-port.ts';
import { enqueueUnpublished } from './plan-build.ts';

export type CatchUpEvents = Pick<WatchEvents, 'published' | 'failed'> & {
  /** Called once at the start, when versions are withheld: the number of organisations and of versions. */
  withheldAtStart(organisations: number, versions: number): void;
};

/** Milliseconds for which a lease that another holds is waited for. */
const leaseTimeout = 5_000;

/** @param wake lists what is due again; called after something was enqueued */
export async function catchUp(
  publisher: DatabasePublisher,
  wake: () => void,
  events: CatchUpEvents,
  signal: AbortSignal,
): Promise<void> {
  const { store, port } = publisher;
  const steps: Record<string, () => Promise<unknown>> = {
    'finding unpublished organisations': () => enqueueUnpublished(port.database, store).then(wake),
    'writing the site': () => writeSite(store),
    'verifying withheld versions': () => verifyWithheld(publisher, events, signal),
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

async function verifyWithheld(publisher: DatabasePublisher, events: CatchUpEvents, signal: AbortSignal): Promise<void> {
  let [organisations, versions] = [0, 0];
  for (const organisationId of await listToVerify(publisher.port.database)) {
    if (signal.aborted) return;
    const verify = () => publishDocuments(publisher, organisationId, { what: 'verify' });
    // The clean-up may hold the lease for a moment. Another publisher that holds it for long reports what it withholds.
    const verified = await waitWhileBusy(organisationId, verify, leaseTimeout).catch((error: unknown) => {
      if (!(error instanceof LeaseHeldError)) throw error;
      return { state: 'nothing' } as const;
    });
    if (verified.state === 'nothing') continue;
    const { withheld } = verified.result;
    if (withheld.length > 0) organisations += 1;
    versions += withheld.length;
    events.published(verified.result, 0);
  }
  if (organisations > 0) events.withheldAtStart(organisations, versions);
}
