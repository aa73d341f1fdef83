// Looks at a folder again and again, until it is stopped.

import { setTimeout as sleep } from 'node:timers/promises';

/** @param pause milliseconds between two looks */
export async function followDays(look: () => Promise<void>, pause: number, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await look();
    await sleep(pause, undefined, { signal }).catch(() => {});
  }
}
