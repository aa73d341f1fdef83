// Verifies the whole published output and reports what is wrong: records under the wrong path, files that differ from
// their pointer, encodings that decode to something else, documents that break the contract. Writes nothing.

import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import {
  type Handle,
  isHandle,
  isOrganisationId,
  type OrganisationId,
  type Owned,
  parseOrganisationId,
} from '../access/ids.ts';
import { commandLine } from '../command-line.ts';
import type { Pointer, PublishedFile, TimetableList, TimetableVersionSummary } from '../contract/types.generated.ts';
import type { Validator } from '../contract/validator.ts';
import { assembleList, assembleSummary } from '../document/assemble-list.ts';
import { checkReferences } from '../document/check-references.ts';
import { jsonPath } from '../document/json-path.ts';
import { sameDocument } from '../document/same-document.ts';
import { unwrapEnvelope } from '../snapshot/envelope.ts';
import { listGenerations } from '../snapshot/load-snapshot.ts';
import { type Encoding, encodingNames, listName, oldKeys, paths } from '../snapshot/paths.ts';
import { filesOf } from '../snapshot/prune-orphans.ts';
import { parseStoreRecord, type StoreRecord } from '../snapshot/read-record.ts';
import { sha256 } from '../snapshot/sha256.ts';
import type { Store } from '../snapshot/store.ts';

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

const decode: Record<Encoding, (bytes: Uint8Array) => Uint8Array> = {
  identity: (bytes) => bytes,
  gzip: (bytes) => gunzipSync(bytes),
  br: (bytes) => brotliDecompressSync(bytes),
};

export async function checkPublished(
  store: Store,
  validate: Validator,
  onOrganisation: (id: string) => void = () => {},
): Promise<CheckReport> {
  const report: CheckReport = { organisations: 0, keys: 0, files: 0, orphans: [], problems: [], storeRecord: null };
  const addProblem = (path: string, problem: string, byHand = false) =>
    report.problems.push({ path, problem, ...(byHand ? { byHand } : {}) });

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
  // Read before the folders, since a new record's name is written there first.
  const unnamed = new Set((await store.listNames(paths.records)).map((name) => `${paths.records}${name}`));
  const folders = await store.listNames(paths.organisations);
  for (const name of folders)
    if (!isOrganisationId(name)) addProblem(`${paths.organisations}${name}`, 'is not an organisation’s folder', true);
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
      const documents = new Map<string, TimetableVersionSummary>();
      for (const [versionId, file] of Object.entries(pointer.timetables)) {
        if (pointer !== current && seen.has(versionId + file.hash)) continue;
        seen.add(versionId + file.hash);
        const timetable = await checkDocument('timetable', id, versionId, file);
        // Only the summary is kept in memory: an organisation may have hundreds of versions.
        if (timetable !== null) documents.set(versionId, assembleSummary({ ...timetable }));
      }
      const list = await checkDocument('timetable-list', id, listName, pointer.list);
      if (pointer === current && list !== null) checkList(id, list, pointer, documents);
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

  async function checkDocument<Name extends 'timetable' | 'timetable-list'>(
    schema: Name,
    organisationId: OrganisationId,
    name: string,
    file: PublishedFile,
  ) {
    const plainPath = paths.file(organisationId, name, file.hash, 'identity');
    let identity: Uint8Array | null = null;
    for (const encoding of encodingNames) {
      const path = paths.file(organisationId, name, file.hash, encoding);
      const bytes = await store.read(path);
      if (bytes === null) {
        addProblem(path, 'is named by a pointer but missing');
        continue;
      }
      report.files += 1;
      if (bytes.length !== file[encoding].bytes || sha256(bytes) !== file[encoding].sha256) {
        addProblem(path, 'does not have the hash that its pointer names');
        continue;
      }
      const decoded = decodeOrNull(encoding, bytes);
      if (encoding === 'identity') identity = bytes;
      else if (decoded === null) addProblem(path, `is not valid ${encoding}`);
      else if (identity !== null && Buffer.compare(decoded, identity) !== 0)
        addProblem(path, 'does not decode to the plain form');
    }
    const data = identity && unwrapEnvelope(identity);
    if (data === null) {
      if (identity !== null) addProblem(plainPath, 'is not a complete response');
      return null;
    }
    if (sha256(data) !== file.hash) addProblem(plainPath, 'does not have the data hash that its name contains');
    const validation = validate(schema, parseJson(data));
    if (!validation.valid) {
      for (const { segments, message } of validation.problems)
        addProblem(plainPath, `${jsonPath(segments)} ${message}`);
      return null;
    }
    const { value } = validation;
    if (value.orgId !== organisationId) addProblem(plainPath, `contains data of organisation ${value.orgId}`);
    if ('lessons' in value)
      for (const { path, message } of checkReferences(value)) addProblem(plainPath, `${path} ${message}`);
    if ('lessons' in value && value.id !== name) addProblem(plainPath, `contains version ${value.id}`);
    return value;
  }

  function checkList(
    organisationId: OrganisationId,
    list: TimetableList,
    pointer: Pointer,
    documents: ReadonlyMap<string, TimetableVersionSummary>,
  ) {
    const path = paths.file(organisationId, listName, pointer.list.hash, 'identity');
    if (!sameDocument(list, assembleList(list.orgId, list.timetables)))
      addProblem(path, 'is out of order or has the wrong count');
    const listed = new Set(list.timetables.map(({ id }) => id));
    for (const id of Object.keys(pointer.timetables))
      if (!listed.has(id)) addProblem(path, `does not list version ${id}`);
    for (const entry of list.timetables) {
      const document = documents.get(entry.id);
      if (!Object.hasOwn(pointer.timetables, entry.id))
        addProblem(path, `lists version ${entry.id}, which has no file`);
      else if (document !== undefined && !sameDocument(entry, document))
        addProblem(path, `lists version ${entry.id} with other fields than its document has`);
    }
  }
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

function decodeOrNull(encoding: Encoding, bytes: Uint8Array): Uint8Array | null {
  try {
    return decode[encoding](bytes);
  } catch {
    return null;
  }
}
