// Writes a damaged record again as a whole, for a full build. Neither of its parts can be kept, so both come from the
// database: the pointer from one build of all documents, and the access, read after that. The record is replaced only while
// it is still the damaged one, so whatever another publisher writes meanwhile stays.

import type { OrganisationId } from '../../access/ids.ts';
import type { Database } from '../../database/connect/open-database.ts';
import { selectHandle } from '../../database/organisation.ts';
import { readFences } from '../../database/queue/publish-lease.ts';
import { selectAccess } from '../../database/select-access.ts';
import { paths } from '../../snapshot/paths.ts';
import { replaceWhole } from '../../snapshot/replace-part.ts';
import { assignHandle, readRecordByHandle } from '../../snapshot/stored-organisation.ts';
import { type Publisher, rebuildPointer } from '../publish-organisation.ts';
import { withholdUnreadable } from '../unreadable-version.ts';
import { databaseVersions } from './database-versions.ts';
import { type Attempt, withLease } from './lease.ts';

/**
 * Repairs the organisation's record if it is damaged, or another organisation's.
 * @returns the path of the record that was written
 */
export async function repairRecord(
  publisher: Publisher,
  database: Database,
  organisationId: OrganisationId,
): Promise<Attempt<string>> {
  const { store } = publisher;
  const handle = await selectHandle(database, organisationId);
  if (handle === null || (await readRecordByHandle(store, organisationId, handle)).state !== 'damaged')
    return { state: 'nothing' };
  const names = { organisationId, handle };
  // The documents are one snapshot of the database. What was committed later is in the queue, and is published next.
  const built = await withholdUnreadable((unreadable) =>
    withLease(database, organisationId, 'documents', async (transaction) =>
      rebuildPointer(
        publisher,
        databaseVersions(transaction, organisationId, unreadable),
        names,
        (await readFences(transaction, organisationId, 'documents')).own,
      ),
    ),
  );
  if (built.state !== 'done') return built;
  const { pointer, stored } = built.result;
  if (stored.state !== 'damaged') return { state: 'nothing' }; // another publisher was quicker
  // The access must be the latest, so it is read after the record, with what is committed by then.
  return withLease(database, organisationId, 'access', async (transaction, assertMayPublish) => {
    const { own: fence } = await readFences(transaction, organisationId, 'access');
    const access = await selectAccess(transaction, organisationId);
    if (access === null || (await selectHandle(transaction, organisationId)) !== handle) return null; // just deleted
    await assignHandle(store, organisationId, handle, assertMayPublish);
    const parts = { access: { ...access, fence }, pointer };
    await replaceWhole(store, { ...names, stored }, parts, assertMayPublish);
    return paths.record(handle);
  });
}
