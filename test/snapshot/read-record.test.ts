import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BrokenRecordError, NewerFormatError } from '../../src/errors.ts';
import {
  parseHandleRecord,
  parseOrganisationRecord,
  parsePointer,
  parseProblems,
  recordBytes,
} from '../../src/snapshot/read-record.ts';

const stored = { bytes: 26, sha256: 'a'.repeat(64) };
const file = { hash: 'c'.repeat(64), identity: stored, gzip: stored, br: stored };
const handleRecord = { formatVersion: 2, organisationId: 'north', handle: '0k9zh4m7x1q2' };
const pointer = {
  formatVersion: 2,
  organisationId: 'north',
  generation: 3,
  publishedAt: '2026-09-01T08:00:00.000Z',
  rolledBackTo: null,
  list: file,
  timetables: { v1: file },
};
const key = { keyId: 'k1', expiresAt: null, revoked: false };
const access = { state: 'active', lockedBecause: null, apiEnabled: true, keys: { ['a'.repeat(64)]: key } };
const organisation = { formatVersion: 2, handle: '0k9zh4m7x1q2', organisationId: 'north', access, pointer };
const derived = {
  generation: 3,
  publishedAt: '2026-09-01T08:00:00.000Z',
  validFrom: '2026-08-31T22:00:00.000Z',
  validUntil: '2026-09-06T22:00:00.000Z',
  tzdata: '2025c',
  calendar: file,
  weeks: { '2026-W36': file },
  replaced: [],
};
const problems = { formatVersion: 2, organisationId: 'north', withheld: [] };

describe.each([
  ["organisation's record", parseOrganisationRecord, organisation, ['handle', 'organisationId', 'access', 'pointer']],
  ["record of the organisation's handle", parseHandleRecord, handleRecord, ['organisationId', 'handle']],
  ['pointer', parsePointer, pointer, ['organisationId', 'generation', 'list', 'timetables']],
  ['problems file', parseProblems, problems, ['organisationId', 'withheld']],
] as const)('a %s', (kind, read, record, reliedOn) => {
  test('is parsed as it was written', () => {
    expect(read(recordBytes(record))).toEqual(record);
  });

  test.each(reliedOn)('without %s, or with a value of another type there, is broken', (field) => {
    const { [field]: _, ...without } = { ...record } as Record<string, unknown>; // a record with any of its fields
    expect(() => read(recordBytes(without))).toThrow(BrokenRecordError);
    for (const value of [undefined, [], 0.5, {}]) {
      if (typeof value === typeof Reflect.get(record, field)) continue;
      expect(() => read(recordBytes({ ...record, [field]: value }))).toThrow(`the ${kind} lacks a field`);
    }
  });

  test.each(['', '.', '..', '../south', 'North', 'nörth', 'a'.repeat(65), 'a/b', 'a\\b', 'a\0'])(
    'of the organisation %j, an invalid id, is broken',
    (organisationId) => {
      expect(() => read(recordBytes({ ...record, organisationId }))).toThrow(BrokenRecordError);
    },
  );

  test('of a newer format is a NewerFormatError', () => {
    const readNewer = () => read(recordBytes({ ...record, formatVersion: 3 }));
    expect(readNewer).toThrow(NewerFormatError);
    expect(readNewer).toThrow(`the ${kind} has format 3; this program reads format 2, so install the newer release`);
  });

  test.each([0, 1, -1, null, '2', undefined])('of the format %j is broken, not newer', (formatVersion) => {
    const readOdd = () => read(recordBytes({ ...record, formatVersion }));
    expect(readOdd).toThrow(BrokenRecordError);
    expect(readOdd).not.toThrow(NewerFormatError);
  });

  test('that is truncated at any byte is broken', () => {
    const bytes = recordBytes(record);
    for (let length = 0; length < bytes.length - 1; length++)
      expect(() => read(bytes.subarray(0, length))).toThrow(BrokenRecordError);
  });

  test('is never parsed from arbitrary bytes or JSON', () => {
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

test.each([
  ['access without its state', { access: { ...access, state: undefined } }],
  ['access without keys', { access: { ...access, keys: undefined } }],
  ['a key whose name is not a hash', { access: { ...access, keys: { short: key } } }],
  [
    'a key whose `revoked` is not a boolean',
    { access: { ...access, keys: { ['a'.repeat(64)]: { ...key, revoked: 0 } } } },
  ],
  [
    'a key whose `expiresAt` is a number',
    { access: { ...access, keys: { ['a'.repeat(64)]: { ...key, expiresAt: 5 } } } },
  ],
  ["another organisation's pointer", { pointer: { ...pointer, organisationId: 'south' } }],
  ['a pointer without a list', { pointer: { ...pointer, list: null } }],
  ['nothing where its calendar should be', { derived: null }],
  ['a calendar without its file', { derived: { ...derived, calendar: null } }],
  ['a calendar without weeks', { derived: { ...derived, weeks: [] } }],
  ['a calendar of no generation', { derived: { ...derived, generation: '3' } }],
  ['a calendar without an end', { derived: { ...derived, validUntil: undefined } }],
  ['a calendar that does not tell what it replaced', { derived: { ...derived, replaced: {} } }],
])('an organisation whose record has %s is broken', (_, part) => {
  expect(() => parseOrganisationRecord(recordBytes({ ...organisation, ...part }))).toThrow(BrokenRecordError);
});

test.each(['access', 'pointer'])('an organisation may have no %s yet', (part) => {
  const record = { ...organisation, [part]: null };
  expect(parseOrganisationRecord(recordBytes(record))).toEqual(record);
});

test('an organisation may have a calendar', () => {
  const record = { ...organisation, derived };
  expect(parseOrganisationRecord(recordBytes(record))).toEqual(record);
});

test('a record is stored as one line', () => {
  expect(Buffer.from(recordBytes({ a: 'x\ny' })).toString()).toBe('{"a":"x\\ny"}\n');
});
