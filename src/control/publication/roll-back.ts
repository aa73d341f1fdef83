// Publishes an earlier generation of an organisation again, until its next change or an explicit build of it. The
// files are verified first, since a damaged snapshot would make things worse.

import type { Handle, OrganisationId, Owned } from '../../access/ids.ts';
import type { Pointer } from '../../contract/types.generated.ts';
import { noSuchOrganisation, selectHandle } from '../../database/organisation.ts';
import { enqueueDerived } from '../../database/queue/enqueue-derived.ts';
import { expectRollback, readFences, recordOutcome } from '../../database/queue/publish-lease.ts';
import { NotFoundError } from '../../errors.ts';
import type { DatabasePublisher } from '../../publish/database/database-port.ts';
import { withLease } from '../../publish/database/with-lease.ts';
import { isStoredIntact } from '../../publish/documents/write-documents.ts';
import { addPublishedList } from '../../publish/documents/write-lists.ts';
import { waitWhileBusy } from '../../publish/engine/publish-organisation.ts';
import { listGenerations, loadPublished, type PublishedState } from '../../snapshot/load-published.ts';
import { paths } from '../../snapshot/paths.ts';
import { parsePointer } from '../../snapshot/read-record.ts';
import { namedFiles } from '../../snapshot/remove-garbage.ts';
import { swapPointer } from '../../snapshot/replace-part.ts';
import type { Store } from '../../store/store.ts';

/**
 * @param to the generation to go back to; if undefined, the newest earlier one that has timetables
 * @throws NotFoundError when there is no such organisation or generation; nothing is changed then
 */
export async function rollBack(
  { store, now, validate, port: { database } }: DatabasePublisher,
  organisationId: OrganisationId,
  to: number | undefined,
): Promise<{ generation: number; rolledBackTo: number }> {
  const handle = await selectHandle(database, organisationId);
  if (handle === null) throw noSuchOrganisation(organisationId);
  const underLease = <Result>(task: Parameters<typeof withLease<Result>>[3]) =>
    waitWhileBusy(organisationId, () => withLease(database, organisationId, 'documents', task));
  // Committed before the swap, and only when the swap is possible: if the process dies in between, the next build compares
  // this flag with the pointer.
  await underLease(async (transaction) => {
    await findTarget(store, organisationId, handle, to);
    await expectRollback(transaction, organisationId);
    return { state: 'done', result: undefined };
  });
  const rolledBack = await underLease(async (transaction, assertMayPublish) => {
    const { before, target, earlier } = await findTarget(store, organisationId, handle, to);
    const generation = before.generation + 1;
    const publishedAt = new Date(now()).toISOString();
    const { own: fence } = await readFences(transaction, organisationId, 'documents');
    const complete = await addPublishedList({ store, validate }, earlier);
    const pointer = { ...complete, organisationId, generation, publishedAt, rolledBackTo: target, fence };
    await swapPointer(store, handle, pointer, before, assertMayPublish);
    const withheld = before.problems?.withheld.length ?? 0;
    await recordOutcome(transaction, organisationId, 'documents', { withheld, rolledBack: true, fence });
    await enqueueDerived(transaction, organisationId);
    return { state: 'done', result: { generation, rolledBackTo: target } };
  });
  if (rolledBack.state === 'nothing') throw noSuchOrganisation(organisationId); // deleted meanwhile
  return rolledBack.result;
}

/** The generation to go back to, with every file verified, and the current one. @throws NotFoundError */
async function findTarget(
  store: Store,
  organisationId: OrganisationId,
  handle: Handle,
  to: number | undefined,
): Promise<{ before: PublishedState; target: number; earlier: Owned<Pointer> }> {
  const before = await loadPublished(store, organisationId, handle);
  const kept = (await listGenerations(store, organisationId))
    .filter((generation) => generation !== before.generation)
    .sort((one, other) => other - one);
  const known = kept.length === 0 ? 'none is kept' : `kept are ${kept.join(', ')}`;
  for (const target of to === undefined ? kept : kept.filter((generation) => generation === to)) {
    const bytes = await store.read(paths.earlierPointer(organisationId, target));
    if (bytes === null) continue;
    const earlier = parsePointer(bytes);
    // A generation without timetables is chosen only when it is named with --to.
    if (to === undefined && Object.keys(earlier.timetables).length === 0) continue;
    for (const [name, file] of namedFiles(earlier))
      if (!(await isStoredIntact(store, organisationId, name, file)))
        throw new NotFoundError(`generation ${target} of ${organisationId} is no longer intact (${name}); ${known}`);
    return { before, target, earlier };
  }
  const wanted = to === undefined ? 'earlier generation with timetables' : `generation ${to}`;
  const next = kept.length === 0 ? '' : '; `--to GENERATION` names one';
  throw new NotFoundError(`organisation ${organisationId} has no ${wanted} to go back to; ${known}${next}`);
}
