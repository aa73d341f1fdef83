// Writes a damaged record again as a whole, for a full build. Neither of its parts can be kept, so both come from the source: the
// pointer from one build of all documents, and the access, read after that. The record is replaced only while it is still the
// damaged one, so whatever another publisher writes meanwhile stays.

import type { OrganisationId } from '../../access/ids.ts';
import { replaceWhole } from '../../snapshot/replace-part.ts';
import { assignHandle, readRecordByHandle } from '../../snapshot/stored-organisation.ts';
import { rebuildPointer } from '../documents/rebuild-pointer.ts';
import type { Done } from '../port.ts';
import type { Publisher } from '../publisher.ts';
import { waitWhileBusy } from './publish-organisation.ts';

/** Repairs the organisation's record if it is damaged, or another organisation's. */
export async function repairRecord(publisher: Publisher, organisationId: OrganisationId): Promise<Done<void>> {
  const { store, port } = publisher;
  // The documents are of one moment. What was committed later is due, and is published next.
  const built = await waitWhileBusy(organisationId, () =>
    port.open(organisationId, 'documents', async (organisation) => {
      const { state } = await readRecordByHandle(store, organisationId, organisation.handle);
      if (state !== 'damaged') return { state: 'nothing' };
      const { handle } = organisation;
      return { state: 'done', result: { handle, ...(await rebuildPointer(publisher, organisation)) } };
    }),
  );
  if (built.state === 'nothing') return built;
  const { handle, pointer, stored } = built.result;
  if (stored.state !== 'damaged') return { state: 'nothing' }; // another publisher was quicker
  // The access must be the latest, so it is read after the record, with what is committed by then.
  return waitWhileBusy(organisationId, () =>
    port.open(organisationId, 'access', async (organisation) => {
      const { fence, assertMayPublish } = organisation;
      const access = await organisation.readAccess();
      if (access === null || organisation.handle !== handle) return { state: 'nothing' }; // just deleted
      await assignHandle(store, organisationId, handle, () => assertMayPublish(null));
      const parts = { access: { ...access, fence }, pointer };
      await replaceWhole(store, { organisationId, handle, stored }, parts, assertMayPublish);
      return { state: 'done', result: undefined };
    }),
  );
}
