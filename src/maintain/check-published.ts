// Verifies the whole published output and reports what is wrong: records under the wrong path, files that differ from
// their pointer, encodings that decode to something else, documents that break the contract. Writes nothing.

import {
  type Handle,
  isHandle,
  isOrganisationId,
  type OrganisationId,
  type Owned,
  parseOrganisationId,
} from '../access/ids.ts';
import { commandLine } from '../command-line.ts';
import type { Pointer, TimetableVersionSummary } from '../contract/types.generated.ts';
import type { Validator } from '../contract/validator.ts';
import { assembleSummary } from '../document/assemble-list.ts';
import { jsonPath } from '../document/json-path.ts';
import { listGenerations } from '../snapshot/load-snapshot.ts';
import { listName, oldKeys, paths } from '../snapshot/paths.ts';
import { filesOf } from '../snapshot/prune-orphans.ts';
import { parseStoreRecord, type StoreRecord } from '../snapshot/read-record.ts';
import type { Store } from '../snapshot/store.ts';
import { checkDocument, checkList, parseJson } from './check-document.ts';

export type CheckReport = {
  organisations: number;
  keys: number;
  files: number;
  /** Files that no kept pointer names. A later build removes them; they are not a fault. */
  orphans: string[];
  /** `byHand` where a full build would not repair it. */
  problems: { path: string; problem: string; byHand?: true }[];
  /** Which database publishes here; null when the store does not say. */
  storeRecord: StoreRecord | null;
};

/** @param onOrganisation called after each organisation, with its id */
export async function checkPublished(
  store: Store,
  validate: Validator,
  onOrganisation: (id: string) => void = () => {},
): Promise<CheckReport> {
  const report: CheckReport = { organisations: 0, keys: 0, files: 0, orphans: [], problems: [], storeRecord: null };
  const addProblem = (path: string, problem: string, byHand = false) =>
    report.problems.push({ path, problem, ...(byHand ? { byHand } : {}) });
  const check = { store, validate, addProblem, onFile: () => void report.files++ };

  /** A record that satisfies its schema and names the organisation under whose path it is stored. */
  const readRecord = async <Name extends 'organisation-record' | 'handle-record' | 'pointer' | 'problems'>(
    name: Name,
    path: string,
    organisationId: OrganisationId | null,
  ) => {
    const bytes = await store.read(path);
    if (bytes === null) return null;
    const validation = validate(name, parseJson(bytes));
    if (!validation.valid) {
      for (const { segments, message } of validation.problems) addProblem(path, `${jsonPath(segments)} ${message}`);
      return null;
    }
    const { value } = validation;
    if (organisationId !== null && value.organisationId !== organisationId)
      addProblem(path, `belongs to organisation ${value.organisationId}`);
    return { ...value, organisationId: parseOrganisationId(value.organisationId) };
  };

  const recordBytes = await store.read(paths.storeRecord);
  try {
    report.storeRecord = recordBytes && parseStoreRecord(recordBytes);
  } catch {
    addProblem(paths.storeRecord, `cannot be read; \`${commandLine('bind --force')}\` rewrites it`, true);
  }
  // Read before the folders: an organisation's folder is written before its record, so a new record is not unnamed.
  const unnamed = new Set((await store.listNames(paths.records)).map((name) => `${paths.records}${name}`));
  const folders = await store.listNames(paths.organisations);
  for (const name of folders)
    if (!isOrganisationId(name)) addProblem(`${paths.organisations}${name}`, "is not an organisation's folder", true);
  const ids = folders.filter(isOrganisationId).sort();
  for (const { path } of await store.list(oldKeys)) report.orphans.push(path);

  for (const id of ids) {
    report.organisations += 1;
    await readRecord('problems', paths.problems(id), id);
    const handle = (await readRecord('handle-record', paths.handle(id), id))?.handle;
    if (handle === undefined) addProblem(paths.handle(id), 'is missing or damaged');
    const current = isHandle(handle) ? await checkRecord(id, handle) : null;
    const kept: Owned<Pointer>[] = current === null ? [] : [current];
    for (const generation of await listGenerations(store, id)) {
      const earlier = await readRecord('pointer', paths.earlierPointer(id, generation), id);
      if (earlier !== null) kept.push(earlier);
    }
    const named = new Set(kept.flatMap(filesOf));
    const stored = await store.list(paths.files(id));
    for (const { path } of stored) if (!named.has(path)) report.orphans.push(path);
    const seen = new Set<string>();
    for (const pointer of kept) {
      const summaries = new Map<string, TimetableVersionSummary>();
      for (const [versionId, file] of Object.entries(pointer.timetables)) {
        if (pointer !== current && seen.has(versionId + file.hash)) continue;
        seen.add(versionId + file.hash);
        const timetable = await checkDocument(check, 'timetable', id, versionId, file);
        // Only the summary is kept in memory: an organisation may have hundreds of versions.
        if (timetable !== null) summaries.set(versionId, assembleSummary({ ...timetable }));
      }
      const list = await checkDocument(check, 'timetable-list', id, listName, pointer.list);
      if (pointer === current && list !== null) checkList(addProblem, id, list, pointer, summaries);
    }
    onOrganisation(id);
  }
  for (const path of unnamed) addProblem(path, 'is a record that no organisation uses');
  return report;

  /** @returns what the organisation publishes */
  async function checkRecord(organisationId: OrganisationId, handle: Handle): Promise<Owned<Pointer> | null> {
    const path = paths.record(handle);
    unnamed.delete(path);
    const record = await readRecord('organisation-record', path, organisationId);
    if (record === null) addProblem(path, 'is missing or damaged');
    if (record === null) return null;
    if (record.handle !== handle) addProblem(path, "is in the place of another organisation's record");
    if (record.access === null) addProblem(path, 'has no access published');
    if (record.pointer === null) addProblem(path, 'has no documents published');
    report.keys += Object.keys(record.access?.keys ?? {}).length;
    if (record.pointer === null) return null;
    if (record.pointer.organisationId !== organisationId)
      addProblem(path, `has the pointer of organisation ${record.pointer.organisationId}`);
    return { ...record.pointer, organisationId };
  }
}
