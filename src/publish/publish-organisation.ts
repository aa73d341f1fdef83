// Updates an organisation's published output from one snapshot of the database, in five steps:
// plan -> build -> write -> swap -> report. A crash at any point leaves readers with the snapshot they had.

import type { Handle, OrganisationId } from '../access/ids.ts';
import type {
  Finding,
  Pointer,
  Problems,
  PublishedFile,
  TimetableVersionSummary,
} from '../contract/types.generated.ts';
import type { Validator } from '../contract/validator.ts';
import type { Database } from '../database/open-database.ts';
import { ensureQueued } from '../database/pending-changes.ts';
import { readVersions } from '../database/read-version.ts';
import { assembleList, assembleSummary } from '../document/assemble-list.ts';
import { findListWarnings, isListWarning } from '../document/find-list-warnings.ts';
import { sameDocument } from '../document/same-document.ts';
import { loadSnapshot, type Snapshot } from '../snapshot/load-snapshot.ts';
import { formatVersion, listName } from '../snapshot/paths.ts';
import type { Retention } from '../snapshot/prune-orphans.ts';
import { swapPointer } from '../snapshot/replace-part.ts';
import type { Store } from '../snapshot/store.ts';
import { assignHandle } from '../snapshot/stored-organisation.ts';
import { type BuiltVersion, buildVersion } from './build-version.ts';
import { mapConcurrently, maxDocuments, withSlot } from './concurrency.ts';
import { listProblems } from './list-problems.ts';
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
};

/**
 * `beforeSwap` is called right before the pointer is replaced, and throws to prevent it. `fence` is written into the
 * pointer. When changes are pending, a new pointer is written even if nothing differs, so that a paused publisher finds its
 * own replaced. `unreadable` has the versions that PostgreSQL cannot read, by id, and why.
 */
type SwappingPublisher = Publisher & {
  beforeSwap: () => Promise<void>;
  fence: number;
  isPending: boolean;
  unreadable?: ReadonlyMap<string, Finding>;
};

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

type Names = { organisationId: OrganisationId; handle: Handle };

/**
 * Publishes one organisation; writes nothing when nothing changed.
 * @param transaction REPEATABLE READ, so that it sees one snapshot
 * @throws ConflictError when another publisher came first
 */
export async function publishOrganisation(
  publisher: SwappingPublisher,
  transaction: Database,
  names: Names,
  scope: Scope,
): Promise<PublishedOrganisation> {
  const plan = await planVersions(publisher, transaction, names, scope);
  const writer = documentWriter(publisher.store, names.organisationId, scope.repair);
  const outcomes = await buildVersions(publisher, transaction, plan, writer);
  const content = gatherContent(plan, outcomes);
  const list = await writeList(publisher, plan, content, writer);
  const generation = await swap(publisher, transaction, plan, { list, timetables: Object.fromEntries(content.files) });
  const reported = await report(publisher, plan, content);
  const { written, bytes: writtenBytes } = writer;
  const shown = Object.keys(plan.before.pointer?.timetables ?? {});
  const dropped = shown.filter((id) => !content.files.has(id));
  const { organisationId } = names;
  return { organisationId, generation, written, writtenBytes, dropped, ...reported };
}

type PlannedVersion = { id: string; summary: TimetableVersionSummary; isDue: boolean };
type Plan = Names & { before: Snapshot; versions: PlannedVersion[] };

/** Plan: load the current snapshot, and choose which versions to build. */
async function planVersions(
  { store }: SwappingPublisher,
  transaction: Database,
  { organisationId, handle }: Names,
  scope: Scope,
): Promise<Plan> {
  const rows = await readVersions(transaction, organisationId);
  const before = await loadSnapshot(store, organisationId, handle);
  const withheld = new Set(before.problems?.withheld.map(({ versionId }) => versionId));
  const everyVersion = scope.versions === 'all' || before.pointer?.rolledBackTo != null;
  const isDue = (id: string, summary: TimetableVersionSummary): boolean => {
    if (everyVersion || (scope.versions !== 'all' && scope.versions.has(id))) return true;
    return !sameDocument(summary, before.entries.get(id)) && !withheld.has(id);
  };
  const versions = rows.map((row) => {
    const summary = assembleSummary(row);
    return { id: row.id, summary, isDue: isDue(row.id, summary) };
  });
  return { organisationId, handle, before, versions };
}

