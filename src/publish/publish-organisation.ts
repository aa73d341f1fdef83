// Brings one organisation's published form up to date with the database, as one transaction sees it:
// build the versions that changed -> write their files -> write the list -> swap the pointer.
// A crash at any point leaves readers with the snapshot they had.

import type {
  Finding,
  Pointer,
  Problems,
  PublishedFile,
  TimetableVersionSummary,
} from '../contract/types.generated.ts';
import type { Validator } from '../contract/validator.ts';
import type { Database } from '../database/open-database.ts';
import { readVersions } from '../database/read-version.ts';
import { assembleList } from '../document/assemble-list.ts';
import { assembleSummary } from '../document/assemble-timetable.ts';
import { findListWarnings, isListWarning } from '../document/find-list-warnings.ts';
import { sameDocument } from '../document/same-document.ts';
import type { VersionRow } from '../document/version-rows.ts';
import { encodeResponse, sha256 } from '../snapshot/encode-response.ts';
import { loadSnapshot } from '../snapshot/load-snapshot.ts';
import { encodingNames, formatVersion, listName, paths } from '../snapshot/paths.ts';
import { recordBytes } from '../snapshot/read-record.ts';
import type { Store } from '../snapshot/store.ts';
import { storedWhole } from '../snapshot/stored-whole.ts';
import { swapPointer } from '../snapshot/swap-pointer.ts';
import { buildVersion } from './build-version.ts';
import { mapBounded, mostDocuments, withRoom } from './in-flight.ts';

/** What publishing works with. `now` is the clock, in milliseconds since 1970. */
export type Publisher = { store: Store; validate: Validator; now: () => number };

/** `beforeSwap` is called right before the pointer is swapped, and throws to prevent it. */
type SwappingPublisher = Publisher & { beforeSwap: () => Promise<void> };

/** Which versions are built again; the others keep their files. `mend` also proves the stored files and writes bad ones anew. */
export type Scope = { versions: 'all' | ReadonlySet<string>; mend: boolean };

export type PublishedOrganisation = {
  organisationId: string;
  generation: number;
  /** What was written: version ids, and `timetables` for the list. */
  written: string[];
  /** Versions that are no longer shown. */
  dropped: string[];
  withheld: Problems['withheld'];
  warnings: Problems['warnings'];
};

/** Another publisher swapped the pointer meanwhile; what it published is at least as new. */
export class OvertakenError extends Error {
  override readonly name = 'OvertakenError';
}

/**
 * Publishes one organisation; writes nothing when nothing changed.
 * @param transaction sees one moment of the database
 * @throws OvertakenError when another publisher came first
 */
export async function publishOrganisation(
  { store, validate, now, beforeSwap }: SwappingPublisher,
  transaction: Database,
  organisationId: string,
  scope: Scope,
): Promise<PublishedOrganisation> {
  const rows = await readVersions(transaction, organisationId);
  const before = await loadSnapshot(store, organisationId);
  const withheldBefore = new Map(before.problems?.withheld.map((version) => [version.versionId, version]));
  const warningsBefore = new Map(before.problems?.warnings.map((version) => [version.versionId, version.warnings]));
  const everyVersion = scope.versions === 'all' || before.pointer?.rolledBackTo != null;

  const isToBuild = (versionId: string, summary: TimetableVersionSummary): boolean => {
    if (everyVersion || (scope.versions !== 'all' && scope.versions.has(versionId))) return true;
    const shownAsItIs = sameDocument(summary, before.entries.get(versionId));
    return !shownAsItIs && !withheldBefore.has(versionId);
  };
  const written: string[] = [];
  const put = async (name: string, data: Uint8Array, stored: PublishedFile | undefined): Promise<PublishedFile> => {
    const unchanged = stored !== undefined && stored.hash === sha256(data);
    if (unchanged && (!scope.mend || (await storedWhole(store, organisationId, name, stored)))) return stored;
    const { file, bytes } = await encodeResponse(data);
    await store.write(
      encodingNames.map((encoding) => ({
        path: paths.file(organisationId, name, file.hash, encoding),
        bytes: bytes[encoding],
      })),
    );
    written.push(name);
    return file;
  };

  /** Builds a version whose time has come, and stores it where it is good. */
  const buildRow = async (row: VersionRow) => {
    const summary = assembleSummary(row);
    if (!isToBuild(row.id, summary)) return { outcome: 'untouched' } as const;
    const built = await buildVersion(transaction, validate, organisationId, row.id);
    if (built.outcome !== 'good') return built;
    const file = await put(row.id, built.data, before.pointer?.timetables[row.id]);
    return { outcome: 'good' as const, summary, file, warnings: built.warnings };
  };
  const outcomes = await mapBounded(rows, mostDocuments, (row) =>
    withRoom(async () => ({ id: row.id, ...(await buildRow(row)) })),
  );

  const withheld: Problems['withheld'] = [];
  const warnings = new Map<string, Finding[]>();
  const entries: TimetableVersionSummary[] = [];
  const files = new Map<string, PublishedFile>(); // no object: a version's id may be `__proto__`
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
      withheld.push({ versionId: id, lastGoodIsServed: keepLastGood(id), problems: built.problems });
    } else if (built.outcome === 'untouched') {
      const known = withheldBefore.get(id);
      const lastGoodIsServed = keepLastGood(id);
      if (known !== undefined) withheld.push({ ...known, lastGoodIsServed });
      const ofDocument = warningsBefore.get(id)?.filter(({ path }) => !isListWarning(path));
      if (ofDocument !== undefined) warnings.set(id, ofDocument);
    }
  }

  const list = validate('timetable-list', assembleList(organisationId, entries));
  if (!list.valid)
    throw new Error(`the list of organisation ${organisationId} is broken: ${JSON.stringify(list.problems)}`);
  const listFile = await put(listName, new TextEncoder().encode(JSON.stringify(list.value)), before.pointer?.list);

  const timetables: Pointer['timetables'] = Object.fromEntries(files);
  const shown = before.pointer && { list: before.pointer.list, timetables: before.pointer.timetables };
  const changed = !sameDocument(shown, { list: listFile, timetables }) || before.pointer?.rolledBackTo != null;
  const generation = changed ? before.generation + 1 : before.generation;
  if (changed) {
    const publishedAt = new Date(now()).toISOString();
    const own = { formatVersion, organisationId, generation, publishedAt, rolledBackTo: null } as const;
    await beforeSwap();
    const swapped = await swapPointer(store, { ...own, list: listFile, timetables }, before);
    if (!swapped) throw new OvertakenError(`another publisher has published organisation ${organisationId} meanwhile`);
  }

  for (const [versionId, found] of findListWarnings(entries))
    warnings.set(versionId, [...found, ...(warnings.get(versionId) ?? [])]);
  const warned = [...warnings].flatMap(([versionId, found]) =>
    found.length === 0 ? [] : [{ versionId, warnings: found }],
  );
  const problems: Problems = { formatVersion, organisationId, withheld, warnings: warned };
  if (!sameDocument(problems, before.problems ?? { ...problems, withheld: [], warnings: [] }))
    await store.write([{ path: paths.problems(organisationId), bytes: recordBytes(problems) }]);

  const dropped = Object.keys(before.pointer?.timetables ?? {}).filter((id) => !Object.hasOwn(timetables, id));
  return { organisationId, generation, written, dropped, withheld, warnings: warned };
}
