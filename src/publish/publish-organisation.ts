// Updates an organisation's published output from one snapshot of its source, in five steps:
// plan -> build -> write -> swap -> report. A crash at any point leaves readers with the generation they had.

import type { Handle, OrganisationId } from '../access/ids.ts';
import type {
  Finding,
  Pointer,
  Problems,
  PublishedFile,
  TimetableVersionSummary,
} from '../contract/types.generated.ts';
import type { Validator } from '../contract/validator.ts';
import { assembleList } from '../document/assemble-list.ts';
import { findListWarnings, isListWarning } from '../document/find-list-warnings.ts';
import { sameDocument } from '../document/same-document.ts';
import { mapConcurrently } from '../map-concurrently.ts';
import { loadSnapshot, type Snapshot } from '../snapshot/load-snapshot.ts';
import { formatVersion, listName } from '../snapshot/paths.ts';
import type { Retention } from '../snapshot/prune-orphans.ts';
import { type AssertMayPublish, earlierPointer, swapPointer } from '../snapshot/replace-part.ts';
import type { Store } from '../snapshot/store.ts';
import { assignHandle } from '../snapshot/stored-organisation.ts';
import { type BuiltVersion, buildVersion, type CheckWatch } from './build-version.ts';
import { maxDocuments, sharedSlots, type WithSlot } from './concurrency.ts';
import { type ReportedProblems, reportProblems } from './report-problems.ts';
import type { SourceVersion, VersionReader } from './source.ts';
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
  /** Limits the documents in memory; by default together with all other publishers of the process. */
  withSlot?: WithSlot;
};

/**
 * How a publication is kept from replacing a newer one. `fence` is written into the record, and no two publications of an
 * organisation with different content have the same. When changes are pending, the record is written even if nothing in it
 * differs, so that a publisher which was paused finds its own part replaced.
 */
export type Guard = { fence: number; isPending: boolean; assertMayPublish: AssertMayPublish };

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
 * @returns also whether the record lacks its access, without which every key is refused
 * @throws ConflictError when another publisher came first
 */
export async function publishOrganisation(
  publisher: Publisher,
  source: VersionReader,
  names: Names,
  scope: Scope,
  guard: Guard,
): Promise<{ published: PublishedOrganisation; lacksAccess: boolean }> {
  const plan = await planVersions(publisher, source, names, scope);
  const writer = documentWriter(publisher.store, names.organisationId, scope.repair, earlierPointer(plan.before));
  const outcomes = await buildVersions(publisher, source, plan, writer);
  const content = gatherContent(plan, outcomes);
  const list = await writeList(publisher, plan, content, writer);
  const files = { list, timetables: Object.fromEntries(content.files) };
  const generation = await swap(publisher, plan, files, guard, writer.wroteEarlierPointer);
  const reported = await report(publisher, plan, content);
  const { written, bytes: writtenBytes } = writer;
  const publishedIds = Object.keys(plan.before.pointer?.timetables ?? {});
  const dropped = publishedIds.filter((id) => !content.files.has(id));
  const { organisationId } = names;
  const published = { organisationId, generation, written, writtenBytes, dropped, ...reported };
  return { published, lacksAccess: (plan.before.stored.record?.access ?? null) === null };
}

type PlannedVersion = { id: string; isDue: boolean };
type Plan = Names & { before: Snapshot; versions: PlannedVersion[] };

/** Plan: load the published generation, and choose which versions to build. */
async function planVersions(
  { store }: Publisher,
  source: VersionReader,
  { organisationId, handle }: Names,
  scope: Scope,
): Promise<Plan> {
  const [listed, before] = await Promise.all([source.versions(), loadSnapshot(store, organisationId, handle)]);
  const withheld = new Set(before.problems?.withheld.map(({ versionId }) => versionId));
  const everyVersion = scope.versions === 'all' || before.pointer?.rolledBackTo != null;
  const isDue = ({ id, summary }: SourceVersion): boolean => {
    if (everyVersion || (scope.versions !== 'all' && scope.versions.has(id))) return true;
    const entry = before.entries.get(id);
    const isAsListed = entry !== undefined && (summary === undefined || sameDocument(summary, entry));
    return !isAsListed && !withheld.has(id);
  };
  const versions = listed.map((version) => ({ id: version.id, isDue: isDue(version) }));
  return { organisationId, handle, before, versions };
}

