// Servers have no validator, so they check records by hand, for what they rely on. What conforms to a schema must be read, and
// of the heartbeat and the store's record nothing else may be, whatever field is missing or wrong.

import { describe, expect, test } from 'vitest';
import { createValidator } from '../../src/contract/validator.ts';
import { BrokenRecordError } from '../../src/errors.ts';
import { parseFeedState } from '../../src/publish/personal/feed-state-file.ts';
import { parseHeartbeat, readHeartbeat, storedForm, writeHeartbeat } from '../../src/snapshot/heartbeat.ts';
import { paths } from '../../src/snapshot/paths.ts';
import {
  parseHandleRecord,
  parseOrganisationRecord,
  parsePointer,
  parseProblems,
  parseStoreRecord,
  recordBytes,
} from '../../src/snapshot/read-record.ts';
import { folderStore } from '../../src/store/folder/folder-store.ts';
import { quietHeartbeat } from '../support/quiet-heartbeat.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const validate = createValidator();
const organisation = { organisationId: 'north', handle: '0k9zh4m7x1q2' };
const stored = { bytes: 26, sha256: 'a'.repeat(64) };
const file = { hash: 'c'.repeat(64), identity: stored, gzip: stored, br: stored };
const pointer = {
  ...{ formatVersion: 2, organisationId: 'north', generation: 3, publishedAt: '2026-09-01T08:00:00.000Z' },
  ...{ rolledBackTo: null, list: file, timetables: { v1: file } },
};
const key = { keyId: 'k1', expiresAt: null, revoked: false };
const access = { state: 'active', lockedBecause: null, apiEnabled: true, keys: { ['a'.repeat(64)]: key } };
const derived = {
  ...{ generation: 3, publishedAt: '2026-09-01T08:00:00.000Z', tzdata: '2025c', calendar: file },
  ...{ validFrom: '2026-08-31T22:00:00.000Z', validUntil: '2026-09-06T22:00:00.000Z', weeks: { '2026-W36': file } },
  replaced: [{ name: '2026-W36', hash: 'd'.repeat(64), at: '2026-09-01T08:00:00.000Z' }],
};
const pack = { hash: 'f'.repeat(64), bytes: 200 };
const packPart = { offset: 0, bytes: 26, sha256: 'a'.repeat(64) };
const replacedPack = { name: 'days', hash: 'd'.repeat(64), at: '2026-09-01T08:00:00.000Z' };
const slices = { '2026-W36': { ...pack, index: { bytes: 80, sha256: 'b'.repeat(64) } } };
const withSlices = { ...derived, slices, replacedPacks: [{ ...replacedPack, name: '2026-W36-slices' }] };
const day = { hash: 'c'.repeat(64), identity: { bytes: 26 }, gzip: packPart, br: packPart };
const days = {
  ...{ generation: 3, publishedAt: '2026-09-01T08:00:00.000Z', tzdata: '2025c', pack, days: { '2026-09-01': day } },
  ...{ validFrom: '2026-08-31T22:00:00.000Z', validUntil: '2026-09-01T22:00:00.000Z', replaced: [replacedPack] },
};
const finding = { path: '$.id', message: 'is wrong', row: null };
const coded = { ...finding, code: 'lesson-outside-periods', values: { day: 'Monday', periods: 3 } };
const withheld = [{ versionId: 'v1', lastGoodIsServed: true, problems: [finding, coded], more: 2 }];
const store = { formatVersion: 2, storeId: 's', databaseId: 'd', database: 'db.example:5432/school' };
const named = { organisationId: 'north', changes: 2, ageSeconds: 0.5, failures: 3, withheld: 1, rolledBack: false };
const event = { sha256: null, changedAt: 1_788_249_600_000, sequence: 2 };
const state = { sha256: 'e'.repeat(64), changedAt: 1_788_249_600_000, events: { 'uid@belfry': event } };
const heartbeat = {
  ...{ at: 1_788_249_600_000, watching: true, queueDepth: 2, queueAgeSeconds: 0.5, waitingOrganisations: 1 },
  ...{ withheldVersions: 1, builds: 4, buildSeconds: 0.25, generation: 7, organisations: 9, inNeed: 1, first: [named] },
  watchers: [{ id: 'w', age: 0 }],
};

/** Values of every type, and numbers that are no counts. */
const values = [
  null,
  true,
  0,
  1,
  -1,
  0.5,
  3,
  '',
  'x',
  'active',
  'north',
  [],
  [0],
  {},
  { a: 1 },
  '2026-09-01T08:00:00.000Z',
];

