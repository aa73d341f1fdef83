// Publishes the organisations that are due, in the order of `listDue`: those with little to do first, then the oldest.
// Several are published concurrently, so that one can compute while another waits for I/O; memory is bounded separately, by
// documents (see concurrency.ts). One slot is reserved for small changes and one for large ones, so neither blocks the other.

import { setTimeout as sleep } from 'node:timers/promises';
import type { OrganisationId } from '../access/ids.ts';

/** Ends a wait. If nobody is waiting, the next wait returns at once. */
export type WakeUp = {
  /** Something may be due. */
  wake(): void;
  /** The same, by a notification. Any role of the database can send these, so a scheduler may ignore them for a moment. */
  notify(): void;
  /**
   * Waits until woken, or for this many milliseconds.
   * @param cooldown milliseconds in which a notification does not end the wait; it does so afterwards
   * @returns what ended it; null for the time
   */
  wait(milliseconds: number, cooldown?: number): Promise<'wake' | 'notification' | null>;
};

export function createWakeUp(): WakeUp {
  let cause: 'wake' | 'notification' | null = null;
  let check = () => {};
  return {
    wake() {
      cause = 'wake';
      check();
    },
    notify() {
      cause ??= 'notification';
      check();
    },
    async wait(milliseconds, cooldown = 0) {
      const cooledDown = performance.now() + cooldown;
      const timers: NodeJS.Timeout[] = [];
      await new Promise<void>((over) => {
        check = () => {
          if (cause === 'wake' || (cause === 'notification' && performance.now() >= cooledDown)) over();
        };
        timers.push(setTimeout(over, milliseconds));
        if (cooldown > 0) timers.push(setTimeout(check, cooldown + 1)); // a timer may fire a fraction too early
        check();
      });
      for (const timer of timers) clearTimeout(timer);
      const ended = cause;
      cause = null;
      return ended;
    },
  };
}

/** An organisation with something to publish, and whether that is much. */
export type DueOrganisation = { organisationId: OrganisationId; isLarge: boolean };

/** The outcome for one organisation. `failed` affects only that organisation; `unreachable` affects all. */
export type PublishOutcome = 'published' | 'nothing' | 'busy' | 'failed' | 'unreachable';

export type Scheduled = {
  /** How many organisations are published concurrently. */
  lanes: number;
  /** Milliseconds between polls of the queue. */
  poll: number;
  /** Milliseconds after which the queue is read again even if organisations of the last reading still wait. */
  listAge: number;
  wakeUp: WakeUp;
  /**
   * Reads the organisations that are due, in the order to publish them.
   * @param except those that need not be looked for: they are being published, or wait for another publisher
   * @returns null when nothing else is pending
   * @throws when the queue cannot be read
   */
  listDue: (except: ReadonlySet<OrganisationId>) => Promise<DueOrganisation[] | null>;
  /** Publishes one organisation. Does not throw. */
  publish: (organisationId: OrganisationId) => Promise<PublishOutcome>;
  onQueueFailure: (error: unknown) => void;
};

/**
 * Minimum pause in milliseconds between polls while everything pending is not due yet, such as drafts being edited: each
 * such poll lists the queue.
 */
const notDuePoll = 20;

/** Milliseconds between attempts while the database or the store is unreachable. */
export const retryInterval = 1_000;

/**
 * Milliseconds for which notifications are ignored after one that led to nothing. So a role that sends them without pause
 * costs little, and a revocation that follows another change is published at once.
 */
export const notificationCooldown = 25;

/** Publishes pending changes until `signal` aborts; work that has begun is finished. */
export async function schedule(
  { lanes, poll, listAge, wakeUp, listDue, publish, onQueueFailure }: Scheduled,
  signal: AbortSignal,
): Promise<void> {
  const atWork = new Map<OrganisationId, { isLarge: boolean; done: Promise<void> }>();
  const notBefore = new Map<OrganisationId, number>();
  let due: DueOrganisation[] = [];
  let listedAt = Number.NEGATIVE_INFINITY;
  let isUnreachable = false;

  function start({ organisationId, isLarge }: DueOrganisation): void {
    const done = publish(organisationId).then((outcome) => {
      atWork.delete(organisationId);
      // Another publisher holds the lease; retry, in case it leaves changes.
      if (outcome === 'busy') notBefore.set(organisationId, performance.now() + 50 + Math.random() * 50);
      if (outcome === 'unreachable') isUnreachable = true;
      if (outcome !== 'nothing') wakeUp.wake();
    });
    atWork.set(organisationId, { isLarge, done });
  }

  /** @returns how many were started */
  function startWhatFits(): number {
    const laneFor = ({ isLarge }: DueOrganisation) => {
      const alike = [...atWork.values()].filter((other) => other.isLarge === isLarge).length;
      return atWork.size < lanes && alike < Math.max(1, lanes - 1);
    };
    const listed = due.length;
    due = due.filter((organisation) => {
      if (!laneFor(organisation)) return true;
      start(organisation);
      return false;
    });
    return listed - due.length;
  }

  /** @returns how many were started, and when to look again, in milliseconds */
  async function pollQueue(): Promise<{ started: number; next: number }> {
    let next = poll;
    const now = performance.now();
    if (due.length === 0 || now - listedAt > listAge) {
      for (const [id, at] of notBefore) if (at <= now) notBefore.delete(id);
      const except = new Set([...atWork.keys(), ...notBefore.keys()]);
      const listed = await listDue(except);
      listedAt = performance.now();
      due = (listed ?? []).filter(({ organisationId }) => !except.has(organisationId));
      if (listed !== null && due.length === 0) next = Math.max(poll, notDuePoll);
    }
    return { started: startWhatFits(), next };
  }

  let wokenBy: Awaited<ReturnType<WakeUp['wait']>> = null;
  while (!signal.aborted) {
    try {
      const { started, next } = await pollQueue();
      wokenBy = await wakeUp.wait(next, wokenBy === 'notification' && started === 0 ? notificationCooldown : 0);
    } catch (error) {
      onQueueFailure(error);
      isUnreachable = true;
    }
    if (isUnreachable && !signal.aborted) {
      due = [];
      await sleep(retryInterval * (0.5 + Math.random() / 2), undefined, { signal }).catch(() => {});
      isUnreachable = false;
    }
  }
  await Promise.all([...atWork.values()].map(({ done }) => done));
}
