import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Calls `check` until it returns something other than false, null or undefined.
 * @param timeout milliseconds; generous, since it only passes when something is wrong
 * @throws with `what`, and the last error of `check` as its cause
 */
export async function waitUntil<Result>(
  what: string,
  check: () => Promise<Result | false | null | undefined> | Result | false | null | undefined,
  timeout = 120_000,
): Promise<Result> {
  const deadline = performance.now() + timeout;
  let cause: unknown;
  while (performance.now() < deadline) {
    try {
      const result = await check();
      if (result !== false && result !== null && result !== undefined) return result;
      cause = undefined;
    } catch (error) {
      cause = error;
    }
    await sleep(25);
  }
  throw new Error(`waited ${timeout / 1000} s in vain: ${what}`, { cause });
}
