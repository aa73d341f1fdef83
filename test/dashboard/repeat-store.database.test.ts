// Requests that are repeated with an Idempotency-Key: carried out once, answered alike, for a day, for one admin and one request.

import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { createRepeatStore } from '../../src/dashboard/limits/create-repeat-store.ts';
import { useTestDatabase } from '../support/test-database.ts';

const open = useTestDatabase();
const hash = (text: string) => createHash('sha256').update(text).digest('hex');
const [one, other] = [hash('one request'), hash('another request')];
let clock: number;
let store: ReturnType<typeof createRepeatStore>;

beforeEach(async () => {
  clock = Date.now();
  store = createRepeatStore({ database: open.database, now: () => clock });
  await sql`delete from admin`.execute(open.database);
  for (const id of ['ada', 'bob'])
    await sql`insert into admin (id, name, role, sha256) values (${id}, ${id}, 'operator', ${hash(id)})`.execute(
      open.database,
    );
});

test('the first is carried out; repeated meanwhile it is running, afterwards it has the same answer', async () => {
  expect(await store.begin('ada', 'key', one)).toEqual({ state: 'begun' });
  expect(await store.begin('ada', 'key', one)).toEqual({ state: 'running' });
  await store.end('ada', 'key', {
    status: 201,
    answer: { id: 'k1', nested: [1, null, 'ä'] },
    headers: { location: '/k1' },
  });
  const answered = {
    state: 'answered',
    status: 201,
    answer: { id: 'k1', nested: [1, null, 'ä'] },
    headers: { location: '/k1' },
  };
  expect(await store.begin('ada', 'key', one)).toEqual(answered);
  expect(await store.begin('ada', 'key', one)).toEqual(answered);
});

test('of many at the same time one is carried out', async () => {
  const states = await Promise.all(Array.from({ length: 20 }, () => store.begin('ada', 'key', one)));
  expect(states.filter(({ state }) => state === 'begun')).toHaveLength(1);
  expect(states.filter(({ state }) => state === 'running')).toHaveLength(19);
});

test('a key is used for one request, running or answered', async () => {
  await store.begin('ada', 'key', one);
  expect(await store.begin('ada', 'key', other)).toEqual({ state: 'other' });
  await store.end('ada', 'key', { status: 200, answer: null, headers: {} });
  expect(await store.begin('ada', 'key', other)).toEqual({ state: 'other' });
});

test('the key of another admin is another key', async () => {
  await store.begin('ada', 'key', one);
  await store.end('ada', 'key', { status: 200, answer: { of: 'ada' }, headers: {} });
  expect(await store.begin('bob', 'key', one)).toEqual({ state: 'begun' });
});

test('what failed may be repeated', async () => {
  await store.begin('ada', 'key', one);
  await store.end('ada', 'key', null);
  expect(await store.begin('ada', 'key', one)).toEqual({ state: 'begun' });
});

test('an answer is kept for a day', async () => {
  await store.begin('ada', 'key', one);
  await store.end('ada', 'key', { status: 200, answer: null, headers: {} });
  clock += 86_399_000;
  await store.prune();
  expect(await store.begin('ada', 'key', one)).toMatchObject({ state: 'answered' });
  clock += 1_000;
  expect(await store.begin('ada', 'key', other)).toEqual({ state: 'begun' });
  clock += 86_400_000;
  await store.prune();
  expect((await sql`select from control_idempotency`.execute(open.database)).rows).toEqual([]);
});

test('a request whose process died is carried out when it is repeated after ten minutes', async () => {
  await store.begin('ada', 'key', one);
  clock += 599_000;
  expect(await store.begin('ada', 'key', one)).toEqual({ state: 'running' });
  clock += 1_000;
  expect(await store.begin('ada', 'key', other)).toEqual({ state: 'other' });
  expect(await store.begin('ada', 'key', one)).toEqual({ state: 'begun' });
});

test('of an answer that is too long the status is kept', async () => {
  await store.begin('ada', 'key', one);
  await store.end('ada', 'key', {
    status: 201,
    answer: { list: Array(50_000).fill('xxxx') },
    headers: { etag: '"a"' },
  });
  expect(await store.begin('ada', 'key', one)).toEqual({
    state: 'answered',
    status: 201,
    answer: null,
    headers: { etag: '"a"' },
  });
});

test('an admin has ten thousand keys at most: the oldest are forgotten', async () => {
  await sql`insert into control_idempotency (admin_id, key, request_sha256, created_at, status)
    select 'ada', 'old ' || number, ${one}, now() - number * interval '1 second', 200
    from generate_series(1, 10000) number`.execute(open.database);
  await store.begin('ada', 'key', one);
  const { rows } = await sql<{ count: string }>`select count(*) from control_idempotency`.execute(open.database);
  expect(rows).toEqual([{ count: '10000' }]);
  expect(await store.begin('ada', 'old 9999', one)).toMatchObject({ state: 'answered' });
});

test('the answers of one admin have a bound in bytes: the oldest keep their status and headers, and are not carried out again', async () => {
  // Random, so that PostgreSQL cannot compress it.
  const answer = () => ({ text: randomBytes(140_000).toString('base64') });
  for (let each = 0; each < 120; each++) {
    clock += 1;
    await store.begin('ada', `key ${each}`, one);
    await store.end('ada', `key ${each}`, { status: 201, answer: answer(), headers: { etag: '"a"' } });
  }
  const { rows } = await sql<{ bytes: string }>`
    select sum(pg_column_size(answer)) as bytes from control_idempotency where admin_id = 'ada'`.execute(open.database);
  expect(Number(rows[0]?.bytes)).toBeLessThan(17 * 1024 * 1024);
  expect(await store.begin('ada', 'key 0', one)).toEqual({
    ...{ state: 'answered', status: 201, answer: null, headers: { etag: '"a"' } },
  });
  expect(await store.begin('ada', 'key 119', one)).toMatchObject({
    state: 'answered',
    answer: { text: expect.anything() },
  });
});
