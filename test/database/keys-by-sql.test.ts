// Keys that a dashboard makes by SQL: of the same form as the command's, random, known by their SHA-256 alone, with who
// created and who revoked each.

import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createApiKey, handleOfKey } from '../../src/access/api-key.ts';
import { parseHandle } from '../../src/access/ids.ts';
import { dumpTables } from '../support/dump-tables.ts';
import { newKeyOf, runBuild } from '../support/fault-schools.ts';
import { openGuide } from '../support/open-guide.ts';
import { handleFor } from '../support/record-places.ts';
import { runningServer } from '../support/running-server.ts';
import { usePublishedSchools } from '../support/use-published-schools.ts';

const schools = usePublishedSchools(['north', 'south']);
const { open } = schools;
const run = (statements: string) => sql.raw<Record<string, unknown>>(statements).execute(open.database);
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

type Created = { id: string; key: string };
async function create(values: string): Promise<Created> {
  const { rows } = await sql.raw<Created>(`select id, key from create_api_key(${values})`).execute(open.database);
  const [created] = rows;
  if (created === undefined) throw new Error('no key was created');
  return created;
}
const textBySql = async (handle: string, bytes: Uint8Array) => {
  const { rows } = await sql<{ key: string }>`select api_key_text(${handle}, ${Buffer.from(bytes)}) as key`.execute(
    open.database,
  );
  return rows[0]?.key;
};

describe('the form of a key', () => {
  const { text } = openGuide('src/database/README.md');
  const examples = [...text.matchAll(/^\| \d+ \| `(\w+)` \| `(\w+)` \| `(belfry_(?!link_)\w+)` \| `(\w+)` \|$/gm)].map(
    ([, handle = '', bytes = '', key = '', hash = '']) => ({ handle, bytes: Buffer.from(bytes, 'hex'), key, hash }),
  );

  test('each example of the guide is what both the database and the command make', async () => {
    expect(examples).toHaveLength(3);
    for (const { handle, bytes, key, hash } of examples) {
      expect(createApiKey(parseHandle(handle), () => bytes)).toBe(key);
      expect(await textBySql(handle, bytes)).toBe(key);
      expect(sha256(key)).toBe(hash);
    }
  });

  test('both make the same key of any bytes', async () => {
    for (let round = 0; round < 200; round++) {
      const [handle, bytes] = [parseHandle(randomBytes(6).toString('hex')), randomBytes(64)];
      expect(await textBySql(handle, bytes)).toBe(createApiKey(handle, () => bytes));
    }
  });

  test('bytes that make no whole key make none', async () => {
    await expect(textBySql('0123456789ab', Buffer.alloc(31))).rejects.toThrow('too few random bytes');
    await expect(textBySql('0123456789ab', Buffer.alloc(64, 255))).rejects.toThrow('too few random bytes');
  });

  test('every character of a key is drawn evenly', async () => {
    const { rows } = await run(
      `select key from generate_series(1, 900) number, create_api_key('north', 'x' || number)`,
    );
    const keys = rows.map(({ key }) => String(key));
    expect(new Set(keys).size).toBe(900);
    const places = Array.from({ length: 32 }, (_, place) => new Set(keys.map((key) => key[19 + place])).size);
    // Of 62 characters, 900 draws miss one with a probability of 1 in 35,000 for each place.
    expect(Math.min(...places)).toBeGreaterThanOrEqual(60);
  });
});

test('a key made by SQL opens its organisation, until it is revoked by SQL', async () => {
  const { id, key } = await create(`'north', 'Website'`);
  expect(id).toMatch(/^key_[\w-]{12}$/);
  expect(handleOfKey(key)).toBe(handleFor('north'));
  const dump = JSON.stringify(await dumpTables(open.database));
  expect([dump.includes(sha256(key)), dump.includes(key.slice(19, 51))]).toEqual([true, false]);
  const server = await runningServer(schools.folder);
  const status = async () => {
    await runBuild(schools.publisher, open.database);
    return (await server.call({ path: '/api/v1/timetables', headers: { Authorization: `Bearer ${key}` } })).status;
  };
  expect(await status()).toBe(200);
  const { rows: first } = await run(`select revoke_api_key('${id}') as at`);
  expect(await status()).toBe(401);
  expect((await run(`select revoke_api_key('${id}') as at`)).rows).toEqual(first);
});

test.each([
  [`'north', 'x', '2099-07-31Z'`, new Date('2099-07-31')],
  [`'north', 'x', null`, null],
  [`'north', 'x', 'infinity'`, Number.POSITIVE_INFINITY],
])('create_api_key(%s) stores the expiry', async (values, expected) => {
  const { id } = await create(values);
  expect((await run(`select expires_at from api_key where id = '${id}'`)).rows).toEqual([{ expires_at: expected }]);
});

