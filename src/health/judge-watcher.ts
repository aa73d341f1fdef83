// Decides whether a watcher does its work, for /readyz of its admin port: it reaches the database, writes its heartbeat, and no
// change of access waits for long.

import { reasonOf } from '../errors.ts';
import { documentsLateAfter, overdueAfter } from '../snapshot/attention.ts';
import { lateHeartbeat } from '../snapshot/judge-publisher.ts';
import { formatAge } from './format-age.ts';
import type { Readiness } from './judge-readiness.ts';
import type { QueueFigures } from './watcher-metrics.ts';

export type WatcherState = {
  /** Whether it was told to stop. */
  stopping: boolean;
  /** Milliseconds since its last heartbeat was written; null before the first. */
  heartbeatAge: number | null;
  /** The queue, or why it cannot be read. */
  figures: QueueFigures | Error;
};

export function judgeWatcher({ stopping, heartbeatAge, figures }: WatcherState): Readiness {
  const reasons = stopping ? ['the watcher is shutting down'] : [];
  const findings: string[] = [];
  if (heartbeatAge === null) reasons.push('it has not written a heartbeat yet');
  else if (heartbeatAge > lateHeartbeat)
    reasons.push(`it has not written a heartbeat for ${formatAge(heartbeatAge / 1000)}`);
  if (figures instanceof Error) reasons.push(`the queue cannot be read: ${reasonOf(figures)}`);
  else {
    const { access, documents } = figures;
    if (access.ageSeconds > overdueAfter)
      reasons.push(`a change of access has waited for ${formatAge(access.ageSeconds)}`);
    if (documents.ageSeconds > documentsLateAfter)
      findings.push(`a change of documents has waited for ${formatAge(documents.ageSeconds)}`);
  }
  const publisherAgeSeconds = heartbeatAge === null ? null : heartbeatAge / 1000;
  return { ready: reasons.length === 0, reasons, findings, publisherAgeSeconds };
}
