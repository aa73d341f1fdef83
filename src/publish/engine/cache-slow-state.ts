// Keeps the state of the source for a while when reading it took long, as it does while an old snapshot of somebody else keeps the
// dead rows of a million changes. So heartbeats stay as frequent as servers expect them, and cost little in any state of the queue.

import type { Port } from '../port.ts';
import { measureIdleTime } from './measure-idle-time.ts';

/** The state is read again after so many times the time that it took, in milliseconds at most. */
const [rest, longestRest] = [50, 30_000];

/** The state of the source, as it was read last while that was just now for what it cost. */
export function cacheSlowState(readState: Port['readState']): Port['readState'] {
  let last: { state: Awaited<ReturnType<Port['readState']>>; until: number } | null = null;
  return async (limit) => {
    if (last !== null && performance.now() < last.until) return last.state;
    const waited = measureIdleTime();
    const state = await readState(limit);
    last = { state, until: performance.now() + Math.min(rest * waited(), longestRest) };
    return state;
  };
}
