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
import { type Outcome, recordOutcome, removeLease } from '../../database/queue/publish-lease.ts';
import { recordPublications } from '../../database/queue/record-publications.ts';
import { enqueueEvents } from '../../database/webhooks/enqueue-events.ts';
import type { WebhookEvent } from '../../database/webhooks/webhook-events.ts';
import type { WorkOutcome } from '../work-outcome.ts';
import { eventsOfAccess, eventsOfChanges, eventsOfKeys, eventsOfVersions } from './describe-events.ts';

/** The changes that were pending, the fence of the transaction, and of what webhooks were told last. `now` in milliseconds since 1970. */
export type DoneWork = {
  organisationId: OrganisationId;
  pending: readonly PendingChange[];
  fence: number;
  told: string | null;
  now: number;
};

/** Clears what was pending, keeps the outcome, and tells of it. */
export async function recordWork(
  transaction: Database,
  { organisationId, pending, fence, told, now }: DoneWork,
  outcome: WorkOutcome,
): Promise<void> {
  const keep = (kept: Omit<Outcome, 'fence'>) =>
    recordOutcome(transaction, organisationId, outcome.work, { fence: outcome.replaced ? fence : null, ...kept });
  const tell = (events: readonly WebhookEvent[]) => enqueueEvents(transaction, organisationId, events);
  const enqueue = (work: Work) => ensureQueued(transaction, organisationId, work);
  switch (outcome.work) {
    case 'access': {
      if (outcome.lacksDocuments) await enqueue('documents');
      await clearPending(transaction, pending);
      const ofState = outcome.access && eventsOfAccess(organisationId, outcome.access, told);
      await tell([...(ofState?.events ?? []), ...eventsOfKeys(organisationId, pending)]);
      return keep({ rolledBack: false, told: ofState?.told });
    }
    case 'documents': {
      const { publication, withheld } = outcome;
      if (outcome.lacksAccess) await enqueue('access');
      await clearPending(transaction, pending);
      if (publication !== null) {
        const { generation, versions: outcomes, dropped } = publication;
        const became = await recordPublications(transaction, organisationId, { generation, now, outcomes, dropped });
        await tell(eventsOfVersions(organisationId, generation, became));
      }
      if (outcome.replaced) await enqueueDerived(transaction, organisationId);
      return keep({ withheld, rolledBack: publication === null });
    }
    case 'days': {
      const { validity: derived, hasPart, orphaned } = outcome;
      await clearPending(transaction, pending);
      return keep({ withheld: orphaned ?? undefined, rolledBack: false, derived, hasPart });
    }
    case 'derived': {
      const { links, validity: derived, hasPart, changes } = outcome;
      await clearPending(transaction, pending);
      const ofChanges = changes && eventsOfChanges(organisationId, changes, told);
      await tell(ofChanges?.events ?? []);
      if (links?.lacksLinks) {
        await ensureLinksQueued(transaction, organisationId);
        await enqueue('derived');
      }
      return keep({ withheld: links?.withheld, rolledBack: false, derived, hasPart, told: ofChanges?.told });
    }
  }
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
  for (const following of ['days', 'derived'] as const) {
    await clearPending(transaction, await readPending(transaction, organisationId, following));
    await removeLease(transaction, organisationId, following);
  }
}
