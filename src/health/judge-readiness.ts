// Decides whether a server should get requests, for /readyz. It fails by the same rule that refuses requests, and earlier
// when a watcher's heartbeat is late.

import type { AgedHeartbeat } from '../snapshot/heartbeat.ts';
import { judgePublisher, type SilenceLimits } from '../snapshot/judge-publisher.ts';

/** `reasons` make the server not ready; `findings` need attention but do not. */
export type Readiness = { ready: boolean; reasons: string[]; findings: string[]; publisherAgeSeconds: number | null };

/** @param heartbeat null when there is no valid one; an error when the store cannot be read */
export function judgeReadiness(
  heartbeat: AgedHeartbeat | null | Error,
  { draining, limits }: { draining: boolean; limits: SilenceLimits },
): Readiness {
  const reasons = draining ? ['the server is shutting down'] : [];
  const findings: string[] = [];
  const readable = !(heartbeat instanceof Error);
  const verdict = readable ? judgePublisher(heartbeat, limits) : null;
  if (!readable) reasons.push(`the store cannot be read: ${heartbeat.message}`);
  else if (verdict !== null && verdict.state !== 'alive') reasons.push(verdict.reason);
  const publisherAgeSeconds = readable && heartbeat !== null ? heartbeat.age / 1000 : null;
  return { ready: reasons.length === 0, reasons, findings, publisherAgeSeconds };
}