type Outcome = PlannedVersion &
  (
    | { outcome: 'good'; file: PublishedFile; warnings: Finding[] }
    | Exclude<BuiltVersion, { outcome: 'good' }>
    | { outcome: 'untouched' }
  );

/** Build: each chosen version. Good ones are written at once, since few documents fit into memory. */
function buildVersions(
  { validate, unreadable }: SwappingPublisher,
  transaction: Database,
  { organisationId, before, versions }: Plan,
  writer: DocumentWriter,
): Promise<Outcome[]> {
  return mapConcurrently(versions, maxDocuments, (version) =>
    withSlot(async (): Promise<Outcome> => {
      const { id, isDue } = version;
      if (!isDue) return { ...version, outcome: 'untouched' };
      const reason = unreadable?.get(id);
      if (reason !== undefined) return { ...version, outcome: 'withheld', ...listProblems([reason], (each) => each) };
      const built = await buildVersion(transaction, validate, organisationId, id);
      if (built.outcome !== 'good') return { ...version, ...built };
      const file = await writer.write(id, built.data, before.pointer?.timetables[id]);
      return { ...version, outcome: 'good', file, warnings: built.warnings };
    }),
  );
}

/** The new content of the snapshot, with its problems and warnings. */
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
  for (const { id, summary, ...built } of outcomes) {
    if (built.outcome === 'good') {
      files.set(id, built.file);
      entries.push(summary);
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
  { validate }: SwappingPublisher,
  { organisationId, before }: Plan,
  { entries }: Content,
  writer: DocumentWriter,
): Promise<PublishedFile> {
  const list = validate('timetable-list', assembleList(organisationId, entries));
  if (!list.valid)
    throw new Error(`the list of organisation ${organisationId} is broken: ${JSON.stringify(list.problems)}`);
  return writer.write(listName, new TextEncoder().encode(JSON.stringify(list.value)), before.pointer?.list);
}

/** Swap: replace the pointer, from which moment readers see the new snapshot. @returns its generation */
async function swap(
  { store, now, beforeSwap, fence, isPending }: SwappingPublisher,
  transaction: Database,
  { organisationId, handle, before }: Plan,
  files: Pick<Pointer, 'list' | 'timetables'>,
): Promise<number> {
  const { pointer, stored } = before;
  const shown = pointer && { list: pointer.list, timetables: pointer.timetables };
  const changed = !sameDocument(shown, files) || pointer?.rolledBackTo != null;
  if (!changed && !isPending) return before.generation;
  if (stored.bytes === null) await assignHandle(store, organisationId, handle, beforeSwap);
  const generation = changed ? before.generation + 1 : before.generation;
  const publishedAt = changed || pointer === null ? new Date(now()).toISOString() : pointer.publishedAt;
  const next = { formatVersion, organisationId, generation, publishedAt, rolledBackTo: null, ...files, fence } as const;
  await swapPointer(store, handle, next, before, beforeSwap);
  if ((stored.record?.access ?? null) === null) await ensureQueued(transaction, organisationId, 'access');
  return generation;
}

/** Report: write what is withheld and the warnings, for `status` and the status page. */
function report({ store }: SwappingPublisher, { organisationId, before }: Plan, content: Content) {
  const { entries, withheld, warnings } = content;
  for (const [versionId, found] of findListWarnings(entries))
    warnings.set(versionId, [...found, ...(warnings.get(versionId) ?? [])]);
  return reportProblems(store, organisationId, before.problems, { withheld, warnings });
}
