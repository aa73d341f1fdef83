// Replaces the pointer, from which moment readers see the new generation.

import type { OrganisationId, Owned } from '../../access/ids.ts';
import type { Pointer } from '../../contract/types.generated.ts';
import { sameDocument } from '../../document/same-document.ts';
import { formatVersion } from '../../snapshot/paths.ts';
import { earlierPointer, replacePart } from '../../snapshot/replace-part.ts';
import { type Guard, hasLastFence } from '../guard.ts';
import type { OpenOrganisation } from '../port.ts';
import type { Publisher } from '../publisher.ts';
import type { Plan } from './plan-versions.ts';
import type { DocumentWriter } from './write-documents.ts';
import type { NamedFiles } from './write-lists.ts';

type Tools = Pick<Publisher, 'store' | 'now'>;

/**
 * What the pointer names, and the earlier pointer for a rollback, are written before.
 * @returns its generation, and whether the pointer was replaced
 */
export async function swapPointer(
  tools: Tools,
  { organisationId, handle, before }: Plan,
  files: NamedFiles,
  organisation: Guard & Pick<OpenOrganisation, 'changed'>,
  writer: DocumentWriter,
): Promise<{ generation: number; replaced: boolean }> {
  const { fence, assertMayPublish } = organisation;
  const { pointer, stored } = before;
  const publishedFiles = pointer && {
    list: pointer.list,
    publishedList: pointer.publishedList,
    timetables: pointer.timetables,
  };
  const changed = !sameDocument(publishedFiles, files) || pointer?.rolledBackTo != null;
  await writer.finish(changed ? earlierPointer(before) : []);
  if (!changed && organisation.changed === 'nothing' && hasLastFence(pointer, organisation))
    return { generation: before.generation, replaced: false };
  const next =
    changed || pointer === null
      ? nextPointer(tools, organisationId, before.generation + 1, files, fence)
      : { ...pointer, fence };
  await replacePart(tools.store, { organisationId, handle, stored }, 'pointer', next, assertMayPublish);
  return { generation: next.generation, replaced: true };
}

/** The pointer of a generation. */
export const nextPointer = (
  { now }: Tools,
  organisationId: OrganisationId,
  generation: number,
  files: NamedFiles,
  fence: number,
): Owned<Pointer> => ({
  formatVersion,
  organisationId,
  generation,
  publishedAt: new Date(now()).toISOString(),
  rolledBackTo: null,
  ...files,
  fence,
});
