// What a source's watcher tells in its heartbeat: the queue, and the organisations that need attention. The database's publishers
// read the same from its tables (organisation-states.ts).

import type { OrganisationId } from '../../access/ids.ts';
import type { OrganisationAttention } from '../../contract/types.generated.ts';
import { byUrgency } from '../../snapshot/attention.ts';
import type { QueueState, Work } from '../port.ts';

/** The state of one kind of work, by organisation. Times are milliseconds of one clock. */
export type SourceProgress = {
  /** The organisations that are due, and since when. */
  waiting: Map<OrganisationId, number>;
  /** Failed attempts since the last success. */
  failures: ReadonlyMap<OrganisationId, { count: number }>;
};

/**
 * @param withheld how many versions of each organisation are withheld
 * @param organisations how many organisations the source has
 * @param now on the clock of `waiting`
 * @param limit the most organisations to name
 */
export function collectHeartbeat(
  { access, documents, days, derived }: Record<Work, SourceProgress>,
  withheld: ReadonlyMap<OrganisationId, number>,
  organisations: number,
  now: number,
  limit: number,
): QueueState {
  const works = [access, documents, days, derived];
  // What is derived may wait for long, since it lets documents go first.
  const since = new Map(documents.waiting);
  for (const [id, at] of access.waiting) since.set(id, Math.min(at, since.get(id) ?? at));
  const failuresOf = (id: OrganisationId) => Math.max(...works.map(({ failures }) => failures.get(id)?.count ?? 0));
  const ids = new Set([...since.keys(), ...works.flatMap(({ failures }) => [...failures.keys()]), ...withheld.keys()]);
  const all: OrganisationAttention[] = [...ids].map((organisationId) => ({
    organisationId,
    changes: since.has(organisationId) ? 1 : 0,
    ageSeconds: (now - (since.get(organisationId) ?? now)) / 1000,
    failures: failuresOf(organisationId),
    withheld: withheld.get(organisationId) ?? 0,
    rolledBack: false,
  }));
  const listed = all.filter(({ changes, failures, withheld }) => changes + failures + withheld > 0).sort(byUrgency);
  return {
    queueDepth: since.size,
    queueAgeSeconds: since.size === 0 ? 0 : (now - Math.min(...since.values())) / 1000,
    waitingOrganisations: since.size,
    withheldVersions: [...withheld.values()].reduce((sum, count) => sum + count, 0),
    organisations,
    attention: { count: listed.length, first: listed.slice(0, limit) },
  };
}
