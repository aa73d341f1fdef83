// The sender: spreads what is in the outbox over the webhooks, and delivers what is due until it is stopped. It shares nothing with
// what publishes but the database, so a slow receiver delays neither a document nor a revocation; and each organisation has a share
// of what is under way, so it delays no other's either.

import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../database/connect/open-database.ts';
import { type ClaimedWebhook, claimWebhooks, endClaim, readDue } from '../../database/webhooks/claim-deliveries.ts';
import { pruneDeliveries } from '../../database/webhooks/prune-deliveries.ts';
import { type AttemptOutcome, recordAttempt } from '../../database/webhooks/record-attempt.ts';
import { spreadEvents } from '../../database/webhooks/spread-events.ts';
import { judgeAnswer } from '../judge-answer.ts';
import { bodyOfEvent, signWebhook } from '../sign-webhook.ts';
import type { Posted } from './post-event.ts';

/** Deliveries under way: in all, and of one organisation. */
const [atOnce, ofOneOrganisation] = [64, 2];
/** Milliseconds between two looks at the database when nothing is due, after a failure, and between two clean-ups. */
const [interval, afterFailure, pruneInterval] = [1_000, 5_000, 3_600_000];
/** Milliseconds for which what is under way may end, once the sender is stopped. */
const patience = 2_000;

export type Attempt = ClaimedWebhook & Posted & { eventId: string; type: string; next: AttemptOutcome['next'] };

export type SenderOptions = {
  post: (
    address: string,
    message: { headers: Record<string, string>; body: string },
    signal: AbortSignal,
  ) => Promise<Posted>;
  /** In milliseconds since 1970. */
  now: () => number;
  /** From 0 to 1. */
  random: () => number;
  /** For the log. */
  onAttempt: (attempt: Attempt) => void;
  onFailure: (what: string, error: unknown) => void;
};

/** Sends until `stop` aborts. What is under way by then, and does not end soon, is cut off, and sent again by the next sender. */
export async function runSender(database: Database, options: SenderOptions, stop: AbortSignal): Promise<void> {
  const underWay = new Map<Promise<void>, string>();
  const cutOff = new AbortController();
  setMaxListeners(atOnce, cutOff.signal);
  let prunedAt = Number.NEGATIVE_INFINITY;
  while (!stop.aborted) {
    let isIdle = true;
    try {
      if (performance.now() - prunedAt > pruneInterval && !(await prune(database, options)))
        prunedAt = performance.now();
      const { isComplete } = await spreadEvents(database);
      const limit = atOnce - underWay.size;
      const busy = [...underWay.values()];
      const claimed = limit === 0 ? [] : await claimWebhooks(database, { limit, share: ofOneOrganisation, busy });
      for (const webhook of claimed) {
        const work = deliver(database, webhook, options, cutOff.signal)
          .catch((error: unknown) => options.onFailure(`delivering to webhook ${webhook.webhookId}`, error))
          .finally(() => underWay.delete(work));
        underWay.set(work, webhook.organisationId);
      }
      isIdle = isComplete && claimed.length === 0;
    } catch (error) {
      options.onFailure('sending webhooks', error);
      await pause(afterFailure, [], stop);
      continue;
    }
    // A delivery that ends makes room, and its webhook may have the next one.
    if (isIdle) await pause(interval, [...underWay.keys()], stop);
  }
  await pause(patience, [Promise.allSettled(underWay.keys())]);
  cutOff.abort();
  await Promise.allSettled(underWay.keys());
}

/** What is old may take long to remove; that nothing is removed for an hour holds up no delivery. @returns whether there may be more */
const prune = (database: Database, { onFailure }: SenderOptions): Promise<boolean> =>
  pruneDeliveries(database).catch((error: unknown) => {
    onFailure('removing old deliveries', error);
    return false;
  });

/** Waits until the time is over, one of these has ended, or `stop` aborts; and leaves no timer and no listener behind. */
async function pause(milliseconds: number, ends: readonly Promise<unknown>[], stop?: AbortSignal): Promise<void> {
  const done = new AbortController();
  const signal = stop === undefined ? done.signal : AbortSignal.any([stop, done.signal]);
  await Promise.race([sleep(milliseconds, undefined, { signal }).catch(() => {}), ...ends]);
  done.abort();
}

/** Delivers the next that a claimed webhook has. */
async function deliver(
  database: Database,
  webhook: ClaimedWebhook,
  options: SenderOptions,
  cutOff: AbortSignal,
): Promise<void> {
  const { webhookId } = webhook;
  const due = await readDue(database, webhookId);
  if (due === null) return;
  const { eventId, kind, url, secrets } = due;
  const [now, body] = [options.now(), bodyOfEvent(due)];
  const posted = await options.post(url, { headers: signWebhook(eventId, now, body, secrets), body }, cutOff);
  // Whether it arrived is not known, so it counts as not sent.
  if (cutOff.aborted && posted.status === null) return void (await endClaim(database, webhookId));
  const judged = judgeAnswer(posted, due.attempts + 1, options.now(), options.random());
  // A person who tries a webhook sees the outcome at once.
  const outcome: AttemptOutcome = kind === 'test' && judged.next === 'retry' ? { next: 'give up' } : judged;
  const { milliseconds, status, answer, error } = posted;
  const record = { at: new Date(now).toISOString(), milliseconds, status, answer, error };
  await recordAttempt(database, { id: due.id, webhookId, kind }, record, outcome);
  options.onAttempt({ ...webhook, ...posted, eventId, type: due.type, next: outcome.next });
}
