// What follows from the answer to an attempt: it is delivered, tried again after a while, given up, or nobody is there any more.

import type { AttemptOutcome } from '../database/webhooks/record-attempt.ts';

const [second, minute, hour] = [1_000, 60_000, 3_600_000];

/** After each failed attempt; after the last one there is no other. */
export const retrySchedule = [
  ...[5 * second, 5 * minute, 30 * minute, 2 * hour, 5 * hour],
  ...[10 * hour, 14 * hour, 20 * hour, 24 * hour],
];

/** A receiver that says that it is busy gets at least this long, and at most a day. */
const busy = new Set([429, 502, 504]);
const [leastPause, mostPause] = [minute, 24 * hour];

/** Part of a delay, so that many who failed together do not come back together. */
const jitter = 0.2;

/**
 * @param status null where no answer came
 * @param retryAfter the header, seconds or a date of HTTP; null without one
 * @param attempts how many there were, this one included
 * @param now in milliseconds since 1970
 * @param random from 0 to 1
 */
export function judgeAnswer(
  { status, retryAfter }: { status: number | null; retryAfter: string | null },
  attempts: number,
  now: number,
  random: number,
): AttemptOutcome {
  if (status !== null && status >= 200 && status < 300) return { next: 'done' };
  if (status === 410) return { next: 'gone' };
  const planned = retrySchedule[attempts - 1];
  if (planned === undefined) return { next: 'give up' };
  const pause = Math.max(pauseIn(retryAfter, now), status !== null && busy.has(status) ? leastPause : 0);
  const spread = 1 + jitter * random;
  return {
    next: 'retry',
    afterMilliseconds: Math.round(Math.max(planned * spread, Math.min(pause * spread, mostPause))),
  };
}

/** Milliseconds; 0 unless it is a `Retry-After` (RFC 9110, section 10.2.3). */
function pauseIn(retryAfter: string | null, now: number): number {
  if (retryAfter === null) return 0;
  const seconds = /^\d{1,9}$/.test(retryAfter) ? Number(retryAfter) * second : Date.parse(retryAfter) - now;
  return Number.isNaN(seconds) ? 0 : Math.max(0, seconds);
}
