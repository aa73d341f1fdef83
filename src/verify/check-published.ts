// Verifies the whole published output and reports what is wrong: records under the wrong path, files that differ from
// their pointer, encodings that decode to something else, documents that break the contract. Writes nothing.

import { type Handle, isHandle, isOrganisationId, type OrganisationId, type Owned } from '../access/ids.ts';
import { commandLine } from '../command-line.ts';
import type { Pointer, StoreRecord, TimetableVersionSummary } from '../contract/types.generated.ts';
import type { Validator } from '../contract/validator.ts';
import { assembleSummary } from '../document/assemble-list.ts';
import { mapConcurrently } from '../map-concurrently.ts';
import { type DerivedParts, derivedParts, derivedPaths } from '../snapshot/derived-files.ts';
import { listGenerations } from '../snapshot/load-published.ts';
import { hashOfLinkName, isOldRecord, listName, paths } from '../snapshot/paths.ts';
import { filesOf, listsOf } from '../snapshot/remove-garbage.ts';
import { readsAtOnce } from '../store/reads-at-once.ts';
import type { Store } from '../store/store.ts';
import { type CheckMoment, checkDerived } from './check-derived.ts';
import { checkDocument, type DocumentCheck } from './check-document.ts';
import { checkLists } from './check-lists.ts';
import { checkPacks } from './check-packs.ts';
import { checkPersonalTimetables, momentOfLinks, pathsOfLinks, readShownLinks } from './check-personal-timetables.ts';
import { readRecord, readValid } from './read-valid.ts';

export type CheckReport = {
  organisations: number;
  keys: number;
  links: number;
  files: number;
  /** Files that no kept pointer names. A later build removes them; they are not a fault. */
  orphans: string[];
  /** `byHand` where a full build would not repair it. */
  problems: { path: string; problem: string; byHand?: true }[];
  /** Which database publishes here; null when the store does not say. */
  storeRecord: StoreRecord | null;
};

/** What each step needs. A step adds what it finds to the report. */
type Check = DocumentCheck & { report: CheckReport; moment: CheckMoment };

/**
 * @param onOrganisation called after each organisation, with its id
 * @param moment by which calendars are judged: this moment, and the time-zone data of this process
 */
export async function checkPublished(
  store: Store,
  validate: Validator,
  onOrganisation: (id: string) => void = () => {},
  moment: CheckMoment = { now: Date.now(), tzdata: process.versions['tz'] ?? '' },
): Promise<CheckReport> {
  const report: CheckReport = {
    organisations: 0,
    keys: 0,
    links: 0,
    files: 0,
    orphans: [],
    problems: [],
    storeRecord: null,
  };
  const check: Check = {
    store,
    validate,
    report,
    moment,
    addProblem: (path, problem, byHand) => void report.problems.push({ path, problem, ...(byHand && { byHand }) }),
    onFile: () => void report.files++,
  };

  await checkStoreRecord(check);
  await readValid(check, 'publisher', paths.publisher);
  // Read before the folders: an organisation's folder is written before its record, so a new record is not unused.
  const unused = new Set((await store.listNames(paths.records)).map((name) => `${paths.records}${name}`));
  const unusedLinks = new Set(await store.listNames(paths.links));
  const ids = await checkFolders(check);
  for (const id of ids) {
    const handle = await checkOrganisation(check, id);
    if (handle !== null) {
      unused.delete(paths.record(handle));
      unusedLinks.delete(handle);
      await checkLinks(check, id, handle);
    }
    onOrganisation(id);
  }
  for (const path of unused) check.addProblem(path, 'is a record that no organisation uses');
  for (const name of unusedLinks) check.addProblem(`${paths.links}${name}`, 'are links of no organisation');
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
  const shown: Shown = (handle === null ? null : await checkRecord(check, id, handle)) ?? { pointer: null };
  const { pointer: current, derived } = shown;
  const earlier = await readEarlierPointers(check, id);
  const pointers = current === null ? earlier : [current, ...earlier];
  const links = handle === null ? [] : await readShownLinks(check, id, handle);
  await findOrphans(check, id, [...pointers.flatMap(filesOf), ...derivedPaths(id, shown), ...pathsOfLinks(id, links)]);
  await checkPointers(check, id, current, earlier);
  await checkPacks(check, id, shown);
  const asked = { organisationId: id, derived, current, pointers };
  const calendar = derived === undefined ? null : await checkDerived(check, { ...asked, derived }, check.moment);
  const moment = momentOfLinks(asked, check.moment);
  if (current !== null)
    await checkPersonalTimetables(check, {
      ...asked,
      links,
      pointer: current,
      calendar,
      moment,
      tzdata: check.moment.tzdata,
    });
  return handle;
}

async function checkHandle(check: Check, id: OrganisationId): Promise<Handle | null> {
  const path = paths.handle(id);
  const handle = (await readRecord(check, 'handle-record', path, id))?.handle;
  if (handle === undefined) check.addProblem(path, 'is missing or damaged');
  return isHandle(handle) ? handle : null;
}

type Shown = DerivedParts & { pointer: Owned<Pointer> | null };

/** @returns what the organisation publishes; null when its record cannot be read */
async function checkRecord(check: Check, id: OrganisationId, handle: Handle): Promise<Shown | null> {
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
  const parts = derivedParts(record);
  if (record.pointer === null) return { pointer: null, ...parts };
  const keys = Object.values(record.access?.keys ?? {});
  if (
    record.pointer.publishedList === undefined &&
    keys.some(({ publishedOnly, revoked }) => publishedOnly && !revoked)
  )
    addProblem(path, 'has keys that see published versions only, and no list without drafts');
  if (record.pointer.organisationId !== id)
    addProblem(path, `has the pointer of organisation ${record.pointer.organisationId}`);
  return { pointer: { ...record.pointer, organisationId: id }, ...parts };
}

async function checkLinks(check: Check, id: OrganisationId, handle: Handle): Promise<void> {
  const names = await check.store.listNames(paths.linksOf(handle));
  await mapConcurrently(names, readsAtOnce, async (name) => {
    const path = `${paths.linksOf(handle)}${name}`;
    check.report.links += 1;
    if (hashOfLinkName(name) === null) check.addProblem(path, 'is not the record of a link', true);
    else await readRecord(check, 'link-record', path, id);
  });
}

async function readEarlierPointers(check: Check, id: OrganisationId): Promise<Owned<Pointer>[]> {
  const pointers: Owned<Pointer>[] = [];
  for (const generation of await listGenerations(check.store, id)) {
    const pointer = await readRecord(check, 'pointer', paths.earlierPointer(id, generation), id);
    if (pointer !== null) pointers.push(pointer);
  }
  return pointers;
}

async function findOrphans({ store, report }: Check, id: OrganisationId, kept: readonly string[]): Promise<void> {
  const named = new Set(kept);
  for (const { path } of await store.list(paths.files(id))) if (!named.has(path)) report.orphans.push(path);
}

/** Checks the documents of all kept pointers, a version that several of them name once. */
async function checkPointers(check: Check, id: OrganisationId, current: Pointer | null, earlier: Pointer[]) {
  const checked = new Set<string>();
  if (current !== null) {
    const summaries = await checkVersions(check, id, current, checked);
    await checkLists(check, id, current, summaries);
  }
  for (const pointer of earlier) {
    await checkVersions(check, id, pointer, checked);
    for (const list of listsOf(pointer)) await checkDocument(check, 'timetable-list', id, listName, list);
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
