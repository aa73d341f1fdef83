import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  BrokenRecordError,
  NewerFormatError,
  readAccessRecord,
  readKeyRecord,
  readPointer,
  readProblems,
  recordBytes,
} from '../../src/snapshot/read-record.ts';

const stored = { bytes: 26, sha256: 'a'.repeat(64) };
const file = { hash: 'c'.repeat(64), identity: stored, gzip: stored, br: stored };
const keyRecord = {
  formatVersion: 1,
  keySha256: 'a'.repeat(64),
  organisationId: 'north',
  keyId: 'k1',
  expiresAt: null,
  revoked: false,
};
const accessRecord = {
  formatVersion: 1,
  organisationId: 'north',
  access: 'active',
  lockedBecause: null,
  apiEnabled: true,
};
const pointer = {
  formatVersion: 1,
  organisationId: 'north',
  generation: 3,
  publishedAt: '2026-09-01T08:00:00.000Z',
  rolledBackTo: null,
  list: file,
  timetables: { v1: file },
};
const problems = { formatVersion: 1, organisationId: 'north', withheld: [] };

describe.each([
  ['key record', readKeyRecord, keyRecord, ['keySha256', 'organisationId', 'keyId', 'expiresAt', 'revoked']],
  ['access record', readAccessRecord, accessRecord, ['organisationId', 'access', 'apiEnabled']],
  ['pointer', readPointer, pointer, ['organisationId', 'generation', 'list', 'timetables']],
  ['problems file', readProblems, problems, ['organisationId', 'withheld']],
] as const)('a %s', (kind, read, record, reliedOn) => {
  test('is read as it was written', () => {
    expect(read(recordBytes(record))).toEqual(record);
  });

  test.each(reliedOn)('without %s is broken, and so it is with another kind of value there', (field) => {
    const { [field]: _, ...without } = { ...record } as Record<string, unknown>; // a record with any of its fields
    expect(() => read(recordBytes(without))).toThrow(BrokenRecordError);
    for (const value of [undefined, [], 0.5, {}]) {
      if (typeof value === typeof Reflect.get(record, field)) continue;
      expect(() => read(recordBytes({ ...record, [field]: value }))).toThrow(`the ${kind} lacks a field`);
    }
  });

  test.each(['', '.', '..', '../south', 'North', 'nörth', 'a'.repeat(65), 'a/b', 'a\\b', 'a\0'])(
    'of the organisation %j is broken: no folder is called that',
    (organisationId) => {
      expect(() => read(recordBytes({ ...record, organisationId }))).toThrow(BrokenRecordError);
    },
  );

  test('of a newer format asks for the newer release', () => {
    const readNewer = () => read(recordBytes({ ...record, formatVersion: 2 }));
    expect(readNewer).toThrow(NewerFormatError);
    expect(readNewer).toThrow(`the ${kind} has format 2; this program reads format 1, so install the newer release`);
  });

  test.each([0, -1, null, '1', undefined])('of the format %j is broken, not newer', (formatVersion) => {
    const readOdd = () => read(recordBytes({ ...record, formatVersion }));
    expect(readOdd).toThrow(BrokenRecordError);
    expect(readOdd).not.toThrow(NewerFormatError);
  });

  test('that is cut anywhere is broken', () => {
    const bytes = recordBytes(record);
    for (let length = 0; length < bytes.length - 1; length++)
      expect(() => read(bytes.subarray(0, length))).toThrow(BrokenRecordError);
  });

  test('is never made of bytes that are no record', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.uint8Array(),
          fc.json().map((json) => Buffer.from(json)),
        ),
        (bytes) => {
          expect(() => read(bytes)).toThrow(BrokenRecordError);
        },
      ),
    );
  });
});

test('a record is stored as one line', () => {
  expect(Buffer.from(recordBytes({ a: 'x\ny' })).toString()).toBe('{"a":"x\\ny"}\n');
});
