// Finds what needs an operator's attention, as sentences for the status page.

import { commandLine } from '../command-line.ts';
import { formatCount } from '../format-count.ts';
import { judgePublisher } from '../snapshot/judge-publisher.ts';
import { formatAge } from './format-age.ts';
import type { Readiness } from './judge-readiness.ts';
import type { OrganisationOverview, Overview } from './read-overview.ts';

/** The age in seconds from which a queued change is overdue. */
export const longWait = 10;

/** Seconds without a heartbeat after which the page calls a watcher silent; sooner than /readyz, which takes traffic away. */
const silentAfter = 20;

/** How many watchers wrote a heartbeat in the last `silentAfter` seconds. */
export const watchersAlive = ({ heartbeat }: Overview): number =>
  heartbeat?.watchers.filter(({ age }) => isAlive({ age: age + heartbeat.age, watching: true })).length ?? 0;

const isAlive = (heartbeat: Parameters<typeof judgePublisher>[0]) =>
  judgePublisher(heartbeat, { timeout: silentAfter * 1000, refuseAfter: undefined }).state === 'alive';

/** The age in seconds of the organisation's oldest queued change; null when none is queued. */
export function waitingFor({ need }: OrganisationOverview, { heartbeat }: Overview): number | null {
  if (need === null || need.changes === 0 || heartbeat === null) return null;
  return need.ageSeconds + Math.max(0, heartbeat.age) / 1000;
}

/** Whether the organisation needs attention. A change that was just queued does not count. */
export function isUrgent(organisation: OrganisationOverview, overview: Overview): boolean {
  const { need, withheld, shown } = organisation;
  const waits = (waitingFor(organisation, overview) ?? 0) > longWait;
  return (
    waits || withheld.length > 0 || shown === 'broken' || (need !== null && (need.failures > 0 || need.rolledBack))
  );
}

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
 * One sentence for each issue; an empty list when all is well.
 * @param now the clock, in milliseconds since 1970
 */
export function findHealthIssues(overview: Overview, readiness: Readiness, now: number): string[] {
  const { heartbeat, inNeed, page } = overview;
  const issues = readiness.reasons.map((reason) => `Not ready: ${reason}.`);
  for (const issue of readiness.issues) issues.push(`${issue}.`);
  if (overview.unreadable !== null)
    issues.push(`The published output cannot be listed, so it is missing from this page: ${overview.unreadable}.`);
  const unknown = describeUnknownQueue(overview, now);
  if (heartbeat !== null && unknown !== null) {
    if (readiness.ready)
      issues.push(
        `No publisher has written a heartbeat for ${formatAge(heartbeat.age / 1000)}: changes are not being published.`,
      );
    issues.push(
      `The queue ${unknown === 'unknown' ? 'is' : 'has been'} ${unknown}. Start ${commandLine('watch')}; if it is already running, its log says why it writes no heartbeat.`,
    );
  }
  if (heartbeat !== null && unknown === null && heartbeat.queueDepth > 0 && heartbeat.queueAgeSeconds > longWait)
    issues.push(`The oldest change in the queue has waited for ${formatAge(heartbeat.queueAgeSeconds)}.`);
  const failing = inNeed.filter(({ need }) => need !== null && need.failures > 0).length;
  if (failing > 0)
    issues.push(
      unknown === null
        ? `Publishing fails for ${formatCount(failing, 'organisation')} and will be retried.`
        : `Publishing failed for ${formatCount(failing, 'organisation')}, and nothing is retrying it.`,
    );
  if (heartbeat !== null && heartbeat.withheldVersions > 0)
    issues.push(`${formatCount(heartbeat.withheldVersions, 'version')} withheld; the reasons are below.`);
  const broken = new Set(
    [...inNeed, ...page].flatMap((each) => (each.shown === 'broken' ? [each.organisationId] : [])),
  );
  if (broken.size > 0)
    issues.push(
      `The published output of ${formatCount(broken.size, 'organisation')} cannot be read; ${commandLine('check')} says why.`,
    );
  return issues;
}
