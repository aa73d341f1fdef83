// Reads all of the published form back as a stranger would and says what is wrong with it: records that are not what
// their place says, files that their pointer does not describe, encodings that decode to something else, documents that
// break the contract. It changes nothing.

import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { Pointer, PublishedFile, Timetable, TimetableList } from '../contract/types.generated.ts';
import type { Validator } from '../contract/validator.ts';
import { assembleList } from '../document/assemble-list.ts';
import { assembleSummary } from '../document/assemble-timetable.ts';
import { checkReferences } from '../document/check-references.ts';
import { jsonPath } from '../document/json-path.ts';
import { sameDocument } from '../document/same-document.ts';
import { sha256 } from '../snapshot/encode-response.ts';
import { unwrapEnvelope } from '../snapshot/envelope.ts';
import { listGenerations } from '../snapshot/load-snapshot.ts';
import { type Encoding, encodingNames, listName, paths } from '../snapshot/paths.ts';
import { filesOf } from '../snapshot/remove-orphans.ts';
import type { Store } from '../snapshot/store.ts';

export type CheckReport = {
  organisations: number;
  keys: number;
  files: number;
  /** Files that no kept pointer names: leftovers that a later build removes, no fault by themselves. */
  orphans: string[];
  problems: { path: string; problem: string }[];
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
  const report: CheckReport = { organisations: 0, keys: 0, files: 0, orphans: [], problems: [] };
  const say = (path: string, problem: string) => report.problems.push({ path, problem });

  /** A record of the store that satisfies its schema and names the organisation in whose place it stands. */
  const readRecord = async <Name extends 'key-record' | 'access-record' | 'pointer' | 'problems'>(
    name: Name,
    path: string,
    organisationId: string | null,
  ) => {
    const bytes = await store.read(path);
    if (bytes === null) return null;
    const validation = validate(name, parseJson(bytes));
    if (!validation.valid) {
      for (const { segments, message } of validation.problems) say(path, `${jsonPath(segments)} ${message}`);
      return null;
    }
    const { value } = validation;
    if (organisationId !== null && value.organisationId !== organisationId)
      say(path, `belongs to organisation ${value.organisationId}`);
    return value;
  };

  const ids = new Set(await store.listNames(paths.organisations));
  for (const { path } of await store.list(paths.keys)) {
    const record = await readRecord('key-record', path, null);
    if (record === null) continue;
    report.keys += 1;
    if (path !== paths.keyRecord(record.keySha256)) say(path, 'stands in the place of another key');
    if (!ids.has(record.organisationId)) say(path, `names organisation ${record.organisationId}, which is not there`);
  }

  for (const id of [...ids].sort()) {
    report.organisations += 1;
    const access = await readRecord('access-record', paths.accessRecord(id), id);
    if (access === null) say(paths.accessRecord(id), 'is not there or not whole');
    await readRecord('problems', paths.problems(id), id);
    const current = await readRecord('pointer', paths.pointer(id), id);
    if (current === null) say(paths.pointer(id), 'is not there or not whole');
    const kept: Pointer[] = current === null ? [] : [current];
    for (const generation of await listGenerations(store, id)) {
      const earlier = await readRecord('pointer', paths.earlierPointer(id, generation), id);
      if (earlier !== null) kept.push(earlier);
    }
    const named = new Set(kept.flatMap(filesOf));
    const stored = await store.list(paths.files(id));
    for (const { path } of stored) if (!named.has(path)) report.orphans.push(path);
    const seen = new Set<string>();
    for (const pointer of kept) {
      const documents = new Map<string, Timetable>();
      for (const [versionId, file] of Object.entries(pointer.timetables)) {
        if (pointer !== current && seen.has(versionId + file.hash)) continue;
        seen.add(versionId + file.hash);
        const timetable = await checkDocument('timetable', id, versionId, file);
        if (timetable !== null) documents.set(versionId, timetable);
      }
      const list = await checkDocument('timetable-list', id, listName, pointer.list);
      if (pointer === current && list !== null) checkList(list, pointer, documents);
    }
    onOrganisation(id);
  }
  return report;

  async function checkDocument<Name extends 'timetable' | 'timetable-list'>(
    schema: Name,
    organisationId: string,
    name: string,
    file: PublishedFile,
  ) {
    const place = paths.file(organisationId, name, file.hash, 'identity');
    let identity: Uint8Array | null = null;
    for (const encoding of encodingNames) {
      const path = paths.file(organisationId, name, file.hash, encoding);
      const bytes = await store.read(path);
      if (bytes === null) {
        say(path, 'is named by a pointer and not there');
        continue;
      }
      report.files += 1;
      if (bytes.length !== file[encoding].bytes || sha256(bytes) !== file[encoding].sha256) {
        say(path, 'has other bytes than its pointer says');
        continue;
      }
      const decoded = decodeOrNull(encoding, bytes);
      if (encoding === 'identity') identity = bytes;
      else if (decoded === null) say(path, `is no valid ${encoding}`);
      else if (identity !== null && Buffer.compare(decoded, identity) !== 0)
        say(path, 'decodes to something else than the plain form');
    }
    const data = identity && unwrapEnvelope(identity);
    if (data === null) {
      if (identity !== null) say(place, 'is no whole response');
      return null;
    }
    if (sha256(data) !== file.hash) say(place, 'has other data than its name says');
    const validation = validate(schema, parseJson(data));
    if (!validation.valid) {
      for (const { segments, message } of validation.problems) say(place, `${jsonPath(segments)} ${message}`);
      return null;
    }
    const { value } = validation;
    if (value.orgId !== organisationId) say(place, `holds data of organisation ${value.orgId}`);
    if ('lessons' in value) for (const { path, message } of checkReferences(value)) say(place, `${path} ${message}`);
    if ('lessons' in value && value.id !== name) say(place, `holds version ${value.id}`);
    return value;
  }

  function checkList(list: TimetableList, pointer: Pointer, documents: ReadonlyMap<string, Timetable>) {
    const place = paths.file(list.orgId, listName, pointer.list.hash, 'identity');
    if (!sameDocument(list, assembleList(list.orgId, list.timetables))) say(place, 'is not in order or miscounts');
    const listed = new Set(list.timetables.map(({ id }) => id));
    for (const id of Object.keys(pointer.timetables)) if (!listed.has(id)) say(place, `does not list version ${id}`);
    for (const entry of list.timetables) {
      const document = documents.get(entry.id);
      if (!Object.hasOwn(pointer.timetables, entry.id)) say(place, `lists version ${entry.id}, which has no file`);
      else if (document !== undefined && !sameDocument(entry, assembleSummary({ ...document })))
        say(place, `lists version ${entry.id} with other fields than its document has`);
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
