// Makes the pointer of an organisation whose record is damaged.

import type { Owned } from '../../access/ids.ts';
import type { Pointer } from '../../contract/types.generated.ts';
import type { StoredOrganisation } from '../../snapshot/stored-organisation.ts';
import type { OpenOrganisation } from '../port.ts';
import type { Publisher } from '../publisher.ts';
import { buildVersions } from './build-versions.ts';
import { gatherContent } from './gather-content.ts';
import { planVersions } from './plan-versions.ts';
import { reportProblems } from './report-problems.ts';
import { nextPointer } from './swap-pointer.ts';
import { documentWriter } from './write-documents.ts';
import { writeLists } from './write-lists.ts';

/**
 * Builds and writes all documents of an organisation whose record is damaged, and publishes nothing.
 * @returns the pointer to them, and the record as it was read before
 */
export async function rebuildPointer(
  publisher: Publisher,
  organisation: OpenOrganisation,
): Promise<{ pointer: Owned<Pointer>; stored: StoredOrganisation }> {
  const { store, validate } = publisher;
  const { organisationId, fence, versions } = organisation;
  const plan = await planVersions(publisher, organisation, { versions: 'all', repair: true }, {});
  const writer = documentWriter(store, organisationId, true);
  const content = gatherContent(plan.before, await buildVersions(publisher, versions, plan, writer));
  const { before } = plan;
  const files = await writeLists({ validate, organisationId, writer }, content, before.pointer);
  await writer.finish();
  await reportProblems(store, organisationId, before, content);
  return {
    pointer: nextPointer(publisher, organisationId, before.generation + 1, files, fence),
    stored: before.stored,
  };
}
