// The one rule that decides whether a publisher is alive, for servers and the edge, /readyz and `status`.
// Each of them has its own timeout.

/** Milliseconds without a heartbeat after which a watcher counts as dead. It writes one every five seconds. */
export const watcherTimeout = 60_000;

/** Milliseconds without a heartbeat after which people are told; sooner than /readyz of a server, which takes traffic away. */
export const lateHeartbeat = 20_000;

/** How many milliseconds a heartbeat may be in the store's future. Buckets round times to seconds. */
const futureTolerance = 5_000;

export type SilenceLimits = {
  /** Milliseconds without a watcher's heartbeat before servers report that they are not ready. */
  timeout: number;
  /** Milliseconds without any heartbeat before requests are refused; undefined for never. */
  refuseAfter: number | undefined;
};

/** `silent` fails /readyz; `refused` fails /readyz and every request. */
export type PublisherVerdict = { state: 'alive' } | { state: 'silent' | 'refused'; reason: string };

/**
 * A watcher writes a heartbeat every few seconds, so it is dead after `timeout`. A single build, as from a timer, is
 * followed by none, so only `refuseAfter` applies to it.
 * @param heartbeat null when there is no valid one
 */
export function judgePublisher(
  heartbeat: { age: number; watching: boolean } | null,
  { timeout, refuseAfter }: SilenceLimits,
): PublisherVerdict {
  const missed = refuseAfter === undefined ? 'silent' : 'refused';
  if (heartbeat === null)
    return { state: missed, reason: 'no publisher has written a valid heartbeat; run a build or start watch' };
  const { age, watching } = heartbeat;
  const seconds = Math.round(Math.abs(age) / 1000);
  if (age < -futureTolerance && (watching || refuseAfter !== undefined))
    return { state: missed, reason: `the last heartbeat of a publisher is ${seconds} s in the store's future` };
  const silent = Number.isFinite(age)
    ? `no publisher has written a heartbeat for ${seconds} s`
    : 'the age of the last heartbeat is unknown';
  if (refuseAfter !== undefined && age > refuseAfter) return { state: 'refused', reason: silent };
  if (watching && age > timeout) return { state: 'silent', reason: silent };
  return { state: 'alive' };
}
