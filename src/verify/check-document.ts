// Checks one published document: its files in all encodings against the pointer, the schema and the references.

import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { OrganisationId } from '../access/ids.ts';
import type { PublishedFile } from '../contract/types.generated.ts';
import type { Validator } from '../contract/validator.ts';
import { checkReferences } from '../document/check-references.ts';
import { jsonPath } from '../document/json-path.ts';
import { unwrapEnvelope } from '../snapshot/envelope.ts';
import { type Encoding, encodingNames, paths } from '../snapshot/paths.ts';
import { sha256 } from '../snapshot/sha256.ts';
import type { Store } from '../store/store.ts';

/** `byHand` where a full build would not repair it. */
export type AddProblem = (path: string, problem: string, byHand?: true) => void;

export type DocumentCheck = {
  store: Store;
  validate: Validator;
  addProblem: AddProblem;
  /** Called for each file that is there. */
  onFile: () => void;
};

const decode: Record<Encoding, (bytes: Uint8Array) => Uint8Array> = {
  identity: (bytes) => bytes,
  gzip: (bytes) => gunzipSync(bytes),
  br: (bytes) => brotliDecompressSync(bytes),
};

/**
 * Checks one published file in all its encodings.
 * @returns the document, or null when it cannot be read or breaks the schema
 */
export async function checkDocument<Name extends 'timetable' | 'timetable-list' | 'published-calendar' | 'week' | 'my'>(
  { store, validate, addProblem, onFile }: DocumentCheck,
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
    onFile();
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
    for (const { segments, message } of validation.problems) addProblem(plainPath, `${jsonPath(segments)} ${message}`);
    return null;
  }
  const { value } = validation;
  if ('orgId' in value && value.orgId !== organisationId)
    addProblem(plainPath, `contains data of organisation ${value.orgId}`);
  if ('lessonUnits' in value)
    for (const { path, message } of checkReferences(value)) addProblem(plainPath, `${path} ${message}`);
  if ('lessonUnits' in value && value.id !== name) addProblem(plainPath, `contains version ${value.id}`);
  return value;
}

/** @returns undefined when the bytes are not JSON */
export function parseJson(bytes: Uint8Array): unknown {
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
