// Publishes an organisation's pending changes, and what the caller requests in addition. Taking the lease, reading and
// clearing the queue are one transaction, so a publisher that dies leaves all changes pending and the lease free.

import { isOrganisationId, type OrganisationId } from '../../access/ids.ts';
import type { Database } from '../../database/connect/open-database.ts';
import { selectHandle, selectOwner } from '../../database/organisation.ts';
import { releaseRemovals } from '../../database/queue/held-removals.ts';
import {
  clearPending,
  enqueueOrganisations,
  ensureQueued,
  type PendingChange,
  readPending,
  type Work,
} from '../../database/queue/pending-changes.ts';
import { readFences, recordOutcome, removeLease } from '../../database/queue/publish-lease.ts';
import { recordPublications } from '../../database/queue/record-publications.ts';
import { selectAccess } from '../../database/select-access.ts';
import { loadSnapshot } from '../../snapshot/load-snapshot.ts';
import { paths } from '../../snapshot/paths.ts';
import type { Store } from '../../store/store.ts';
import { createJudgeRemoval, type JudgeRemoval } from '../judge-removals.ts';
import { publishAccess } from '../publish-access.ts';
import {
  type PublishedOrganisation,
  type Publisher,
  publishOrganisation,
  type Scope,
} from '../publish-organisation.ts';
import { type FindOwner, findRecordsOf, removeOrganisation } from '../remove-organisation.ts';
import { noChanges } from '../report-problems.ts';
import { withholdUnreadable } from '../unreadable-version.ts';
import { databaseVersions } from './database-versions.ts';
import { type Attempt, withLease } from './lease.ts';

const judgeFor = ({ store, removesInBulk = false }: Publisher, database: Database): JudgeRemoval =>
  createJudgeRemoval(database, store, removesInBulk);

/**
 * Publishes the organisation's documents.
 * @param requested what to build even if it is not pending. `verify` only checks that the published output is up to date
 *   and reports what is withheld; it keeps a rollback.
 * @param mayRemove shared by publications that follow each other
 */
export function publishDocuments(
  publisher: Publisher,
  database: Database,
  organisationId: OrganisationId,
  requested: Scope | 'verify' | null = null,
  mayRemove: JudgeRemoval = judgeFor(publisher, database),
): Promise<Attempt<PublishedOrganisation>> {
  return whenJudged(mayRemove, organisationId, (isAllowed) =>
    withholdUnreadable((unreadable) =>
      attemptDocuments(publisher, database, organisationId, requested, isAllowed, unreadable),
    ),
  );
}

/** The database does not have the organisation any more, and whether it may be removed was not judged. */
type Deleted = 'deleted';

/** Judges a removal before the transaction that removes: a removal that awaits approval is nothing to do. */
async function whenJudged<Result>(
  mayRemove: JudgeRemoval,
  organisationId: OrganisationId,
  attempt: (mayRemove: boolean) => Promise<Attempt<Result | Deleted>>,
): Promise<Attempt<Result>> {
  for (const isAllowed of [false, true]) {
    const attempted = await attempt(isAllowed);
    if (attempted.state !== 'done') return attempted;
    if (attempted.result !== 'deleted') return { state: 'done', result: attempted.result };
    if (isAllowed || !(await mayRemove(organisationId))) return { state: 'nothing' };
  }
  return { state: 'nothing' };
}

function attemptDocuments(
  publisher: Publisher,
  database: Database,
  organisationId: OrganisationId,
  requested: Scope | 'verify' | null,
  mayRemove: boolean,
  unreadable: ReadonlyMap<string, string>,
): Promise<Attempt<PublishedOrganisation | Deleted>> {
  return withLease(database, organisationId, 'documents', async (transaction, assertMayPublish) => {
    const pending = await readPending(transaction, organisationId, 'documents');
    const read = performance.now();
    if (pending.length === 0 && requested === null) return null;
    if (pending.length === 0 && requested === 'verify') {
      const { pointer, problems } = await loadSnapshot(publisher.store, organisationId);
      if (pointer?.rolledBackTo != null) {
        const withheld = problems?.withheld.length ?? 0;
        await recordOutcome(transaction, organisationId, 'documents', { withheld, rolledBack: true, fence: null });
        return null;
      }
    }
    const handle = await selectHandle(transaction, organisationId);
    if (handle === null) {
      if (!mayRemove) return 'deleted';
      await assertMayPublish();
      await removeOrganisation(publisher.store, organisationId, ownerInDatabase(transaction));
      await clearPending(transaction, pending);
      await removeLease(transaction, organisationId, 'documents');
      return { organisationId, generation: 0, ...nothingPublished };
    }
    const scope = joinScopes(pending, requested === 'verify' ? null : requested);
    const { own: fence, last: lastFence } = await readFences(transaction, organisationId, 'documents');
    const { published, outcomes, replaced, lacksAccess } = await publishOrganisation(
      publisher,
      databaseVersions(transaction, organisationId, unreadable),
      { organisationId, handle },
      scope,
      { fence, lastFence, isPending: pending.length > 0, assertMayPublish },
    );
    if (lacksAccess) await ensureQueued(transaction, organisationId, 'access');
    await clearPending(transaction, pending);
    const { generation, dropped } = published;
    await recordPublications(transaction, organisationId, { generation, now: publisher.now(), outcomes, dropped });
    const withheld = published.withheld.length;
    const outcome = { withheld, rolledBack: false, fence: replaced ? fence : null };
    await recordOutcome(transaction, organisationId, 'documents', outcome);
    tellServed(publisher, 'documents', pending, read);
    return published;
  });
}

