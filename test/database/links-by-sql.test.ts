// Links that a dashboard makes by SQL: of the same form as the command's, known by their SHA-256 alone, and who made each is kept.

import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { parseHandle } from '../../src/access/ids.ts';
import { createLinkToken, handleOfLinkToken } from '../../src/access/link-token.ts';
import { paths } from '../../src/snapshot/paths.ts';
import { dumpTables } from '../support/dump-tables.ts';
import { openGuide } from '../support/open-guide.ts';
import { handleFor } from '../support/record-places.ts';
import { usePublishedSchools } from '../support/use-published-schools.ts';

const schools = usePublishedSchools(['north', 'south']);
const { open } = schools;
const run = (statements: string) => sql.raw<Record<string, unknown>>(statements).execute(open.database);
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
beforeEach(() => run('truncate link'));

async function create(values: string): Promise<{ id: string; token: string }> {
  const { rows } = await sql
    .raw<{ id: string; token: string }>(`select id, token from create_link(${values})`)
    .execute(open.database);
  const [created] = rows;
  if (created === undefined) throw new Error('no link was created');
  return created;
}
const textBySql = async (handle: string, bytes: Uint8Array) => {
  const { rows } = await sql<{ token: string }>`
    select link_token_text(${handle}, ${Buffer.from(bytes)}) as token`.execute(open.database);
  return rows[0]?.token;
};

test('each example of the guide is what both the database and the command make', async () => {
  const { text } = openGuide('src/database/README.md');
  const form = /^\| \d+ \| `(\w+)` \| `(\w+)` \| `(belfry_link_\w+)` \| `(\w+)` \|$/gm;
  const examples = [...text.matchAll(form)];
  expect(examples).toHaveLength(2);
  for (const [, handle = '', hex = '', token = '', hash] of examples) {
    const bytes = Buffer.from(hex, 'hex');
    expect(createLinkToken(parseHandle(handle), () => bytes)).toBe(token);
    expect(await textBySql(handle, bytes)).toBe(token);
    expect(sha256(token)).toBe(hash);
  }
});

test('both make the same token of any bytes', async () => {
  for (let round = 0; round < 50; round++) {
    const [handle, bytes] = [parseHandle(randomBytes(6).toString('hex')), randomBytes(64)];
    expect(await textBySql(handle, bytes)).toBe(createLinkToken(handle, () => bytes));
  }
});

test('a link made by SQL has a record, until it is revoked by SQL; the token is stored nowhere', async () => {
  const { id, token } = await create(`'north', 'teacher', 'entity-tch_1', 'Phone'`);
  expect(id).toMatch(/^link_[\w-]{12}$/);
  expect(handleOfLinkToken(token)).toBe(handleFor('north'));
  const dump = JSON.stringify(await dumpTables(open.database));
  expect([dump.includes(sha256(token)), dump.includes(token.slice(-38, -6))]).toEqual([true, false]);
  const isRevoked = async () => {
    await schools.build();
    const bytes = await schools.store.read(paths.link(handleFor('north'), sha256(token)));
    return JSON.parse(String(Buffer.from(bytes ?? []))).revoked;
  };
  expect(await isRevoked()).toBe(false);
  const { rows: first } = await run(`select revoke_link('${id}') as at`);
  expect(await isRevoked()).toBe(true);
  expect((await run(`select revoke_link('${id}') as at`)).rows).toEqual(first);
});

test.each([
  [`create_link('east', 'teacher', 'entity-tch_1')`, /there is no organisation 'east'; insert it/],
  [`create_link('north', 'teacher', 'nobody')`, /organisation north has no teacher 'nobody'; insert it/],
  [`create_link('north', 'subject', 'entity-sub_1')`, 'name a class, teacher, room or student'],
  [`create_link('north', 'teacher', null)`, 'name a class, teacher, room or student'],
  [`create_link('north', null, 'entity-tch_1')`, 'name a class, teacher, room or student'],
  [`create_link('north', 'teacher', 'entity-tch_1', E' \\t')`, 'a name must not be blank'],
  [`create_link('north', 'teacher', 'entity-tch_1', E'A\\nb')`, 'a name must not be blank'],
  [`create_link('north', 'teacher', 'entity-tch_1', repeat('x', 4097))`, 'link_texts_within_4096_bytes'],
  [`create_link('north', 'teacher', 'entity-tch_1', null, now())`, 'the link would have expired'],
  [`revoke_link('link_none')`, 'there is no link link_none'],
  [`revoke_link(null)`, 'give the id of a link'],
  [
    `revoke_link('belfry_link_0123456789ab0000000000000000000000000000000049y9Ku')`,
    /^revoke_link: give the id of a link, not its/,
  ],
])('refused: %s', async (call, message) => {
  const before = await dumpTables(open.database);
  await expect(run(`select ${call}`)).rejects.toThrow(message);
  expect(await dumpTables(open.database)).toEqual(before);
});

test.each([
  ['becomes no other link', `update link set sha256 = '${'a'.repeat(64)}'`, 'cannot become another link'],
  ['shows nobody else', `update link set entity_id = 'entity-tch_2'`, 'cannot become another link'],
  ['keeps its organisation', `update link set organisation_id = 'south'`, 'cannot become another link'],
  ['stays revoked', 'update link set revoked_at = null', 'stays revoked, since others may know it'],
])('the row of a link %s', async (_, statement, message) => {
  const { id } = await create(`'north', 'teacher', 'entity-tch_1'`);
  await run(`select revoke_link('${id}')`);
  await expect(run(statement)).rejects.toThrow(message);
});

test('who created and who revoked a link is kept, whatever a statement says', async () => {
  await create(`'north', 'teacher', 'entity-tch_1'`);
  await run(`update link set created_by = 'forged', revoked_by = 'forged'`);
  expect((await run('select created_by, revoked_by from link')).rows).toEqual([
    { created_by: 'postgres', revoked_by: null },
  ]);
  await run(`update link set revoked_at = '2026-01-01Z', revoked_by = 'forged'; update link set revoked_at = now()`);
  expect((await run('select revoked_at, revoked_by from link')).rows).toEqual([
    { revoked_at: new Date('2026-01-01'), revoked_by: 'postgres' },
  ]);
});
