// Whether an operator has anything to do, in plain words: what an alert would say, for somebody who looks.

import type { Readiness } from './admin-server.ts';
import type { OrganisationOverview, Overview } from './read-overview.ts';
import { sayAge } from './say-age.ts';

/** Seconds after which a change has waited too long, and after which a watcher counts as silent (it speaks every five). */
const [longWait, silence] = [10, 20];

/** How many watchers spoke just now. */
export const watchersAlive = ({ sign }: Overview, now: number): number =>
  sign?.watchers.filter(({ at }) => now - at < silence * 1000).length ?? 0;

/** For how many seconds the first change of the organisation has waited; null when none waits. */
export function waitingFor({ need }: OrganisationOverview, { sign }: Overview, now: number): number | null {
  if (need === null || need.changes === 0 || sign === null) return null;
  return need.ageSeconds + Math.max(0, now - sign.at) / 1000;
}

/** Whether somebody should look at the organisation; a change that came a moment ago is no reason. */
export function isUrgent(organisation: OrganisationOverview, overview: Overview, now: number): boolean {
  const { need, withheld, shown } = organisation;
  const waits = (waitingFor(organisation, overview, now) ?? 0) > longWait;
  return (
    waits || withheld.length > 0 || shown === 'broken' || (need !== null && (need.failures > 0 || need.rolledBack))
  );
}

/** Each thing that is not as it should be; an empty list when all is well. */
export function findTroubles(overview: Overview, readiness: Readiness, now: number): string[] {
  const { sign, inNeed, page } = overview;
  const troubles = readiness.reasons.map((reason) => `Not ready: ${reason}.`);
  if (sign?.watching && watchersAlive(overview, now) === 0 && readiness.ready)
    troubles.push(`No publisher has spoken for ${sayAge((now - sign.at) / 1000)}: what changes now is not published.`);
  if (sign !== null && sign.queueDepth > 0 && sign.queueAgeSeconds > longWait)
    troubles.push(`The first change in the queue has waited for ${sayAge(sign.queueAgeSeconds)}.`);
  const failing = inNeed.filter(({ need }) => need !== null && need.failures > 0).length;
  if (failing > 0) troubles.push(`Publishing fails for ${count(failing, 'organisation')}, and is tried again.`);
  if (sign !== null && sign.withheldVersions > 0)
    troubles.push(`${count(sign.withheldVersions, 'version')} withheld, for the reasons below.`);
  const broken = new Set(
    [...inNeed, ...page].flatMap((each) => (each.shown === 'broken' ? [each.organisationId] : [])),
  );
  if (broken.size > 0)
    troubles.push(`What ${count(broken.size, 'organisation')} should show cannot be read; npm run check says why.`);
  return troubles;
}

/** A number with its noun. */
export const count = (number: number, noun: string): string =>
  `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`;
