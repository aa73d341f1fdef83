// Updates an organisation's published documents from one snapshot of its source, in five steps:
// plan -> build -> write -> swap -> report. A crash at any point leaves readers with the generation they had.

import type { Handle, OrganisationId, Owned } from '../../access/ids.ts';
import type { Pointer } from '../../contract/types.generated.ts';
import { sameDocument } from '../../document/same-document.ts';
import { findListWarnings } from '../../document/warnings/find-list-warnings.ts';
import { mapConcurrently } from '../../map-concurrently.ts';
import { loadPublished, type PublishedState } from '../../snapshot/load-published.ts';
import { formatVersion } from '../../snapshot/paths.ts';
import { earlierPointer, replacePart } from '../../snapshot/replace-part.ts';
import {
  assignHandle,
  damagedRecord,
  readHandle,
  type StoredOrganisation,
} from '../../snapshot/stored-organisation.ts';
import { type Guard, isAsLeft } from '../guard.ts';
import { createJudgeLoss } from '../judge-removals.ts';
import type { Changed, Done, OpenOrganisation, Request } from '../port.ts';
import type { Publisher } from '../publisher.ts';
import { buildVersion } from './build-version.ts';
import { maxDocuments } from './concurrency.ts';
import { type Content, describeOutcome, gatherContent, type Outcome } from './gather-content.ts';
import { type ReportedProblems, reportProblems } from './report-problems.ts';
import type { SourceVersion, VersionReader } from './version-reader.ts';
import { type DocumentWriter, documentWriter } from './write-documents.ts';
import { type NamedFiles, writeLists } from './write-lists.ts';

/** What the steps need of a publisher. */
type Tools = Pick<Publisher, 'store' | 'validate' | 'now' | 'withSlot' | 'checks' | 'removesInBulk'>;

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

type Names = { organisationId: OrganisationId; handle: Handle };

/**
 * Publishes what has changed of an open organisation, and what is requested; writes nothing where nothing differs.
 * @throws ConflictError when another publisher came first; BrokenRecordError when the record is damaged
 */
export async function publishOpenedDocuments(
  tools: Tools,
  organisation: OpenOrganisation,
  request: Request,
): Promise<Done<PublishedOrganisation>> {
  const isPending = organisation.changed !== 'nothing';
  if (!isPending && request.what === 'due') return { state: 'nothing' };
  if (!isPending && request.what === 'verify' && (await keepsRollback(tools, organisation)))
    return { state: 'nothing' };
  const plan = await planVersions(tools, organisation, chooseScope(organisation.changed, request), organisation);
  const { before } = plan;
  if (before.stored.state === 'damaged') throw damagedRecord(organisation.organisationId);
  const { published, built, replaced } = await publishPlan(tools, organisation, plan);
  const { generation, dropped, withheld } = published;
  await organisation.record({
    work: 'documents',
    replaced,
    lacksAccess: (before.stored.record?.access ?? null) === null,
    withheld: withheld.length,
    publication: { generation, versions: built, dropped },
  });
  return { state: 'done', result: published };
}

/** Whether readers have what a rollback restored, which only a change or a request ends. */
async function keepsRollback({ store }: Tools, organisation: OpenOrganisation): Promise<boolean> {
  const { pointer, problems } = await loadPublished(store, organisation.organisationId, organisation.handle);
  if (pointer?.rolledBackTo == null) return false;
  const withheld = problems?.withheld.length ?? 0;
  await organisation.record({ work: 'documents', replaced: false, lacksAccess: false, withheld, publication: null });
  return true;
}

/** Which versions to build; the others keep their files. `repair` also verifies the stored files and rewrites bad ones. */
type Scope = { versions: 'all' | ReadonlySet<string>; repair: boolean };

function chooseScope(changed: Changed, request: Request): Scope {
  const { versions: requested, repair } =
    request.what === 'versions' ? request : { versions: new Set<string>(), repair: false };
  if (changed === 'everything' || requested === 'all') return { versions: 'all', repair };
  return { versions: changed === 'nothing' ? requested : new Set([...changed, ...requested]), repair };
}

