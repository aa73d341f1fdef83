// Publishes the organisations that are due, in the order of `listDue`: those with little to do first, then the oldest.
// Several are published concurrently, so that one can compute while another waits for I/O; memory is bounded separately, by
// documents (see concurrency.ts). One slot is reserved for small changes and one for large ones, so neither blocks the other.

import { setTimeout as sleep } from 'node:timers/promises';
import type { OrganisationId } from '../access/ids.ts';
import type { DueOrganisation } from '../database/pending-changes.ts';

/** Wakes one waiter. If nobody is waiting, the next wait returns at once. */
export type WakeUp = {
  wake(): void;
  /** Waits until woken, or for this many milliseconds. */
  wait(milliseconds: number): Promise<void>;
};

export function createWakeUp(): WakeUp {
  let woken = false;
  let wake = () => {};
  return {
    wake() {
      woken = true;
      wake();
    },
    async wait(milliseconds) {
      if (!woken) {
        await new Promise<void>((over) => {
          const timer = setTimeout(over, milliseconds);
          wake = () => {
            clearTimeout(timer);
            over();
          };
        });
      }
      woken = false;
    },
  };
}

/** The outcome for one organisation. `failed` affects only that organisation; `out of reach` affects all. */
export type PublishOutcome = 'published' | 'nothing' | 'busy' | 'failed' | 'out of reach';

export type Scheduled = {
  /** How many organisations are published concurrently. */
  lanes: number;
  /** Milliseconds between polls of the queue. */
  poll: number;
  /** Milliseconds after which the queue is read again even if the last reading is not worked off. */
  listAge: number;
  wakeUp: WakeUp;
  /** Reads the pending organisations, in the order to publish them. @throws when the queue cannot be read */
  listDue: () => Promise<DueOrganisation[]>;
  /** Publishes one organisation. Does not throw. */
  publish: (organisationId: OrganisationId) => Promise<PublishOutcome>;
  onQueueFailure: (error: unknown) => void;
};

/** Milliseconds between attempts while the database or the store is unreachable. */
const retryInterval = 1_000;

/** Publishes pending changes until `signal` aborts; work that has begun is finished. */
export async function schedule(
  { lanes, poll, listAge, wakeUp, listDue, publish, onQueueFailure }: Scheduled,
  signal: AbortSignal,
): Promise<void> {
  const atWork = new Map<OrganisationId, { isLarge: boolean; done: Promise<void> }>();
  const notBefore = new Map<OrganisationId, number>();
  let due: DueOrganisation[] = [];
  let listedAt = Number.NEGATIVE_INFINITY;
  let isOutOfReach = false;

  function start({ organisationId, isLarge }: DueOrganisation): void {
    const done = publish(organisationId).then((outcome) => {
      atWork.delete(organisationId);
      // Another publisher holds the lease; retry, in case it leaves changes.
      if (outcome === 'busy') notBefore.set(organisationId, performance.now() + 50 + Math.random() * 50);
      if (outcome === 'out of reach') isOutOfReach = true;
      if (outcome !== 'nothing') wakeUp.wake();
    });
    atWork.set(organisationId, { isLarge, done });
  }

  function startWhatFits(): void {
    const laneFor = ({ isLarge }: DueOrganisation) => {
      const alike = [...atWork.values()].filter((other) => other.isLarge === isLarge).length;
      return atWork.size < lanes && alike < Math.max(1, lanes - 1);
    };
    due = due.filter((organisation) => {
      if (!laneFor(organisation)) return true;
      start(organisation);
      return false;
    });
  }

  async function pollQueue(): Promise<void> {
    const now = performance.now();
    if (due.length === 0 || now - listedAt > listAge) {
      const listed = await listDue();
      listedAt = performance.now();
      for (const [id, at] of notBefore) if (at <= listedAt) notBefore.delete(id);
      due = listed.filter(({ organisationId }) => !atWork.has(organisationId) && !notBefore.has(organisationId));
    }
    startWhatFits();
  }

  while (!signal.aborted) {
    try {
      await pollQueue();
      await wakeUp.wait(poll);
    } catch (error) {
      onQueueFailure(error);
      isOutOfReach = true;
    }
    if (isOutOfReach && !signal.aborted) {
      due = [];
      await sleep(retryInterval * (0.5 + Math.random() / 2), undefined, { signal }).catch(() => {});
      isOutOfReach = false;
    }
  }
  await Promise.all([...atWork.values()].map(({ done }) => done));
}
