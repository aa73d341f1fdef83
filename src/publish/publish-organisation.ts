// Updates an organisation's published output from one snapshot of its source, in five steps:
// plan -> build -> write -> swap -> report. A crash at any point leaves readers with the generation they had.

import type { Handle, OrganisationId, Owned } from '../access/ids.ts';
import type { Pointer, PublishedFile } from '../contract/types.generated.ts';
import type { Validator } from '../contract/validator.ts';
import { assembleList } from '../document/assemble-list.ts';
import { findListWarnings } from '../document/find-list-warnings.ts';
import { sameDocument } from '../document/same-document.ts';
import { mapConcurrently } from '../map-concurrently.ts';
import { loadSnapshot, type Snapshot } from '../snapshot/load-snapshot.ts';
import { formatVersion, listName } from '../snapshot/paths.ts';
import type { Retention } from '../snapshot/prune-orphans.ts';
import { type AssertMayPublish, earlierPointer, swapPointer } from '../snapshot/replace-part.ts';
import { assignHandle, damagedRecord, readHandle, type StoredOrganisation } from '../snapshot/stored-organisation.ts';
import type { Store } from '../store/store.ts';
import { buildVersion, type CheckWatch } from './build-version.ts';
import { maxDocuments, sharedSlots, type WithSlot } from './concurrency.ts';
import { type Content, describeOutcome, gatherContent, type Outcome, type VersionOutcome } from './gather-content.ts';
import type { SourceVersion, VersionReader } from './library/source.ts';
import { type ReportedProblems, reportProblems } from './report-problems.ts';
import { type DocumentWriter, documentWriter } from './write-documents.ts';

/** What publishing needs. `now` is the clock, in milliseconds since 1970. `retention` limits earlier generations. */
export type Publisher = {
  store: Store;
  validate: Validator;
  now: () => number;
  retention?: Retention;
  /** Whether an operator approved removals of any size; otherwise large ones are held. */
  removesInBulk?: boolean;
  /** Watches over the checks of versions. */
  checks?: CheckWatch;
  /** Told when pending changes are served. @param seconds since the first of them was committed */
  onServed?: (work: 'access' | 'documents', seconds: number) => void;
  /** Limits the documents in memory; by default together with all other publishers of the process. */
  withSlot?: WithSlot;
};

/**
 * How a publication is kept from replacing a newer one. `fence` is written into the record, and no two publications of an
 * organisation with different content have the same. When changes are pending, the record is written even if nothing in it
 * differs, so that a publisher which was paused finds its own part replaced.
 *
 * `lastFence` is the fence that was published last, null when it is not known, and absent where the source does not keep it. A
 * part with another one was put back from a backup or left by a crash: it is built and written anew, whole.
 */
export type Guard = {
  fence: number;
  lastFence?: number | null;
  isPending: boolean;
  assertMayPublish: AssertMayPublish;
};

/** Whether a part of a record is the one that was published last. */
export const isAsLeft = (part: { fence?: number } | null, { lastFence }: Pick<Guard, 'lastFence'>): boolean =>
  lastFence === undefined || (lastFence !== null && part?.fence === lastFence);

/** Which versions to rebuild; the others keep their files. `repair` also verifies the stored files and rewrites bad ones. */
export type Scope = { versions: 'all' | ReadonlySet<string>; repair: boolean };

export type PublishedOrganisation = {
  organisationId: OrganisationId;
  generation: number;
  /** What was written: version ids, or `timetables` for the list. */
  written: string[];
  /** The number of bytes written, in all encodings. */
  writtenBytes: number;
  /** Versions that are no longer published. */
  dropped: string[];
} & ReportedProblems;

export type Names = { organisationId: OrganisationId; handle: Handle };

/**
 * Publishes one organisation; writes nothing when nothing changed.
 * @returns also what became of each version that was built, whether the pointer was replaced, and whether the record lacks its access, without which every key is refused
 * @throws ConflictError when another publisher came first; BrokenRecordError when the record is damaged
 */
export async function publishOrganisation(
  publisher: Publisher,
  source: VersionReader,
  names: Names,
  scope: Scope,
  guard: Guard,
): Promise<{
  published: PublishedOrganisation;
  outcomes: VersionOutcome[];
  replaced: boolean;
  lacksAccess: boolean;
}> {
  const plan = await planVersions(publisher, source, names, scope, guard);
  const { before } = plan;
  if (before.stored.state === 'damaged') throw damagedRecord(names.organisationId);
  // A removal finds the record by this file, so a record without it would outlive its organisation.
  if (!plan.isHandleRight)
    await assignHandle(publisher.store, names.organisationId, names.handle, () => guard.assertMayPublish(null));
  const writer = documentWriter(publisher.store, names.organisationId, scope.repair, earlierPointer(before));
  const outcomes = await buildVersions(publisher, source, plan, writer);
  const content = gatherContent(before, outcomes);
  const list = await writeList(publisher, plan, content, writer);
  const files = { list, timetables: Object.fromEntries(content.files) };
  const { generation, replaced } = await swap(publisher, plan, files, guard, writer.wroteEarlierPointer);
  const reported = await report(publisher, plan, content);
  const { written, bytes: writtenBytes } = writer;
  const publishedIds = Object.keys(before.pointer?.timetables ?? {});
  const dropped = publishedIds.filter((id) => !content.files.has(id));
  const { organisationId } = names;
  const published = { organisationId, generation, written, writtenBytes, dropped, ...reported };
  const built = outcomes.flatMap((outcome) => describeOutcome(outcome, before, content));
  return { published, outcomes: built, replaced, lacksAccess: (before.stored.record?.access ?? null) === null };
}

