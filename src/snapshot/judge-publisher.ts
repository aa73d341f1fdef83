// The one rule by which a publisher counts as alive: for the answers of servers and of the edge, for /readyz, the status
// page and `status`.

/** Milliseconds without a heartbeat after which a watcher, which gives one every five seconds, counts as dead. */
export const watcherTimeout = 60_000;

/** How far a heartbeat may lie in the store's future, in milliseconds: times are in whole seconds in a bucket. */
const futureTolerance = 5_000;

export type PublisherLimits = {
  /** Milliseconds that a watcher may be silent before servers say that they are not ready. */
  timeout: number;
  /** Milliseconds that any publisher may be silent before requests are refused; undefined for never. */
  refuseAfter: number | undefined;
};

/** `silent` fails /readyz; `refused` fails it and every request as well. */
export type PublisherVerdict = { state: 'alive' } | { state: 'silent' | 'refused'; reason: string };

/**
 * A watcher promises a heartbeat every few seconds, so its silence counts after `timeout`. A build that a timer starts
 * promises none: what it left counts for as long as `refuseAfter` allows.
 * @param heartbeat null when there is none that can be read
 */
export function judgePublisher(
  heartbeat: { age: number; watching: boolean } | null,
  { timeout, refuseAfter }: PublisherLimits,
): PublisherVerdict {
  const missed = refuseAfter === undefined ? 'silent' : 'refused';
  if (heartbeat === null)
    return { state: missed, reason: 'no publisher has given a heartbeat that can be read; run a build or start watch' };
  const { age, watching } = heartbeat;
  const seconds = Math.round(Math.abs(age) / 1000);
  if (age < -futureTolerance && (watching || refuseAfter !== undefined))
    return { state: missed, reason: `the last heartbeat of a publisher lies ${seconds} s in the store's future` };
  const silent = `no publisher has given a heartbeat for ${age === Number.POSITIVE_INFINITY ? 'a time that the store does not tell' : `${seconds} s`}`;
  if (refuseAfter !== undefined && age > refuseAfter) return { state: 'refused', reason: silent };
  if (watching && age > timeout) return { state: 'silent', reason: silent };
  return { state: 'alive' };
}