test.each([
  [`create_api_key('east', 'x')`, /there is no organisation 'east'; insert it/],
  [`create_api_key(null, 'x')`, 'there is no organisation NULL'],
  [`create_api_key('north', null)`, 'a name says what the key is for'],
  [`create_api_key('north', E' \\t\\n')`, 'a name says what the key is for'],
  [`create_api_key('north', E'Web\\nsite')`, 'a name says what the key is for'],
  [`create_api_key('north', repeat('x', 4097))`, 'api_key_texts_within_4096_bytes'],
  [`create_api_key('north', 'x', now())`, 'the key would have expired'],
  [`create_api_key('north', 'x', '-infinity')`, 'the key would have expired'],
  [`revoke_api_key('key_none')`, 'there is no key key_none'],
  [`revoke_api_key(null)`, 'give the id of a key'],
  [
    `revoke_api_key('belfry_0123456789ab0000000000000000000000000000000049y9Ku')`,
    /^revoke_api_key: give the id of a key, not the key$/,
  ],
])('refused: %s', async (call, message) => {
  const before = await dumpTables(open.database);
  await expect(run(`select ${call}`)).rejects.toThrow(message);
  expect(await dumpTables(open.database)).toEqual(before);
});

describe('the row of a key', () => {
  test.each([
    ['becomes no other key', `update api_key set sha256 = '${'a'.repeat(64)}'`, 'cannot become another key'],
    ['keeps its id', `update api_key set id = 'another'`, 'cannot become another key'],
    ['stays revoked', 'update api_key set revoked_at = null', 'stays revoked, since others may know it'],
  ])('%s', async (_, statement, message) => {
    const { id } = await newKeyOf(open.database, schools.publisher, 'north');
    await run(`select revoke_api_key('${id}')`);
    await expect(run(statement)).rejects.toThrow(message);
  });

  test('keeps the time of its first revocation', async () => {
    const { id } = await newKeyOf(open.database, schools.publisher, 'north');
    await run(
      `update api_key set revoked_at = '2026-01-01Z' where id = '${id}'; update api_key set revoked_at = now()`,
    );
    expect((await run('select revoked_at from api_key')).rows).toEqual([{ revoked_at: new Date('2026-01-01') }]);
  });
});

describe('who created and revoked a key (a server has roles)', { tags: 'server' }, () => {
  async function signIn(grants: (role: string) => string) {
    const role = `belfry_person_${randomBytes(4).toString('hex')}`;
    const owner = new pg.Client({ connectionString: open.connectionString });
    await owner.connect();
    await owner.query(`create role ${role} login; ${grants(role)}`);
    const url = new URL(open.connectionString);
    url.username = role;
    const client = new pg.Client({ connectionString: url.href });
    await client.connect();
    onTestFinished(async () => {
      await client.end();
      await owner.query(`drop owned by ${role}; drop role ${role}`);
      await owner.end();
    });
    return { role, client };
  }
  const authors = async () => (await run('select created_by, revoked_by from api_key order by created_at')).rows;

  test('is the role that signed in, whatever a statement says', async () => {
    const all = await signIn((role) => `grant select, insert, update, delete on api_key, organisation to ${role}`);
    await all.client.query(`insert into api_key (id, organisation_id, name, sha256, created_by, revoked_by)
      values ('k', 'north', 'K', '${'a'.repeat(64)}', 'postgres', 'postgres')`);
    expect(await authors()).toEqual([{ created_by: all.role, revoked_by: null }]);
    await run(`update api_key set name = 'Renamed', created_by = 'forged', revoked_by = 'forged'`);
    expect(await authors()).toEqual([{ created_by: all.role, revoked_by: null }]);
    await run(`update api_key set revoked_at = now()`);
    await all.client.query(`update api_key set revoked_by = 'forged', created_by = null, revoked_at = now()`);
    expect(await authors()).toEqual([{ created_by: all.role, revoked_by: 'postgres' }]);
  });

  test('a role that has only the functions creates and revokes keys, and reads none', async () => {
    const { role, client } = await signIn(
      (role) => `grant execute on function create_api_key, revoke_api_key to ${role}`,
    );
    const { rows } = await client.query(`select * from create_api_key('north', 'Website')`);
    expect(handleOfKey(rows[0].key)).toBe(handleFor('north'));
    await client.query('select revoke_api_key($1)', [rows[0].id]);
    expect(await authors()).toEqual([{ created_by: role, revoked_by: role }]);
    await expect(client.query('select * from api_key')).rejects.toMatchObject({ code: '42501' });
    await expect(client.query(`select random_bytes(1)`)).rejects.toMatchObject({ code: '42501' });
  });

  test('what is logged of a statement does not have the key', async () => {
    const notices: string[] = [];
    const client = new pg.Client({ connectionString: open.connectionString });
    client.on('notice', ({ message, detail, where }) => notices.push(`${message} ${detail} ${where}`));
    await client.connect();
    onTestFinished(() => client.end());
    // All that the server would log reaches this session, the plans of nested statements with their parameters too.
    await client.query(`load 'auto_explain'; set auto_explain.log_min_duration = 0; set auto_explain.log_nested_statements = on;
      set auto_explain.log_verbose = on; set auto_explain.log_analyze = on; set log_statement = 'all'; set log_duration = on;
      set client_min_messages = log`);
    const { rows } = await client.query('select * from create_api_key($1, $2)', ['north', 'Website']);
    const logged = notices.join('\n');
    expect(logged).toContain('create_api_key');
    expect(logged).toContain('insert into api_key');
    expect(logged).not.toContain(rows[0].key.slice(19, 51));
  });
});
