// Plans a publication of documents: loads the published generation, and chooses which versions are built. The others keep their files.

import type { Handle, OrganisationId } from '../../access/ids.ts';
import { sameDocument } from '../../document/same-document.ts';
import { loadPublished, type PublishedState } from '../../snapshot/load-published.ts';
import { readHandle } from '../../snapshot/stored-organisation.ts';
import { type Guard, hasLastFence } from '../guard.ts';
import type { Changed, OpenOrganisation, Request } from '../port.ts';
import type { Publisher } from '../publisher.ts';
import type { SourceVersion } from './version-reader.ts';

type PlannedVersion = { id: string; isDue: boolean };

/** `isHandleRight`: whether the organisation's folder names its handle. */
export type Plan = {
  organisationId: OrganisationId;
  handle: Handle;
  before: PublishedState;
  versions: PlannedVersion[];
  isHandleRight: boolean;
  repair: boolean;
};

/** Which versions to build; the others keep their files. `repair` also verifies the stored files and rewrites bad ones. */
export type Scope = { versions: 'all' | ReadonlySet<string>; repair: boolean };

export function chooseScope(changed: Changed, request: Request): Scope {
  const { versions: requested, repair } =
    request.what === 'versions' ? request : { versions: new Set<string>(), repair: false };
  if (changed === 'everything' || requested === 'all') return { versions: 'all', repair };
  return { versions: changed === 'nothing' ? requested : new Set([...changed, ...requested]), repair };
}

export async function planVersions(
  { store }: Pick<Publisher, 'store'>,
  { organisationId, handle, versions: source }: OpenOrganisation,
  scope: Scope,
  guard: Pick<Guard, 'lastFence'>,
): Promise<Plan> {
  const [listed, before, named] = await Promise.all([
    source.versions(),
    loadPublished(store, organisationId, handle),
    readHandle(store, organisationId),
  ]);
  const withheld = new Set(before.problems?.withheld.map(({ versionId }) => versionId));
  const everyVersion =
    scope.versions === 'all' ||
    before.pointer?.rolledBackTo != null ||
    before.areProblemsDamaged ||
    !hasLastFence(before.pointer, guard);
  const isDue = ({ id, summary }: SourceVersion): boolean => {
    if (everyVersion || (scope.versions !== 'all' && scope.versions.has(id))) return true;
    const entry = before.entries.get(id);
    const isAsListed = entry !== undefined && (summary === undefined || sameDocument(summary, entry));
    return !isAsListed && !withheld.has(id);
  };
  const versions = listed.map((version) => ({ id: version.id, isDue: isDue(version) }));
  return { organisationId, handle, before, versions, isHandleRight: named.record === handle, repair: scope.repair };
}
