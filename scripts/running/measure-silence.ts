// Whether a process that says nothing hangs. On a machine where thirty processes share two cores, one that is at work needs minutes
// for what takes it a second, so its own processor time is counted, and time on the clock only where it gets none.

import { readFileSync } from 'node:fs';

/** Seconds of processor time; a process that used less is held up: suspended, or blocked by a call that does not return. */
const leastUsed = 0.1;

/**
 * Begins to measure the silence of a process.
 * @returns whether it hangs, for a limit in seconds: it has used as much processor time, or next to none for as long. To be called
 *   every second or so
 */
export function measureSilence(pid: number | undefined): (limit: number) => boolean {
  const used = () => (pid === undefined ? null : processorSeconds(pid));
  const began = used();
  /** When it was last seen to have used some, and how much until then. */
  let lastUsed = { at: performance.now(), seconds: began };
  return (limit) => {
    const seconds = used();
    const now = performance.now();
    if (seconds !== null && lastUsed.seconds !== null && seconds - lastUsed.seconds >= leastUsed)
      lastUsed = { at: now, seconds };
    const isHeldUp = now - lastUsed.at >= limit * 1000;
    return isHeldUp || (seconds !== null && began !== null && seconds - began >= limit);
  };
}

/** The seconds of processor time that a process has used, in all its threads; null where the system does not tell. */
function processorSeconds(pid: number): number | null {
  try {
    // proc(5): utime and stime, the 12th and 13th field after the name in brackets, in hundredths of a second.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    return null;
  }
}
