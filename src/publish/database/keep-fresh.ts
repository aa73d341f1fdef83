// Compares the store with what the database published last: when a watcher starts, and once an hour. A record that was put back
// from a backup may let a revoked key in, and nothing else notices. It also removes what was different on days that are long over.

import { setTimeout as sleep } from 'node:timers/promises';
import { jitter } from '../../back-off.ts';
import { forgetPastDays } from '../../database/days/forget-past-days.ts';
import { repairFences } from './compare-fences.ts';
import type { DatabasePublisher } from './database-port.ts';
import { describeNewer, describeOlder, type FenceFinding } from './describe-fences.ts';

/** Milliseconds between two comparisons, and after one that failed. */
const [interval, retryInterval] = [3_600_000, 10_000];

/**
 * Publishes anew what is older or missing, until `signal` aborts.
 * @param wake wakes the schedulers; called after something was enqueued
 * @param onFindings called when a comparison finds something
 */
export async function keepFresh(
  publisher: DatabasePublisher,
  wake: () => void,
  onFindings: (findings: readonly FenceFinding[]) => void,
  onFailure: (error: unknown) => void,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const pause = await repairFences(publisher, signal).then(
      (report) => {
        wake();
        const findings = [...describeOlder(report), ...describeNewer(report)];
        if (findings.length > 0) onFindings(findings);
        return interval;
      },
      (error: unknown) => {
        if (!signal.aborted) onFailure(error);
        return retryInterval;
      },
    );
    await forgetPastDays(publisher.port.database).catch((error: unknown) => {
      if (!signal.aborted) onFailure(error);
    });
    await sleep(jitter(pause), undefined, { signal }).catch(() => {});
  }
}