type Outcome = { id: string } & (
  | { outcome: 'good'; summary: TimetableVersionSummary; file: PublishedFile; warnings: Finding[] }
  | Exclude<BuiltVersion, { outcome: 'good' }>
  | { outcome: 'untouched' }
);

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

/** The content of the new generation, with its problems and warnings. */
type Content = {
  entries: TimetableVersionSummary[];
  /** By version id. A Map, since a version may be called `__proto__`. */
  files: Map<string, PublishedFile>;
  withheld: Problems['withheld'];
  warnings: Map<string, Finding[]>;
};

/** A version that is withheld or was not built keeps its last good form. */
function gatherContent({ before }: Plan, outcomes: readonly Outcome[]): Content {
  const content: Content = { entries: [], files: new Map(), withheld: [], warnings: new Map() };
  const { entries, files, withheld, warnings } = content;
  const withheldBefore = new Map(before.problems?.withheld.map((version) => [version.versionId, version]));
  const warningsBefore = new Map(before.problems?.warnings.map((version) => [version.versionId, version.warnings]));
  const keepLastGood = (versionId: string): boolean => {
    const [file, entry] = [before.pointer?.timetables[versionId], before.entries.get(versionId)];
    if (file === undefined || entry === undefined) return false;
    files.set(versionId, file);
    entries.push(entry);
    return true;
  };
  for (const { id, ...built } of outcomes) {
    if (built.outcome === 'good') {
      files.set(id, built.file);
      entries.push(built.summary);
      warnings.set(id, built.warnings);
    } else if (built.outcome === 'withheld') {
      const { problems, more } = built;
      const listed = more === undefined ? { problems } : { problems, more };
      withheld.push({ versionId: id, lastGoodIsServed: keepLastGood(id), ...listed });
    } else if (built.outcome === 'untouched') {
      const known = withheldBefore.get(id);
      const lastGoodIsServed = keepLastGood(id);
      if (known !== undefined) withheld.push({ ...known, lastGoodIsServed });
      const ofDocument = warningsBefore.get(id)?.filter(({ path }) => !isListWarning(path));
      if (ofDocument !== undefined) warnings.set(id, ofDocument);
    }
  }
  return content;
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
 * @returns its generation
 */
async function swap(
  { store, now }: Publisher,
  { organisationId, handle, before }: Plan,
  files: Pick<Pointer, 'list' | 'timetables'>,
  { fence, isPending, assertMayPublish }: Guard,
  wroteEarlierPointer: boolean,
): Promise<number> {
  const { pointer, stored } = before;
  const publishedFiles = pointer && { list: pointer.list, timetables: pointer.timetables };
  const changed = !sameDocument(publishedFiles, files) || pointer?.rolledBackTo != null;
  if (!changed && !isPending) return before.generation;
  if (stored.bytes === null) await assignHandle(store, organisationId, handle, () => assertMayPublish(null));
  const generation = changed ? before.generation + 1 : before.generation;
  const publishedAt = changed || pointer === null ? new Date(now()).toISOString() : pointer.publishedAt;
  const next = { formatVersion, organisationId, generation, publishedAt, rolledBackTo: null, ...files, fence } as const;
  await swapPointer(store, handle, next, before, assertMayPublish, wroteEarlierPointer);
  return generation;
}

/** Report: write what is withheld and the warnings, for `status` and the status page. */
function report({ store }: Publisher, { organisationId, before }: Plan, content: Content) {
  const { entries, withheld, warnings } = content;
  for (const [versionId, found] of findListWarnings(entries))
    warnings.set(versionId, [...found, ...(warnings.get(versionId) ?? [])]);
  return reportProblems(store, organisationId, before.problems, { withheld, warnings });
}
