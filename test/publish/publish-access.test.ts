import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { OpenDatabase } from '../../src/database/open-database.ts';
import { everyRecord } from '../../src/publish/publish-access.ts';
import { publishAccessChanges } from '../../src/publish/publish-claimed.ts';
import { paths } from '../../src/snapshot/paths.ts';
import { buildSchool, loadSchool, publisherOf, readFiles, validate } from '../support/published-school.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { openTestDatabase } from '../support/test-database.ts';

const sha256 = 'ab'.repeat(32);
let open: OpenDatabase;

beforeAll(async () => {
  open = await openTestDatabase();
});
afterAll(() => open.close());
beforeEach(async () => {
  await open.database.deleteFrom('organisation').execute();
  await loadSchool(open.database, 'school', []);
  await run(
    `insert into api_key (id, organisation_id, name, sha256) values ('key_1', 'school', 'Website', '${sha256}')`,
  );
});

const run = (statement: string) => sql.raw(statement).execute(open.database);

/** The records of a new build, by path. */
async function publish(folder?: string): Promise<Map<string, unknown>> {
  const place = folder ?? (await temporaryFolder());
  await buildSchool(publisherOf(place), open.database, 'school');
  const texts = [...readFiles(place, 'keys/**'), ...readFiles(place, 'organisations/*/access.json')];
  return new Map(texts.map(([path, text]) => [path, JSON.parse(text)]));
}

describe('the access record of the organisation', () => {
  const record = {
    formatVersion: 1,
    organisationId: 'school',
    access: 'active',
    lockedBecause: null,
    apiEnabled: true,
  };
  const states: [string, string, object][] = [
    ['active', 'api_enabled = true', {}],
    ['API off', 'api_enabled = false', { apiEnabled: false }],
    ['suspended', `access = 'suspended'`, { access: 'suspended' }],
  ];
  for (const lockedBecause of ['trial_ended', 'plan_ended', 'payment_failed']) {
    const change = `access = 'locked', locked_because = '${lockedBecause}'`;
    states.push([`locked: ${lockedBecause}`, change, { access: 'locked', lockedBecause }]);
  }
  test.each(states)('%s', async (_, change, expected) => {
    await run(`update organisation set ${change}`);
    const published = (await publish()).get(paths.accessRecord('school'));
    expect(published).toEqual({ ...record, ...expected });
    expect(validate('access-record', published).valid).toBe(true);
  });
});

describe('the record of a key', () => {
  const record = {
    ...{ formatVersion: 1, keySha256: sha256, organisationId: 'school', keyId: 'key_1' },
    ...{ expiresAt: null, revoked: false },
  };
  test.each([
    ['without expiry', 'expires_at = null', {}],
    ['with an expiry', `expires_at = '2027-07-31 22:00+02'`, { expiresAt: '2027-07-31T20:00:00.000Z' }],
    ['that never expires', `expires_at = 'infinity'`, {}],
    ['that always was expired', `expires_at = '-infinity'`, { expiresAt: '1970-01-01T00:00:00.000Z' }],
    ['that was revoked', 'revoked_at = now()', { revoked: true }],
  ])('%s', async (_, change, expected) => {
    await run(`update api_key set ${change}`);
    const published = (await publish()).get(paths.keyRecord(sha256));
    expect(published).toEqual({ ...record, ...expected });
    expect(validate('key-record', published).valid).toBe(true);
  });

  test('holds neither the key’s name nor anything else', async () => {
    expect([...(await publish()).keys()].sort()).toEqual(
      [paths.keyRecord(sha256), paths.accessRecord('school')].sort(),
    );
  });
});

test('a record that is right already is left alone, and a change replaces that one', async () => {
  const folder = await temporaryFolder();
  const before = await publish(folder);
  expect(await publish(folder)).toEqual(before);
  await run('update api_key set revoked_at = now()');
  const after = await publish(folder);
  expect(after.get(paths.accessRecord('school'))).toEqual(before.get(paths.accessRecord('school')));
  expect(after.get(paths.keyRecord(sha256))).toMatchObject({ revoked: true });
});

test('every one of thousands of keys is published, and of a change among them only that', async () => {
  const folder = await temporaryFolder();
  await run(`insert into api_key (id, organisation_id, name, sha256)
    select 'many_' || number, 'school', 'Website', encode(sha256(number::text::bytea), 'hex')
    from generate_series(1, 2050) number`);
  const before = await publish(folder);
  expect(before.size).toBe(2050 + 2);
  await run(`update api_key set revoked_at = now() where id = 'many_2049'`);
  const after = await publish(folder);
  const changed = [...after].filter(([path, record]) => JSON.stringify(record) !== JSON.stringify(before.get(path)));
  expect(changed.map(([, record]) => record)).toEqual([expect.objectContaining({ keyId: 'many_2049', revoked: true })]);
});

test('the keys of a slow store are read in the time for which a claim may be idle', async () => {
  const publisher = publisherOf(await temporaryFolder());
  const read = async (path: string) => {
    await sleep(20);
    return publisher.store.read(path);
  };
  await run(`insert into api_key (id, organisation_id, name, sha256)
    select 'many_' || number, 'school', 'Website', encode(sha256(number::text::bytea), 'hex')
    from generate_series(1, 400) number`);
  const slow = { ...publisher, store: { ...publisher.store, read } };
  const attempt = await publishAccessChanges(slow, open.database, 'school', everyRecord);
  expect(attempt.state === 'published' && attempt.result.length).toBe(402);
});
