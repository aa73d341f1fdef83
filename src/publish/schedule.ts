// Which organisation is published next, and how many at once. Several are under way together, so that one waits for the
// disk or the database while another computes; what is in memory is bounded apart, by documents (see concurrency.ts).
// Those with little to do go first, and among equals the one that has waited longest. One lane stays free for each kind:
// a school that renames a teacher in a hundred versions holds up nobody, and is held up by nobody.

import { setTimeout as sleep } from 'node:timers/promises';
import type { OrganisationId } from '../access/ids.ts';
import type { DueOrganisation } from '../database/pending-changes.ts';

/** Wakes one waiter. Where nobody waits yet, the next wait is over at once. */
export type WakeUp = {
  wake(): void;
  /** Waits until it is woken, or for so many milliseconds. */
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

/** What came of one organisation. `failed` waits where its failure is recorded; `out of reach` is everybody's failure. */
export type PublishOutcome = 'published' | 'nothing' | 'busy' | 'failed' | 'out of reach';

export type Scheduled = {
  /** How many organisations are published at the same time. */
  lanes: number;
  /** Milliseconds between two looks at the queue. */
  poll: number;
  /** Milliseconds for which one look is worked through before what came meanwhile counts. */
  listAge: number;
  wakeUp: WakeUp;
  /** The organisations that are due, in the order in which they are to be published. @throws when it cannot be read */
  listDue: () => Promise<DueOrganisation[]>;
  /** Publishes one organisation. Does not throw. */
  publish: (organisationId: OrganisationId) => Promise<PublishOutcome>;
  onQueueFailure: (error: unknown) => void;
};

/** Milliseconds from one attempt to the next while the database or the store cannot be reached. */
const retryInterval = 1_000;

/** Publishes what is due until `signal` aborts; what has begun by then is finished. */
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
      // Another publisher is at it; what it does not do is for us.
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

  async function look(): Promise<void> {
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
      await look();
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
