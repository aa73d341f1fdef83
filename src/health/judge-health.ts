// Judges for the status page whether all is well, and says what is not in sentences.

import { commandLine } from '../command-line.ts';
import { formatCount } from '../format-count.ts';
import { type AttentionState, overdueAfter } from '../snapshot/attention.ts';
import { judgePublisher, lateHeartbeat } from '../snapshot/judge-publisher.ts';
import { formatAge } from './format-age.ts';
import type { Readiness } from './judge-readiness.ts';
import type { OrganisationOverview, Overview } from './read-overview.ts';

/** How many watchers wrote a heartbeat lately. */
export const watchersAlive = ({ heartbeat }: Overview): number =>
  heartbeat?.watchers.filter(({ age }) => isAlive({ age: age + heartbeat.age, watching: true })).length ?? 0;

const isAlive = (heartbeat: Parameters<typeof judgePublisher>[0]) =>
  judgePublisher(heartbeat, { timeout: lateHeartbeat, refuseAfter: undefined }).state === 'alive';

/** The age in seconds of the organisation's oldest queued change; null when none is queued. */
export function waitingFor({ attention }: OrganisationOverview, { heartbeat }: Overview): number | null {
  if (attention === null || attention.changes === 0 || heartbeat === null) return null;
  return attention.ageSeconds + Math.max(0, heartbeat.age) / 1000;
}

/** What the page knows of the organisation: its entry in the heartbeat, grown older since, and what is published. */
export const attentionState = (organisation: OrganisationOverview, overview: Overview): AttentionState => ({
  organisationId: organisation.organisationId,
  failures: organisation.attention?.failures ?? 0,
  isUnreadable: organisation.shown === 'broken',
  withheld: organisation.withheld.length,
  ageSeconds: waitingFor(organisation, overview) ?? 0,
  rolledBack: organisation.attention?.rolledBack ?? false,
});

/** `unknown since` a time, or just `unknown`, if no heartbeat arrives any more; null while it does, or never did. */
export function describeUnknownQueue({ heartbeat }: Overview, now: number): string | null {
  if (heartbeat === null || isAlive(heartbeat)) return null;
  return Number.isFinite(heartbeat.age) ? `unknown since ${formatTime(now - heartbeat.age, now)}` : 'unknown';
}

/** A time of the last day as `03:34 UTC`, an earlier one with its date. */
function formatTime(time: number, now: number): string {
  const [date = '', clock = ''] = new Date(time).toISOString().split('T');
  const minutes = `${clock.slice(0, 5)} UTC`;
  return Math.abs(now - time) < 86_400_000 ? minutes : `${date} ${minutes}`;
}

/**
 * One sentence for each finding; an empty list when all is well.
 * @param now the clock, in milliseconds since 1970
 */
export function judgeHealth(overview: Overview, readiness: Readiness, now: number): string[] {
  const { heartbeat, named, page } = overview;
  const findings = readiness.reasons.map((reason) => `Not ready: ${reason}.`);
  for (const finding of readiness.findings) findings.push(`${finding}.`);
  if (overview.unreadable !== null)
    findings.push(`The published output cannot be listed, so it is missing from this page: ${overview.unreadable}.`);
  const unknown = describeUnknownQueue(overview, now);
  if (heartbeat !== null && unknown !== null) {
    if (readiness.ready)
      findings.push(
        `No publisher has written a heartbeat for ${formatAge(heartbeat.age / 1000)}: changes are not being published.`,
      );
    findings.push(
      `The queue ${unknown === 'unknown' ? 'is' : 'has been'} ${unknown}. Start ${commandLine('watch')}; if it is already running, its log says why it writes no heartbeat.`,
    );
  }
  if (heartbeat !== null && unknown === null && heartbeat.queueDepth > 0 && heartbeat.queueAgeSeconds > overdueAfter)
    findings.push(`The oldest change in the queue has waited for ${formatAge(heartbeat.queueAgeSeconds)}.`);
  const failing = named.filter(({ attention }) => attention !== null && attention.failures > 0).length;
  if (failing > 0)
    findings.push(
      unknown === null
        ? `Publishing fails for ${formatCount(failing, 'organisation')} and will be retried.`
        : `Publishing failed for ${formatCount(failing, 'organisation')}, and nothing is retrying it.`,
    );
  if (heartbeat !== null && heartbeat.withheldVersions > 0)
    findings.push(`${formatCount(heartbeat.withheldVersions, 'version')} withheld; the reasons are below.`);
  const broken = new Set([...named, ...page].flatMap((each) => (each.shown === 'broken' ? [each.organisationId] : [])));
  if (broken.size > 0)
    findings.push(
      `The published output of ${formatCount(broken.size, 'organisation')} cannot be read; ${commandLine('check')} says why.`,
    );
  return findings;
}
