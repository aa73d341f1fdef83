// What needs an operator's attention, in the sentences that the status page shows.

import { judgePublisher } from '../snapshot/judge-publisher.ts';
import { formatAge } from './format-age.ts';
import type { Readiness } from './judge-readiness.ts';
import type { OrganisationOverview, Overview } from './read-overview.ts';

/** Seconds after which a change has waited too long, and after which a watcher counts as silent (it speaks every five). */
const [longWait, publisherTimeout] = [10, 20];

/** How many watchers spoke just now. */
export const watchersAlive = ({ heartbeat }: Overview): number =>
  heartbeat?.watchers.filter(({ age }) => isAlive({ age: age + heartbeat.age, watching: true })).length ?? 0;

const isAlive = (heartbeat: Parameters<typeof judgePublisher>[0]) =>
  judgePublisher(heartbeat, { timeout: publisherTimeout * 1000, refuseAfter: undefined }).state === 'alive';

/** For how many seconds the first change of the organisation has waited; null when none waits. */
export function waitingFor({ need }: OrganisationOverview, { heartbeat }: Overview): number | null {
  if (need === null || need.changes === 0 || heartbeat === null) return null;
  return need.ageSeconds + Math.max(0, heartbeat.age) / 1000;
}

/** Whether somebody should look at the organisation; a change that came a moment ago is no reason. */
export function isUrgent(organisation: OrganisationOverview, overview: Overview): boolean {
  const { need, withheld, shown } = organisation;
  const waits = (waitingFor(organisation, overview) ?? 0) > longWait;
  return (
    waits || withheld.length > 0 || shown === 'broken' || (need !== null && (need.failures > 0 || need.rolledBack))
  );
}

/** Each thing that is not as it should be; an empty list when all is well. */
export function findHealthIssues(overview: Overview, readiness: Readiness): string[] {
  const { heartbeat, inNeed, page } = overview;
  const issues = readiness.reasons.map((reason) => `Not ready: ${reason}.`);
  for (const issue of readiness.issues) issues.push(`${issue}.`);
  if (overview.unreadable !== null)
    issues.push(`What is published cannot be listed, so this page does not show it: ${overview.unreadable}.`);
  if (heartbeat !== null && readiness.ready && !isAlive(heartbeat))
    issues.push(
      `No publisher has written a heartbeat for ${formatAge(heartbeat.age / 1000)}: what changes now is not published.`,
    );
  if (heartbeat !== null && heartbeat.queueDepth > 0 && heartbeat.queueAgeSeconds > longWait)
    issues.push(`The first change in the queue has waited for ${formatAge(heartbeat.queueAgeSeconds)}.`);
  const failing = inNeed.filter(({ need }) => need !== null && need.failures > 0).length;
  if (failing > 0) issues.push(`Publishing fails for ${count(failing, 'organisation')}, and is tried again.`);
  if (heartbeat !== null && heartbeat.withheldVersions > 0)
    issues.push(`${count(heartbeat.withheldVersions, 'version')} withheld, for the reasons below.`);
  const broken = new Set(
    [...inNeed, ...page].flatMap((each) => (each.shown === 'broken' ? [each.organisationId] : [])),
  );
  if (broken.size > 0)
    issues.push(`What ${count(broken.size, 'organisation')} should show cannot be read; npm run check says why.`);
  return issues;
}

/** A number with its noun. */
export const count = (number: number, noun: string): string =>
  `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`;