/** What is reported of a deleted organisation. */
const nothingPublished = { written: [], writtenBytes: 0, dropped: [], withheld: [], warnings: [], changes: noChanges };

function joinScopes(pending: readonly PendingChange[], requested: Scope | null): Scope {
  const repair = requested?.repair ?? false;
  const requestedVersions = requested?.versions ?? new Set<string>();
  if (requestedVersions === 'all' || pending.some(({ what }) => what === 'organisation'))
    return { versions: 'all', repair };
  const named = pending.flatMap(({ what, subject }) => (what === 'version' && subject !== null ? [subject] : []));
  return { versions: new Set([...named, ...requestedVersions]), repair };
}

/**
 * Publishes the organisation's access and keys when a change of them is pending. Reads nothing that editors lock.
 * @param force publish even if nothing is pending
 * @param mayRemove shared by publications that follow each other
 * @returns the path of the record, if it was replaced
 */
export function publishAccessChanges(
  publisher: Publisher,
  database: Database,
  organisationId: OrganisationId,
  force = false,
  mayRemove: JudgeRemoval = judgeFor(publisher, database),
): Promise<Attempt<string[]>> {
  return whenJudged(mayRemove, organisationId, (isAllowed) =>
    attemptAccess(publisher, database, organisationId, force, isAllowed),
  );
}

function attemptAccess(
  publisher: Publisher,
  database: Database,
  organisationId: OrganisationId,
  force: boolean,
  mayRemove: boolean,
): Promise<Attempt<string[] | Deleted>> {
  const { store } = publisher;
  return withLease(database, organisationId, 'access', async (transaction, assertMayPublish) => {
    const pending = await readPending(transaction, organisationId, 'access');
    const read = performance.now();
    if (pending.length === 0 && !force) return null;
    const { own: fence, last: lastFence } = await readFences(transaction, organisationId, 'access');
    const handle = await selectHandle(transaction, organisationId);
    let records: string[];
    let replaced = false;
    if (handle === null) {
      if (!mayRemove) return 'deleted';
      records = await findRecordsOf(store, organisationId, ownerInDatabase(transaction));
      if (records.length > 0) await assertMayPublish();
      await store.remove(records);
    } else {
      const readAccess = () => selectAccess(transaction, organisationId);
      const guard = { fence, lastFence, isPending: pending.length > 0, assertMayPublish };
      const published = await publishAccess(store, { organisationId, handle }, readAccess, guard, force);
      if (published.lacksDocuments) await ensureQueued(transaction, organisationId, 'documents');
      ({ records, replaced } = published);
    }
    await clearPending(transaction, pending);
    await recordOutcome(transaction, organisationId, 'access', {
      withheld: 0,
      rolledBack: false,
      fence: replaced ? fence : null,
    });
    if (pending.some(({ what }) => what === 'access')) await removeLease(transaction, organisationId, 'access');
    tellServed(publisher, 'access', pending, read);
    return records;
  });
}

/** Tells how long the changes waited until they were served. @param read when they were read, on the monotonic clock */
function tellServed({ onServed }: Publisher, work: Work, pending: readonly PendingChange[], read: number): void {
  if (onServed === undefined || pending.length === 0) return;
  const waited = pending.reduce((most, { waited: each }) => Math.max(most, each), 0);
  onServed(work, waited + (performance.now() - read) / 1000);
}

/** Whose a handle is, for the removal of an organisation that the database does not have. */
export const ownerInDatabase =
  (database: Database): FindOwner =>
  async (handle) =>
    (await selectOwner(database, handle)) === null ? 'nobody' : 'another';

/**
 * Enqueues organisations that are missing from the store, as in a new folder, and held removals, since no later change
 * would enqueue them. They are not built directly, so that the next build continues an interrupted one.
 */
export async function enqueueUnpublished(database: Database, store: Store): Promise<void> {
  await releaseRemovals(database);
  const published = new Set(await store.listNames(paths.organisations));
  const organisations = await database.selectFrom('organisation').select('id').orderBy('id').execute();
  await enqueueOrganisations(
    database,
    organisations.map(({ id }) => id).filter((id) => isOrganisationId(id) && !published.has(id)),
  );
}
