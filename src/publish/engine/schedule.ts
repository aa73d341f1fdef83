// Publishes the organisations that are due, in the order in which their source lists them. They are listed when something has
// changed, and when the next organisation becomes due.
// Several are published concurrently, so that one can compute while another waits for I/O; memory is bounded separately, by
// documents (see concurrency.ts). One slot is reserved for small changes and one for large ones, so neither blocks the other.

import { setTimeout as sleep } from 'node:timers/promises';
import type { OrganisationId } from '../../access/ids.ts';
import { jitter } from '../../back-off.ts';
import type { DueList, DueOrganisation } from '../port.ts';
import { measureIdleTime } from './measure-idle-time.ts';

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

/** The outcome for one organisation. `failed` affects only that organisation; `unreachable` affects all. */
export type PublishOutcome = 'published' | 'nothing' | 'busy' | 'failed' | 'unreachable';

export type Scheduled = {
  /** How many organisations are published concurrently. */
  lanes: number;
  /** Milliseconds after which they are listed again although nothing woke the scheduler. */
  poll: number;
  /** Milliseconds after which they are listed again although organisations of the last listing still wait. */
  listAge: number;
  /** For how many times as long as a listing took nothing is listed after it, and for how many milliseconds at most. */
  rest: { times: number; longest: number };
  wakeUp: WakeUp;
  /**
   * Reads the organisations with something to publish, in the order to publish them.
   * @throws when the source cannot be read
   */
  list: () => Promise<DueList>;
  /** Publishes one organisation. Does not throw. */
  publish: (organisationId: OrganisationId) => Promise<PublishOutcome>;
  /** Whether more urgent work is going on, for which this waits; not for ever, see `longestYield`. */
  yields?: () => boolean;
  onListFailure: (error: unknown) => void;
};

/** Milliseconds for which work yields to more urgent work before some of it is done anyway, and between two looks meanwhile. */
const [longestYield, yieldPause] = [30_000, 250];

/** Milliseconds until an organisation on which another publisher works is tried again. */
const busyPause = 100;

/** Milliseconds between attempts while the database or the store is unreachable. */
export const retryInterval = 1_000;

/**
 * Milliseconds for which notifications are ignored after one that led to nothing. So a role that sends them without pause
 * costs little, and a revocation that follows another change is published at once.
 */
export const notificationCooldown = 25;

/** Publishes pending changes until `signal` aborts; work that has begun is finished. */
export async function schedule(
  { lanes, poll, listAge, rest, wakeUp, list, publish, yields = () => false, onListFailure }: Scheduled,
  signal: AbortSignal,
): Promise<void> {
  const atWork = new Map<OrganisationId, { isLarge: boolean; done: Promise<void> }>();
  /** Those that were listed while they were at work: they may have changed since their publication began. */
  const listedAtWork = new Set<OrganisationId>();
  /** When an organisation that another publisher has leased is tried again, in case that one leaves changes. */
  const notBefore = new Map<OrganisationId, number>();
  let due: DueOrganisation[] = [];
  let listedAt = Number.NEGATIVE_INFINITY;
  /** When to list again, and how long not to after the last listing, if it takes long. */
  let listAt = Number.NEGATIVE_INFINITY;
  let pause = 0;
  let isUnreachable = false;
  let yieldedAt: number | null = null;

  /** Whether more urgent work goes first now. */
  function mustYield(): boolean {
    if (due.length === 0 || !yields()) yieldedAt = null;
    else yieldedAt ??= performance.now();
    if (yieldedAt === null || performance.now() - yieldedAt < longestYield) return yieldedAt !== null;
    yieldedAt = null;
    return false;
  }

  function start({ organisationId, isLarge }: DueOrganisation): void {
    const done = publish(organisationId).then((outcome) => {
      atWork.delete(organisationId);
      if (outcome === 'busy') notBefore.set(organisationId, performance.now() + jitter(busyPause));
      if (outcome === 'unreachable') isUnreachable = true;
      const mayHaveMore = listedAtWork.delete(organisationId) || outcome !== 'nothing';
      if (mayHaveMore || due.length > 0) wakeUp.wake();
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

  async function listAgain(): Promise<void> {
    const waited = measureIdleTime();
    listAt = Number.POSITIVE_INFINITY; // what wakes the scheduler meanwhile makes it read again
    const { due: listed, isComplete } = await list();
    if (!isComplete) wakeUp.wake();
    listedAt = performance.now();
    pause = Math.min(rest.times * waited(), rest.longest);
    for (const [id, at] of notBefore) if (at <= listedAt) notBefore.delete(id);
    const waitFor = ({ organisationId, dueIn }: DueOrganisation) =>
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
      if (performance.now() >= listAt) await listAgain();
      const waits = mustYield();
      const started = waits ? 0 : startWhatFits();
      const cooldown = wokenBy === 'notification' && started === 0 ? notificationCooldown : 0;
      const longest = waits ? yieldPause : poll;
      wokenBy = await wakeUp.wait(Math.max(0, Math.min(listAt - performance.now(), longest)), cooldown);
      if (wokenBy !== null) listAt = Math.min(listAt, listedAt + Math.max(pause, due.length === 0 ? 0 : listAge));
    } catch (error) {
      onListFailure(error);
      isUnreachable = true;
    }
    if (isUnreachable && !signal.aborted) {
      due = [];
      listAt = Number.NEGATIVE_INFINITY;
      await sleep(jitter(retryInterval), undefined, { signal }).catch(() => {});
      isUnreachable = false;
    }
  }
  await Promise.all([...atWork.values()].map(({ done }) => done));
}
