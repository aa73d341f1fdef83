import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import type { AccessRecord } from '../../src/contract/types.generated.ts';
import { StoreFullError } from '../../src/errors.ts';
import type { Store } from '../../src/store/store.ts';
import { build } from '../support/belfry.ts';
import { buildSchool, loadSchool, publisherOf, validate } from '../support/published-school.ts';
import { readRecord, recordPath } from '../support/record-places.ts';
import { publishedTimetable } from '../support/small-timetable.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { useTestDatabase } from '../support/test-database.ts';

const sha256 = 'ab'.repeat(32);
const open = useTestDatabase();
beforeEach(async () => {
  await open.database.deleteFrom('organisation').execute();
  await loadSchool(open.database, 'school', []);
  await run(
    `insert into api_key (id, organisation_id, name, sha256) values ('key_1', 'school', 'Website', '${sha256}')`,
  );
});

const run = (statement: string) => sql.raw(statement).execute(open.database);

/** The access of the school after a build. */
async function publish(folder?: string): Promise<AccessRecord | null> {
  const place = folder ?? (await temporaryFolder());
  await buildSchool(publisherOf(place), open.database, 'school');
  const record = readRecord(place, 'school');
  expect(validate('organisation-record', record).valid).toBe(true);
  return record.access;
}

describe('the access of the organisation', () => {
  const usual = { fence: expect.any(Number), state: 'active', lockedBecause: null, apiEnabled: true };
  const states: [string, string, object][] = [
    ['active', 'api_enabled = true', {}],
    ['API off', 'api_enabled = false', { apiEnabled: false }],
    ['suspended', `access = 'suspended'`, { state: 'suspended' }],
  ];
  for (const lockedBecause of ['trial_ended', 'plan_ended', 'payment_failed']) {
    const change = `access = 'locked', locked_because = '${lockedBecause}'`;
    states.push([`locked: ${lockedBecause}`, change, { state: 'locked', lockedBecause }]);
  }
  test.each(states)('%s', async (_, change, expected) => {
    await run(`update organisation set ${change}`);
    expect(await publish()).toEqual({ ...usual, keys: expect.anything(), ...expected });
  });
});

test('is published while the rest of the disk is kept for it, and documents are not until there is more', async () => {
  const [folder, database] = [await temporaryFolder(), open.database];
  const space = { free: 1e9, total: 1e12 };
  const publisher = { ...publisherOf(folder), reserve: { bytes: 2e8, readSpace: async () => space } };
  const { generation } = await buildSchool(publisher, database, 'school');
  space.free = 1e6;
  await run(`update api_key set revoked_at = now()`);
  await loadSchool(database, 'school', [publishedTimetable('v1')]);
  const { failures } = await build(publisher, database, 'due');
  expect(failures).toMatchObject([{ organisationId: 'school', work: 'documents', error: expect.any(StoreFullError) }]);
  const record = readRecord(folder, 'school');
  expect(record.access?.keys[sha256]).toMatchObject({ revoked: true });
  expect(record.pointer?.generation).toBe(generation);
  space.free = 1e9;
  expect(await build(publisher, database, 'due')).toMatchObject({
    failures: [],
    organisations: [{ generation: generation + 1 }],
  });
});

describe('the record of a key', () => {
  test.each([
    ['without expiry', 'expires_at = null', {}],
    ['with an expiry', `expires_at = '2027-07-31 22:00+02'`, { expiresAt: '2027-07-31T20:00:00.000Z' }],
    ['that expires at infinity', `expires_at = 'infinity'`, {}],
    ['that expired at -infinity', `expires_at = '-infinity'`, { expiresAt: '1970-01-01T00:00:00.000Z' }],
    ['that was revoked', 'revoked_at = now()', { revoked: true }],
  ])('%s', async (_, change, expected) => {
    await run(`update api_key set ${change}`);
    // No other field of the key is published.
    const usual = { keyId: 'key_1', expiresAt: null, revoked: false };
    expect((await publish())?.keys).toEqual({ [sha256]: { ...usual, ...expected } });
  });
});

test('a correct record is not rewritten, and a change of a key replaces it', async () => {
  const folder = await temporaryFolder();
  const before = await publish(folder);
  expect(await publish(folder)).toEqual(before);
  await run('update api_key set revoked_at = now()');
  const after = await publish(folder);
  expect(after?.keys[sha256]).toMatchObject({ revoked: true });
  expect(after?.fence).not.toBe(before?.fence);
});

const manyKeys = (count: number) =>
  run(`insert into api_key (id, organisation_id, name, sha256)
    select 'many_' || number, 'school', 'Website', encode(sha256(number::text::bytea), 'hex')
    from generate_series(1, ${count}) number`);

test('a thousand keys are published, and the database refuses another that is not revoked', async () => {
  await manyKeys(999);
  expect(Object.keys((await publish())?.keys ?? {})).toHaveLength(1000);
  const another = `insert into api_key (id, organisation_id, name, sha256)
    values ('key_2', 'school', 'Website', '${'cd'.repeat(32)}')`;
  await expect(run(another)).rejects.toThrow(
    'organisation school has 1000 keys that are not revoked, which is the most',
  );
  await run(`update api_key set revoked_at = now() where id = 'many_7'`);
  await run(another);
  await expect(run(`update api_key set revoked_at = null`)).rejects.toThrow('key many_7 stays revoked');
});

test('the record has the last thousand revoked keys', async () => {
  await manyKeys(900);
  await run(`update api_key set revoked_at = now() - interval '1 day' where id like 'many%'`);
  await run(`insert into api_key (id, organisation_id, name, sha256, revoked_at)
    select 'old_' || number, 'school', 'Website', encode(sha256(('x' || number)::bytea), 'hex'), now() - number * interval '1 week'
    from generate_series(1, 900) number`);
  const known = Object.values((await publish())?.keys ?? {});
  expect(known.filter(({ revoked }) => !revoked)).toHaveLength(1);
  expect(known.filter(({ keyId }) => keyId.startsWith('many'))).toHaveLength(900);
  expect(
    known
      .filter(({ keyId }) => keyId.startsWith('old'))
      .map(({ keyId }) => Number(keyId.slice(4)))
      .toSorted((one, other) => one - other),
  ).toEqual(Array.from({ length: 100 }, (_, index) => index + 1));
});

test('a pending change is written even if a stale read of the record already shows it', async () => {
  const folder = await temporaryFolder();
  await publish(folder);
  await run(`update organisation set access = 'suspended'`);
  await publish(folder);
  await run(`update organisation set access = 'active'`);
  const { store } = publisherOf(folder);
  const path = recordPath('school');
  const before = await store.read(path);
  // Stale reads show the record from before the suspension, whose access equals the database's current one.
  const older = Buffer.from(String(Buffer.from(before ?? [])).replace('suspended', 'active'));
  let stale = 3;
  const read: Store['read'] = async (from) => (from === path && stale-- > 0 ? older : store.read(from));
  await buildSchool({ ...publisherOf(folder), store: { ...store, read } }, open.database, 'school');
  expect(stale).toBeLessThan(0);
  expect(readRecord(folder, 'school').access).toMatchObject({ state: 'active' });
});
