// Whether a process that says nothing hangs. On a machine where thirty processes share two cores, one that is at work needs minutes
// for what takes it a second. So its own processor time is counted, and time on the clock only while it neither runs nor waits
// for a processor.

import { readFileSync } from 'node:fs';

/** Seconds of processor time; a process that used less is held up: suspended, or blocked by a call that does not return. */
const leastUsed = 0.1;

/**
 * Begins to measure the silence of a process.
 * @returns whether it hangs, for a limit in seconds: it has used as much processor time, or next to none for as long, without
 *   waiting for a processor. To be called every second or so
 */
export function measureSilence(pid: number | undefined): (limit: number) => boolean {
  const measure = () => (pid === undefined ? null : readProcess(pid));
  const began = measure();
  /** When it was last seen to have used some. */
  let lastUsed = { at: performance.now(), state: began };
  return (limit) => {
    const state = measure();
    const now = performance.now();
    if (state !== null && lastUsed.state !== null && state.used - lastUsed.state.used >= leastUsed)
      lastUsed = { at: now, state };
    const waited = (state?.waited ?? 0) - (lastUsed.state?.waited ?? 0);
    // A wait is counted once it is over, so whoever waits now may have waited all the time.
    const isHeldUp = state?.isReady !== true && (now - lastUsed.at) / 1000 - waited >= limit;
    return isHeldUp || (state !== null && began !== null && state.used - began.used >= limit);
  };
}

type ProcessState = {
  /** Seconds of processor time that it has used, in all its threads. */
  used: number;
  /** Seconds that its main thread was ready to run and had no processor; those of the wait that goes on are not counted yet. */
  waited: number;
  /** Whether its main thread runs or waits for a processor. */
  isReady: boolean;
};

/** Null where the system does not tell: Linux alone does. */
function readProcess(pid: number): ProcessState | null {
  try {
    // proc(5): the state, utime and stime are the first, the 12th and the 13th field after the name in brackets, in hundredths of
    // a second.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    const used = (Number(fields[11]) + Number(fields[12])) / 100;
    return { used, waited: readWaited(pid), isReady: fields[0] === 'R' };
  } catch {
    return null;
  }
}

/** A kernel without these statistics tells nothing of waits that are over. */
function readWaited(pid: number): number {
  try {
    // The kernel's sched-stats.rst: nanoseconds on a processor, then nanoseconds that it waited for one.
    const [, waited] = readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ');
    return Number(waited) / 1e9;
  } catch {
    return 0;
  }
}