/** The value with each field, at any depth, left out or replaced by each of the values. */
function* variantsOf(value: unknown): Generator<unknown> {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, part] of Object.entries(value)) {
    const put = (other: unknown) =>
      Array.isArray(value) ? value.with(Number(name), other) : { ...value, [name]: other };
    const { [name]: _, ...without } = { ...value } as Record<string, unknown>; // any of its fields
    yield Array.isArray(value) ? value.toSpliced(Number(name), 1) : without;
    for (const other of values) yield put(other);
    for (const variant of variantsOf(part)) yield put(variant);
  }
}

/** Whether a record has the pointer of another organisation: no schema compares two fields. */
const hasTwoOwners = (record: unknown): boolean => {
  const { organisationId, pointer: own } = Object(record);
  return Object(own).organisationId !== undefined && own.organisationId !== organisationId;
};

describe.each([
  ['organisation-record', parseOrganisationRecord, { formatVersion: 2, ...organisation, access, pointer }],
  [
    'organisation-record',
    parseOrganisationRecord,
    { formatVersion: 2, ...organisation, access, pointer, derived: withSlices, days },
  ],
  ['handle-record', parseHandleRecord, { formatVersion: 2, ...organisation }],
  ['pointer', parsePointer, pointer],
  ['problems', parseProblems, { formatVersion: 2, organisationId: 'north', withheld, warnings: [] }],
  ['store', parseStoreRecord, store],
  ['publisher', parseHeartbeat, heartbeat],
  ['feed-state', parseFeedState, { formatVersion: 2, organisationId: 'north', state }],
] as const)('%s.json', (name, parse, record) => {
  const variants = [record, ...variantsOf(record)];
  const read = (variant: unknown) => {
    try {
      return parse(recordBytes(Object(variant)));
    } catch (error) {
      if (error instanceof BrokenRecordError) return null;
      throw error;
    }
  };
  const conforms = (value: unknown) => validate(name, value).valid;

  test('what conforms to the schema is read', () => {
    const conforming = variants.filter((variant) => conforms(variant) && !hasTwoOwners(variant));
    expect(conforming.length).toBeGreaterThan(1);
    expect(conforming.filter((variant) => read(variant) === null)).toEqual([]);
  });
});

test('a record of the store that does not conform to its schema is not read', () => {
  const odd = [...variantsOf(store)].filter((variant) => !validate('store', variant).valid);
  expect(odd.length).toBeGreaterThan(20);
  for (const variant of odd) expect(() => parseStoreRecord(recordBytes(Object(variant)))).toThrow(BrokenRecordError);
});

describe('a heartbeat', () => {
  const variants = [...variantsOf(heartbeat)];
  const read = (record: object) => parseHeartbeat(recordBytes(record));

  test('that conforms is read as it is, apart from what an earlier release did not write', () => {
    const conforming = variants.filter((variant) => validate('publisher', variant).valid);
    const nothing = { organisations: 0, inNeed: 0, first: [], watchers: [] };
    for (const record of conforming.map(Object)) {
      const found = read(record);
      expect(found && storedForm(found)).toEqual({ ...nothing, ...record });
    }
  });

  test('with a wrong number is not read; with a wrong entry of a list, it is read without the entry', () => {
    const odd = variants.filter((variant) => !validate('publisher', variant).valid).map(Object);
    const found = odd.map(read);
    expect(found.filter((each) => each === null).length).toBeGreaterThan(100);
    const lenient = found.filter((each) => each !== null);
    expect(lenient.length).toBeGreaterThan(100);
    for (const each of lenient) {
      expect(validate('publisher', storedForm(each))).toMatchObject({ valid: true });
      expect([...each.attention.first, ...each.watchers].length).toBeLessThan(2);
    }
  });

  test('is written as its schema says, in the fields of the previous release', async () => {
    const written = folderStore(await temporaryFolder());
    const attention = { count: 1, first: [named] };
    await writeHeartbeat(written, { ...quietHeartbeat, at: Date.now(), watching: true, attention }, 'w');
    const bytes = await written.read(paths.publisher);
    const record: unknown = JSON.parse(Buffer.from(bytes ?? '').toString());
    expect(validate('publisher', record)).toMatchObject({ valid: true, value: { inNeed: 1, first: [named] } });
    expect(await readHeartbeat(written)).toMatchObject({ attention, watchers: [{ id: 'w', age: 0 }] });
  });
});
