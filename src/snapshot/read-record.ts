// Reads Belfry's own small files. Servers and CDN functions have no schema validator, so these checks name what the
// request path relies on and no more: a record of another format, or another organisation's, must never be believed.
// `npm run check` validates the same files against their whole schemas.

import type { AccessRecord, KeyRecord, Pointer, Problems } from '../contract/types.generated.ts';
import { formatVersion } from './paths.ts';

/** A file of the published form is not what its place says. */
export class BrokenRecordError extends Error {
  override readonly name: string = 'BrokenRecordError';
}

/** A file was written by a newer program. */
export class NewerFormatError extends BrokenRecordError {
  override readonly name = 'NewerFormatError';
}

export const readKeyRecord = (bytes: Uint8Array): KeyRecord =>
  readRecord<KeyRecord>(bytes, 'key record', (record) => {
    const { keySha256, organisationId, keyId, expiresAt, revoked } = record;
    return (
      typeof keySha256 === 'string' &&
      isName(organisationId) &&
      typeof keyId === 'string' &&
      (expiresAt === null || typeof expiresAt === 'string') &&
      typeof revoked === 'boolean'
    );
  });

export const readAccessRecord = (bytes: Uint8Array): AccessRecord =>
  readRecord<AccessRecord>(
    bytes,
    'access record',
    ({ organisationId, access, apiEnabled }) =>
      isName(organisationId) && typeof access === 'string' && typeof apiEnabled === 'boolean',
  );

export const readPointer = (bytes: Uint8Array): Pointer =>
  readRecord<Pointer>(
    bytes,
    'pointer',
    ({ organisationId, generation, list, timetables }) =>
      isName(organisationId) && typeof generation === 'number' && isObject(list) && isObject(timetables),
  );

export const readProblems = (bytes: Uint8Array): Problems =>
  readRecord<Problems>(
    bytes,
    'problems file',
    ({ organisationId, withheld }) => isName(organisationId) && Array.isArray(withheld),
  );

function readRecord<Kind>(bytes: Uint8Array, kind: string, holds: (record: Record<string, unknown>) => boolean): Kind {
  let record: unknown;
  try {
    record = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (cause) {
    throw new BrokenRecordError(`the ${kind} is not JSON`, { cause });
  }
  if (!isObject(record)) throw new BrokenRecordError(`the ${kind} is not an object`);
  const found = record['formatVersion'];
  if (found !== formatVersion) {
    const message = `the ${kind} has format ${JSON.stringify(found)}; this program reads format ${formatVersion}`;
    throw Number(found) > formatVersion
      ? new NewerFormatError(`${message}, so install the newer release`)
      : new BrokenRecordError(message);
  }
  if (!holds(record)) throw new BrokenRecordError(`the ${kind} lacks a field that serving relies on`);
  return record as Kind; // the checks above are the proof, as far as serving needs one
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isName = (value: unknown) => typeof value === 'string' && /^[a-z0-9_-]{1,64}$/.test(value);

/** The bytes of a record as it is stored: one line of JSON and a line end. */
export const recordBytes = (record: object): Uint8Array => new TextEncoder().encode(`${JSON.stringify(record)}\n`);
