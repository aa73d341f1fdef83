// Records in the database what became of an organisation's pending work, in the transaction that leased it.

import type { OrganisationId } from '../../access/ids.ts';
import type { Database } from '../../database/connect/open-database.ts';
import { enqueueDerived } from '../../database/queue/enqueue-derived.ts';
import {
  clearPending,
  ensureQueued,
  type PendingChange,
  readPending,
  type Work,
} from '../../database/queue/pending-changes.ts';
import { ensureLinksQueued } from '../../database/queue/pending-links.ts';
import { recordOutcome, removeLease } from '../../database/queue/publish-lease.ts';
import { recordPublications } from '../../database/queue/record-publications.ts';
import type { WorkOutcome } from '../port.ts';

/** The work that was done: the changes that were pending, and the fence of the transaction. `now` in milliseconds since 1970. */
export type DoneWork = {
  organisationId: OrganisationId;
  work: Work;
  pending: readonly PendingChange[];
  fence: number;
  now: number;
};

/** Clears what was pending, and keeps the outcome. */
export async function recordWork(
  transaction: Database,
  { organisationId, work, pending, fence, now }: DoneWork,
  { replaced, lacksOther = false, withheld, rolledBack = false, publication, ...ofDerived }: WorkOutcome,
): Promise<void> {
  if (lacksOther) await ensureQueued(transaction, organisationId, work === 'documents' ? 'access' : 'documents');
  await clearPending(transaction, pending);
  if (publication !== undefined) {
    const { generation, versions: outcomes, dropped } = publication;
    await recordPublications(transaction, organisationId, { generation, now, outcomes, dropped });
  }
  if (work === 'documents' && replaced) await enqueueDerived(transaction, organisationId);
  const { derived, hasPart = true, lacksLinks = false } = ofDerived;
  if (lacksLinks) {
    await ensureLinksQueued(transaction, organisationId);
    await ensureQueued(transaction, organisationId, 'derived');
  }
  const outcome = { withheld, rolledBack, fence: replaced ? fence : null, derived, hasPart };
  await recordOutcome(transaction, organisationId, work, outcome);
}

/** Clears what was pending of a deleted organisation, and its row; with the documents goes what is derived from them. */
export async function clearRemoved(
  transaction: Database,
  organisationId: OrganisationId,
  work: Work,
  pending: readonly PendingChange[],
): Promise<void> {
  await clearPending(transaction, pending);
  await removeLease(transaction, organisationId, work);
  if (work !== 'documents') return;
  await clearPending(transaction, await readPending(transaction, organisationId, 'derived'));
  await removeLease(transaction, organisationId, 'derived');
}
