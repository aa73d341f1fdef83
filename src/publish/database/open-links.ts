// The links of an organisation that is open for its access, out of the queue of the database.

import type { OrganisationId } from '../../access/ids.ts';
import type { Database } from '../../database/connect/open-database.ts';
import { selectHandle } from '../../database/organisation.ts';
import { clearPending, type PendingChange } from '../../database/queue/pending-changes.ts';
import {
  continueAfter,
  enqueueAllLinks,
  enqueuePersonalTimetables,
  enqueueWithheldLinks,
  holdLinks,
  pendingAfter,
  releaseLinks,
  sortPendingLinks,
} from '../../database/queue/pending-links.ts';
import { selectHashesAfter, selectLinks, selectMostUrgent, selectUnknownHashes } from '../../database/select-links.ts';
import { paths } from '../../snapshot/paths.ts';
import type { Store } from '../../store/store.ts';
import type { OpenLinks } from '../port.ts';

/** Greater than every hash but itself: all links are published, and only what is stored of none is left. */
const lastHash = 'f'.repeat(64);

/**
 * @param pending the entries for links
 * @param onServed told the entries that were cleared, when they were
 */
export function openLinks(
  transaction: Database,
  organisationId: OrganisationId,
  pending: readonly PendingChange[],
  onServed: (changes: readonly PendingChange[]) => void,
): OpenLinks {
  const links = sortPendingLinks(pending);
  const after = pendingAfter(links);
  return {
    areDue: pending.length > 0,
    held: [...links.held.keys()],

    async next(limit, requested) {
      if (requested.size > 0) return { named: [...requested], compared: [], isLast: false, upTo: null };
      const wanted = [...links.named.keys()];
      const isFew = wanted.length <= limit;
      const named = isFew ? wanted : await selectMostUrgent(transaction, organisationId, wanted, limit);
      const room = limit - named.length;
      if (after === null || room <= 0) return { named, compared: [], isLast: false, upTo: null };
      const next = await selectHashesAfter(transaction, organisationId, after, room);
      const compared = next.filter((hash) => !named.includes(hash) && !links.held.has(hash));
      return { named, compared, isLast: next.length < room, upTo: next.at(-1) ?? null };
    },

    read: (hashes) => selectLinks(transaction, organisationId, hashes),
    async compareAll() {
      const [first] = await selectHashesAfter(transaction, organisationId, '', 1);
      if (first !== undefined && links.all.length === 0) await enqueueAllLinks(transaction, organisationId);
      return first !== undefined;
    },
    findUnknown: (hashes) => selectUnknownHashes(transaction, organisationId, hashes),

    async record({ compared, isLast, upTo }, { done, failed, held, ...outcome }) {
      const { isComplete, lackDocuments, freesSpace } = outcome;
      if (lackDocuments) await enqueuePersonalTimetables(transaction, organisationId);
      if (freesSpace) await enqueueWithheldLinks(transaction, organisationId);
      const cleared = done.flatMap((hash) => links.named.get(hash) ?? []);
      // Somebody changed them since, or deleted them.
      const settled = done.flatMap((hash) => links.held.get(hash) ?? []);
      await clearPending(transaction, settled);
      await holdLinks(transaction, organisationId, held);
      await clearPending(transaction, cleared);
      onServed(cleared);
      // Those that await approval are not due.
      const left = pending.length - links.held.size - cleared.length;
      if (!isLast && upTo === null) return left > 0; // none of all links was gone through
      const next = !isLast ? upTo : isComplete ? null : lastHash;
      const again = compared.filter((hash) => failed.includes(hash));
      await continueAfter(transaction, organisationId, links.all, { after: next, hashes: again });
      if (next === null) onServed(links.all);
      return left > links.all.length || next !== null || again.length > 0;
    },
  };
}

/**
 * Enqueues all links of an organisation, and what is stored as links of it, if there are any.
 * @param areApproved whether those that await approval are published too
 */
export async function requestLinks(
  database: Database,
  store: Store,
  organisationId: OrganisationId,
  areApproved: boolean,
): Promise<void> {
  if (areApproved) await releaseLinks(database, organisationId);
  const handle = await selectHandle(database, organisationId);
  if (handle === null) return;
  const [first] = await selectHashesAfter(database, organisationId, '', 1);
  if (first !== undefined || (await store.listNames(paths.linksOf(handle))).length > 0)
    await enqueueAllLinks(database, organisationId);
}
