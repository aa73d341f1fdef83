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
import type { Pointer, StoreRecord, TimetableVersionSummary } from '../contract/types.generated.ts';
import type { Validator } from '../contract/validator.ts';
import { assembleSummary } from '../document/assemble-list.ts';
import { jsonPath } from '../document/json-path.ts';
import { listGenerations } from '../snapshot/load-published.ts';
import { isOldRecord, listName, paths } from '../snapshot/paths.ts';
import { filesOf } from '../snapshot/prune-orphans.ts';
import type { Store } from '../store/store.ts';
import { checkDocument, checkList, type DocumentCheck, parseJson } from './check-document.ts';

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

/** What each step needs. A step adds what it finds to the report. */
type Check = DocumentCheck & { report: CheckReport };

/** @param onOrganisation called after each organisation, with its id */
export async function checkPublished(
  store: Store,
  validate: Validator,
  onOrganisation: (id: string) => void = () => {},
): Promise<CheckReport> {
  const report: CheckReport = { organisations: 0, keys: 0, files: 0, orphans: [], problems: [], storeRecord: null };
  const check: Check = {
    store,
    validate,
    report,
    addProblem: (path, problem, byHand) => void report.problems.push({ path, problem, ...(byHand && { byHand }) }),
    onFile: () => void report.files++,
  };

  await checkStoreRecord(check);
  await readValid(check, 'publisher', paths.publisher);
  // Read before the folders: an organisation's folder is written before its record, so a new record is not unused.
  const unused = new Set((await store.listNames(paths.records)).map((name) => `${paths.records}${name}`));
  const ids = await checkFolders(check);
  for (const id of ids) {
    const handle = await checkOrganisation(check, id);
    if (handle !== null) unused.delete(paths.record(handle));
    onOrganisation(id);
  }
  for (const path of unused) check.addProblem(path, 'is a record that no organisation uses');
  return report;
}

async function checkStoreRecord(check: Check): Promise<void> {
  const addProblem: Check['addProblem'] = (path, problem) =>
    check.addProblem(path, `${problem}; \`${commandLine('bind --force')}\` rewrites it`, true);
  check.report.storeRecord = await readValid({ ...check, addProblem }, 'store', paths.storeRecord);
}

/** @returns the organisations that have a folder */
async function checkFolders({ store, addProblem }: Check): Promise<OrganisationId[]> {
  const folders = await store.listNames(paths.organisations);
  for (const name of folders)
    if (!isOrganisationId(name)) addProblem(`${paths.organisations}${name}`, "is not an organisation's folder", true);
  return folders.filter(isOrganisationId).sort();
}

/** @returns the organisation's handle; null when it cannot be read */
async function checkOrganisation(check: Check, id: OrganisationId): Promise<Handle | null> {
  check.report.organisations += 1;
  await readRecord(check, 'problems', paths.problems(id), id);
  for (const name of await check.store.listNames(paths.organisation(id)))
    if (isOldRecord(`${paths.organisation(id)}${name}`))
      check.addProblem(`${paths.organisation(id)}${name}`, 'is a record of release 0.1, which nothing reads');
  const handle = await checkHandle(check, id);
  const current = handle === null ? null : await checkRecord(check, id, handle);
  const earlier = await readEarlierPointers(check, id);
  await findOrphans(check, id, current === null ? earlier : [current, ...earlier]);
  await checkPointers(check, id, current, earlier);
  return handle;
}

async function checkHandle(check: Check, id: OrganisationId): Promise<Handle | null> {
  const path = paths.handle(id);
  const handle = (await readRecord(check, 'handle-record', path, id))?.handle;
  if (handle === undefined) check.addProblem(path, 'is missing or damaged');
  return isHandle(handle) ? handle : null;
}

/** @returns what the organisation publishes */
async function checkRecord(check: Check, id: OrganisationId, handle: Handle): Promise<Owned<Pointer> | null> {
  const { report, addProblem } = check;
  const path = paths.record(handle);
  const record = await readRecord(check, 'organisation-record', path, id);
  if (record === null) {
    addProblem(path, 'is missing or damaged');
    return null;
  }
  if (record.handle !== handle) addProblem(path, "is in the place of another organisation's record");
  if (record.access === null) addProblem(path, 'has no access published');
  if (record.pointer === null) addProblem(path, 'has no documents published');
  report.keys += Object.keys(record.access?.keys ?? {}).length;
  if (record.pointer === null) return null;
  if (record.pointer.organisationId !== id)
    addProblem(path, `has the pointer of organisation ${record.pointer.organisationId}`);
  return { ...record.pointer, organisationId: id };
}

async function readEarlierPointers(check: Check, id: OrganisationId): Promise<Owned<Pointer>[]> {
  const pointers: Owned<Pointer>[] = [];
  for (const generation of await listGenerations(check.store, id)) {
    const pointer = await readRecord(check, 'pointer', paths.earlierPointer(id, generation), id);
    if (pointer !== null) pointers.push(pointer);
  }
  return pointers;
}

async function findOrphans({ store, report }: Check, id: OrganisationId, kept: Owned<Pointer>[]): Promise<void> {
  const named = new Set(kept.flatMap(filesOf));
  for (const { path } of await store.list(paths.files(id))) if (!named.has(path)) report.orphans.push(path);
}

/** Checks the documents of all kept pointers, a version that several of them name once. */
async function checkPointers(check: Check, id: OrganisationId, current: Pointer | null, earlier: Pointer[]) {
  const checked = new Set<string>();
  if (current !== null) {
    const summaries = await checkVersions(check, id, current, checked);
    const list = await checkDocument(check, 'timetable-list', id, listName, current.list);
    if (list !== null) checkList(check.addProblem, id, list, current, summaries);
  }
  for (const pointer of earlier) {
    await checkVersions(check, id, pointer, checked);
    await checkDocument(check, 'timetable-list', id, listName, pointer.list);
  }
}

/**
 * @param checked versions that need no further check; those checked now are added
 * @returns summaries by version id, since the documents of hundreds of versions would take too much memory
 */
async function checkVersions(check: Check, id: OrganisationId, pointer: Pointer, checked: Set<string>) {
  const summaries = new Map<string, TimetableVersionSummary>();
  for (const [versionId, file] of Object.entries(pointer.timetables)) {
    if (checked.has(versionId + file.hash)) continue;
    checked.add(versionId + file.hash);
    const timetable = await checkDocument(check, 'timetable', id, versionId, file);
    if (timetable !== null) summaries.set(versionId, assembleSummary({ ...timetable }));
  }
  return summaries;
}

/** A record of one organisation, like `readValid`. */
async function readRecord<Name extends 'organisation-record' | 'handle-record' | 'pointer' | 'problems'>(
  check: Check,
  name: Name,
  path: string,
  id: OrganisationId,
) {
  const record = await readValid(check, name, path);
  if (record === null) return null;
  if (record.organisationId !== id) check.addProblem(path, `belongs to organisation ${record.organisationId}`);
  return { ...record, organisationId: parseOrganisationId(record.organisationId) };
}

/** Null when it is missing or breaks its schema; only the latter is reported as a problem. */
async function readValid<Name extends Parameters<Validator>[0]>(
  { store, validate, addProblem }: Check,
  name: Name,
  path: string,
) {
  const bytes = await store.read(path);
  if (bytes === null) return null;
  const validation = validate<Name>(name, parseJson(bytes));
  if (validation.valid) return validation.value;
  for (const { segments, message } of validation.problems) addProblem(path, `${jsonPath(segments)} ${message}`);
  return null;
}