async function publishPlan(tools: Tools, organisation: OpenOrganisation, plan: Plan) {
  const { organisationId, handle, assertMayPublish } = organisation;
  const { before, repair } = plan;
  // A removal finds the record by this file, so a record without it would outlive its organisation.
  if (!plan.isHandleRight) await assignHandle(tools.store, organisationId, handle, () => assertMayPublish(null));
  const judgeLoss = createJudgeLoss(tools, organisation, before.pointer);
  await judgeLoss(plan.versions);
  const writer = documentWriter(tools.store, organisationId, repair);
  const outcomes = await buildVersions(tools, organisation.versions, plan, writer);
  await judgeLoss(outcomes.filter(({ outcome }) => outcome !== 'deleted')); // while they were read
  const content = gatherContent(before, outcomes);
  const files = await writeLists({ validate: tools.validate, organisationId, writer }, content, before.pointer);
  const { generation, replaced } = await swap(tools, plan, files, organisation, writer);
  const reported = await report(tools, plan, content);
  const written = [...new Set(writer.written)];
  const writtenBytes = writer.bytes;
  const dropped = Object.keys(before.pointer?.timetables ?? {}).filter((id) => !content.files.has(id));
  const published = { organisationId, generation, written, writtenBytes, dropped, ...reported };
  return { published, built: outcomes.flatMap((outcome) => describeOutcome(outcome, before, content)), replaced };
}

/**
 * Builds and writes all documents of an organisation whose record is damaged, and publishes nothing.
 * @returns the pointer to them, and the record as it was read before
 */
export async function rebuildPointer(
  tools: Tools,
  organisation: OpenOrganisation,
): Promise<{ pointer: Owned<Pointer>; stored: StoredOrganisation }> {
  const { organisationId, fence, versions } = organisation;
  const plan = await planVersions(tools, organisation, { versions: 'all', repair: true }, {});
  const writer = documentWriter(tools.store, organisationId, true);
  const content = gatherContent(plan.before, await buildVersions(tools, versions, plan, writer));
  const { before } = plan;
  const files = await writeLists({ validate: tools.validate, organisationId, writer }, content, before.pointer);
  await writer.finish();
  await report(tools, plan, content);
  return { pointer: nextPointer(tools, organisationId, before.generation + 1, files, fence), stored: before.stored };
}

type PlannedVersion = { id: string; isDue: boolean };
/** `isHandleRight`: whether the organisation's folder names its handle. */
type Plan = Names & { before: PublishedState; versions: PlannedVersion[]; isHandleRight: boolean; repair: boolean };

/** Plan: load the published generation, and choose which versions to build. */
async function planVersions(
  { store }: Tools,
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
    !isAsLeft(before.pointer, guard);
  const isDue = ({ id, summary }: SourceVersion): boolean => {
    if (everyVersion || (scope.versions !== 'all' && scope.versions.has(id))) return true;
    const entry = before.entries.get(id);
    const isAsListed = entry !== undefined && (summary === undefined || sameDocument(summary, entry));
    return !isAsListed && !withheld.has(id);
  };
  const versions = listed.map((version) => ({ id: version.id, isDue: isDue(version) }));
  return { organisationId, handle, before, versions, isHandleRight: named.record === handle, repair: scope.repair };
}

/** Build: each chosen version. Good ones are handed to the writer at once, since few documents fit into memory. */
function buildVersions(
  { validate, withSlot, checks }: Tools,
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

/**
 * Swap: replace the pointer, from which moment readers see the new generation. What it names, and the earlier pointer for a
 * rollback, are written before.
 * @returns its generation, and whether the pointer was replaced
 */
async function swap(
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
  if (!changed && organisation.changed === 'nothing' && isAsLeft(pointer, organisation))
    return { generation: before.generation, replaced: false };
  const next =
    changed || pointer === null
      ? nextPointer(tools, organisationId, before.generation + 1, files, fence)
      : { ...pointer, fence };
  await replacePart(tools.store, { organisationId, handle, stored }, 'pointer', next, assertMayPublish);
  return { generation: next.generation, replaced: true };
}

const nextPointer = (
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

/** Report: write what is withheld and the warnings, for `status` and the dashboard. */
function report({ store }: Tools, { organisationId, before }: Plan, content: Content) {
  const { entries, withheld, warnings } = content;
  for (const [versionId, found] of findListWarnings(entries))
    warnings.set(versionId, [...found, ...(warnings.get(versionId) ?? [])]);
  return reportProblems(store, organisationId, before, { withheld, warnings });
}