/**
 * Builds and writes all documents of an organisation whose record is damaged, and publishes nothing.
 * @returns the pointer to them, and the record as it was read before
 */
export async function rebuildPointer(
  publisher: Publisher,
  source: VersionReader,
  names: Names,
  fence: number,
): Promise<{ pointer: Owned<Pointer>; stored: StoredOrganisation }> {
  const plan = await planVersions(publisher, source, names, { versions: 'all', repair: true }, {});
  const writer = documentWriter(publisher.store, names.organisationId, true, []);
  const content = gatherContent(plan.before, await buildVersions(publisher, source, plan, writer));
  const list = await writeList(publisher, plan, content, writer);
  await report(publisher, plan, content);
  const { before } = plan;
  const files = { list, timetables: Object.fromEntries(content.files) };
  const pointer = nextPointer(publisher, names.organisationId, before.generation + 1, files, fence);
  return { pointer, stored: before.stored };
}

type PlannedVersion = { id: string; isDue: boolean };
/** `isHandleRight`: whether the organisation's folder names its handle. */
type Plan = Names & { before: Snapshot; versions: PlannedVersion[]; isHandleRight: boolean };

/** Plan: load the published generation, and choose which versions to build. */
async function planVersions(
  { store }: Publisher,
  source: VersionReader,
  { organisationId, handle }: Names,
  scope: Scope,
  guard: Pick<Guard, 'lastFence'>,
): Promise<Plan> {
  const [listed, before, named] = await Promise.all([
    source.versions(),
    loadSnapshot(store, organisationId, handle),
    readHandle(store, organisationId),
  ]);
  const withheld = new Set(before.problems?.withheld.map(({ versionId }) => versionId));
  const everyVersion =
    scope.versions === 'all' ||
    before.pointer?.rolledBackTo != null ||
    before.areProblemsDamaged ||
    !isAsLeft(before.pointer, guard);
  const isDue = ({ id, summary }: SourceVersion): boolean => {
    if (everyVersion || (scope.versions !== 'all' && scope.versions.has(id))) return true;
    const entry = before.entries.get(id);
    const isAsListed = entry !== undefined && (summary === undefined || sameDocument(summary, entry));
    return !isAsListed && !withheld.has(id);
  };
  const versions = listed.map((version) => ({ id: version.id, isDue: isDue(version) }));
  return { organisationId, handle, before, versions, isHandleRight: named.record === handle };
}

/** Build: each chosen version. Good ones are written at once, since few documents fit into memory. */
function buildVersions(
  { validate, withSlot = sharedSlots, checks }: Publisher,
  source: VersionReader,
  { organisationId, before, versions }: Plan,
  writer: DocumentWriter,
): Promise<Outcome[]> {
  return mapConcurrently(versions, maxDocuments, ({ id, isDue }) =>
    withSlot(async (): Promise<Outcome> => {
      if (!isDue) return { id, outcome: 'untouched' };
      const encode = (data: Uint8Array) => writer.encode(id, data, before.pointer?.timetables[id]);
      const built = await buildVersion(source, validate, { organisationId, versionId: id }, encode, checks);
      if (built.outcome !== 'good') return { id, ...built };
      const { summary, encoded: write, warnings } = built;
      return { id, outcome: 'good', summary, file: await write(), warnings };
    }),
  );
}

/** Write: the list. The versions are already written. */
function writeList(
  { validate }: Publisher,
  { organisationId, before }: Plan,
  { entries }: Content,
  writer: DocumentWriter,
): Promise<PublishedFile> {
  const list = validate('timetable-list', assembleList(organisationId, entries));
  if (!list.valid)
    throw new Error(`the list of organisation ${organisationId} is broken: ${JSON.stringify(list.problems)}`);
  const data = new TextEncoder().encode(JSON.stringify(list.value));
  return writer.encode(listName, data, before.pointer?.list)();
}

/**
 * Swap: replace the pointer, from which moment readers see the new generation.
 * @returns its generation, and whether the pointer was replaced
 */
async function swap(
  publisher: Publisher,
  { organisationId, handle, before }: Plan,
  files: Pick<Pointer, 'list' | 'timetables'>,
  guard: Guard,
  wroteEarlierPointer: boolean,
): Promise<{ generation: number; replaced: boolean }> {
  const { fence, isPending, assertMayPublish } = guard;
  const { pointer } = before;
  const publishedFiles = pointer && { list: pointer.list, timetables: pointer.timetables };
  const changed = !sameDocument(publishedFiles, files) || pointer?.rolledBackTo != null;
  if (!changed && !isPending && isAsLeft(pointer, guard)) return { generation: before.generation, replaced: false };
  const next =
    changed || pointer === null
      ? nextPointer(publisher, organisationId, before.generation + 1, files, fence)
      : { ...pointer, fence };
  await swapPointer(publisher.store, handle, next, before, assertMayPublish, wroteEarlierPointer);
  return { generation: next.generation, replaced: true };
}

const nextPointer = (
  { now }: Pick<Publisher, 'now'>,
  organisationId: OrganisationId,
  generation: number,
  files: Pick<Pointer, 'list' | 'timetables'>,
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

/** Report: write what is withheld and the warnings, for `status` and the status page. */
function report({ store }: Publisher, { organisationId, before }: Plan, content: Content) {
  const { entries, withheld, warnings } = content;
  for (const [versionId, found] of findListWarnings(entries))
    warnings.set(versionId, [...found, ...(warnings.get(versionId) ?? [])]);
  return reportProblems(store, organisationId, before, { withheld, warnings });
}
