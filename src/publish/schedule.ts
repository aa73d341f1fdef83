// Publishes the organisations that are due, in the order in which the queue lists them: those with little to do first, then the
// oldest. The queue is read when something has changed, and when the next organisation becomes due.
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

/** An organisation with something to publish, whether that is much, and in how many milliseconds it is due; 0 or less for now. */
export type ListedOrganisation = { organisationId: OrganisationId; isLarge: boolean; dueIn: number };

/** The outcome for one organisation. `failed` affects only that organisation; `unreachable` affects all. */
export type PublishOutcome = 'published' | 'nothing' | 'busy' | 'failed' | 'unreachable';

export type Scheduled = {
  /** How many organisations are published concurrently. */
  lanes: number;
  /** Milliseconds after which the queue is read again although nothing woke the scheduler. */
  poll: number;
  /** Milliseconds after which the queue is read again although organisations of the last reading still wait. */
  listAge: number;
  wakeUp: WakeUp;
  /**
   * Reads the organisations with something to publish, in the order to publish them.
   * @throws when the queue cannot be read
   */
  list: () => Promise<readonly ListedOrganisation[]>;
  /** Publishes one organisation. Does not throw. */
  publish: (organisationId: OrganisationId) => Promise<PublishOutcome>;
  onQueueFailure: (error: unknown) => void;
};

/** A queue that takes long to read is not read for most of the time: the pause is this many times as long. */
const restAfterReading = 5;

/** Milliseconds between attempts while the database or the store is unreachable. */
export const retryInterval = 1_000;

/**
 * Milliseconds for which notifications are ignored after one that led to nothing. So a role that sends them without pause
 * costs little, and a revocation that follows another change is published at once.
 */
export const notificationCooldown = 25;

/** Publishes pending changes until `signal` aborts; work that has begun is finished. */
export async function schedule(
  { lanes, poll, listAge, wakeUp, list, publish, onQueueFailure }: Scheduled,
  signal: AbortSignal,
): Promise<void> {
  const atWork = new Map<OrganisationId, { isLarge: boolean; done: Promise<void> }>();
  /** Those that were listed while they were at work: they may have changed since their publication began. */
  const listedAtWork = new Set<OrganisationId>();
  /** When an organisation that another publisher has leased is tried again, in case that one leaves changes. */
  const notBefore = new Map<OrganisationId, number>();
  let due: ListedOrganisation[] = [];
  let listedAt = Number.NEGATIVE_INFINITY;
  /** When to read the queue, and how long not to after the last reading, if it takes long. */
  let listAt = Number.NEGATIVE_INFINITY;
  let rest = 0;
  let isUnreachable = false;

  function start({ organisationId, isLarge }: ListedOrganisation): void {
    const done = publish(organisationId).then((outcome) => {
      atWork.delete(organisationId);
      if (outcome === 'busy') notBefore.set(organisationId, performance.now() + 50 + Math.random() * 50);
      if (outcome === 'unreachable') isUnreachable = true;
      const mayHaveMore = listedAtWork.delete(organisationId) || outcome !== 'nothing';
      if (mayHaveMore || due.length > 0) wakeUp.wake();
    });
    atWork.set(organisationId, { isLarge, done });
  }

  /** @returns how many were started */
  function startWhatFits(): number {
    const laneFor = ({ isLarge }: ListedOrganisation) => {
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

  async function readQueue(): Promise<void> {
    const began = performance.now();
    listAt = Number.POSITIVE_INFINITY; // what wakes the scheduler meanwhile makes it read again
    const listed = await list();
    listedAt = performance.now();
    rest = restAfterReading * (listedAt - began);
    for (const [id, at] of notBefore) if (at <= listedAt) notBefore.delete(id);
    const waitFor = ({ organisationId, dueIn }: ListedOrganisation) =>
      Math.max(dueIn, (notBefore.get(organisationId) ?? listedAt) - listedAt);
    for (const { organisationId } of listed) if (atWork.has(organisationId)) listedAtWork.add(organisationId);
    const free = listed.filter(({ organisationId }) => !atWork.has(organisationId));
    due = free.filter((organisation) => waitFor(organisation) <= 0);
    const later = free.filter((organisation) => waitFor(organisation) > 0).map(waitFor);
    listAt = Math.min(listAt, listedAt + Math.min(poll, ...later.map((wait) => wait + 1)));
  }

  let wokenBy: Awaited<ReturnType<WakeUp['wait']>> = null;
  while (!signal.aborted) {
    try {
      if (performance.now() >= listAt) await readQueue();
      const started = startWhatFits();
      const cooldown = wokenBy === 'notification' && started === 0 ? notificationCooldown : 0;
      wokenBy = await wakeUp.wait(Math.max(0, Math.min(listAt - performance.now(), poll)), cooldown);
      if (wokenBy !== null) listAt = Math.min(listAt, listedAt + Math.max(rest, due.length === 0 ? 0 : listAge));
    } catch (error) {
      onQueueFailure(error);
      isUnreachable = true;
    }
    if (isUnreachable && !signal.aborted) {
      due = [];
      listAt = Number.NEGATIVE_INFINITY;
      await sleep(retryInterval * (0.5 + Math.random() / 2), undefined, { signal }).catch(() => {});
      isUnreachable = false;
    }
  }
  await Promise.all([...atWork.values()].map(({ done }) => done));
}
