// Days over the control API: read, replaced, tried, refused with what was meant, and for whom.

import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { changeReader } from '../../src/control/audit/read-changes.ts';
import { calendar, span, version } from '../calendar/small-school.ts';
import { loadSchool } from '../support/published-school.ts';
import { runningDashboard, type Send } from '../support/running-dashboard.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { useTestDatabase } from '../support/test-database.ts';
import { whenFileEnds } from '../support/when-file-ends.ts';

const open = useTestDatabase();
let dashboard: Awaited<ReturnType<typeof runningDashboard>>;
let token: string;
const send = (call: string, sent?: Send) => dashboard.send(call, token, sent);
const day = '/organisations/north/days/2026-11-23';
const cancelled = { ref: '1', date: 20261123, lesson: { startTime: '08:00' }, cancelled: true };

beforeAll(async () => {
  dashboard = await runningDashboard(open, await temporaryFolder(whenFileEnds));
  await loadSchool(open.database, 'north', [version('v1', { lessonUnits: span('s', 'd0', [0, 1]) })]);
  token = (await dashboard.token('manager', 'north')).token;
  expect((await send('PUT /organisations/north/calendar', { body: calendar() })).status).toBe(200);
});

test('a date is put, tried, read, and put as it was read', async () => {
  const body = { changes: [cancelled] };
  expect(await send(`PUT ${day}?dryRun=true`, { body })).toMatchObject({
    status: 200,
    body: { outcome: 'stored', dryRun: true, written: 1 },
  });
  expect((await send(`GET ${day}`)).body).toMatchObject({ changes: [] });
  const put = await send(`PUT ${day}`, { body });
  expect(put).toMatchObject({ status: 200, body: { outcome: 'stored', dryRun: false, ...body } });
  const read = await send(`GET ${day}`);
  expect(read).toMatchObject({
    status: 200,
    body: { ...body, orphaned: [], day: { lessons: [{ startTime: '08:45' }] } },
  });
  expect(read.headers.get('etag')).toBe(put.headers.get('etag'));
  expect(await send(`PUT ${day}`, { body: read.body })).toMatchObject({ status: 200, body: { outcome: 'unchanged' } });
});

test('who was slower changes nothing', async () => {
  const answer = await send(`PUT ${day}`, { body: {}, headers: { 'if-match': '"another"' } });
  expect(answer.status).toBe(412);
});

test('what is wrong has its path, and what may have been meant', async () => {
  const answer = await send('PUT /organisations/north/days?from=2026-11-23&to=2026-11-27', {
    body: { from: 20261123, to: 20261127, changes: [cancelled, { ...cancelled, ref: '2' }] },
  });
  expect(answer).toMatchObject({
    status: 422,
    body: { errors: [{ path: '$.changes[1].lesson', candidates: [{ startTime: '08:00' }] }] },
  });
  expect(await send(`PUT ${day}`, { body: { from: 20261124 } })).toMatchObject({
    status: 422,
    body: { errors: [{ path: '$.from' }] },
  });
  expect((await send('PUT /organisations/north/days?from=2026-11-23', { body: {} })).status).toBe(422);
});

test('a range without anything withdraws what was there', async () => {
  const answer = await send('PUT /organisations/north/days?from=2026-11-23&to=2026-11-27', { body: {} });
  expect(answer).toMatchObject({ status: 200, body: { outcome: 'stored', written: 1, changes: [] } });
});

test('whom readers see of the teachers in changes is set, and audited', async () => {
  const body = { teachersInChanges: { links: 'none' } };
  expect(await send('PATCH /organisations/north', { body })).toMatchObject({
    status: 200,
    body: { teachersInChanges: { keys: 'all', links: 'none' } },
  });
  const { rows } = await sql`select new from audit where resource = 'organisation' order by id desc limit 1`.execute(
    open.database,
  );
  expect(rows).toEqual([{ new: { teachersInChanges: 'all:none' } }]);
});

describe('a file', () => {
  const rows = (...more: string[]) => ['ref,date,lesson.startTime,cancelled,notes.text', ...more].join('\n');
  const put = (text: string, query = '', name = 'plan.csv') => {
    const raw = new FormData();
    raw.append('file', new Blob([text]), name);
    return send(`POST /organisations/north/days/imports${query}`, { raw });
  };
  const good = rows('7,2026-11-23,08:00,true,', ',2026-11-24,,,Bus strike');

  test('is tried: what it would change is told in numbers, and nothing is stored', async () => {
    expect(await put(good, '?dryRun=true')).toMatchObject({
      status: 200,
      body: {
        ...{ outcome: 'stored', dryRun: true, differences: { added: 2, changed: 0, removed: 0, same: 0 } },
        report: { format: 'csv', from: 20261123, to: 20261124, changes: 1, notes: 1 },
      },
    });
    expect((await send(`GET ${day}`)).body).toMatchObject({ changes: [] });
  });

  test('is stored, and what it does not have any more is withdrawn', async () => {
    expect(await put(good)).toMatchObject({ status: 200, body: { outcome: 'stored', dryRun: false } });
    expect(await put(good)).toMatchObject({ status: 200, body: { outcome: 'unchanged', differences: { same: 2 } } });
    const other = rows('7,2026-11-23,08:45,true,', ',2026-11-24,,,Fog');
    expect(await put(other)).toMatchObject({
      body: { outcome: 'stored', differences: { added: 1, changed: 1, removed: 1, same: 0 } },
    });
    expect((await send(`GET ${day}`)).body).toMatchObject({ changes: [{ lesson: { startTime: '08:45' } }] });
  });

  test('that is wrong is refused whole, each problem with its line, its path and what may have been meant', async () => {
    const wrong = rows('1,2026-11-23,08:00,true,', '2,2026-11-23,09:00,true,');
    const problem = { line: 3, path: '$.changes[1].lesson', code: 'no-lesson', values: { date: 20261123 } };
    expect(await put(wrong, '?dryRun=true')).toMatchObject({
      status: 200,
      body: { outcome: 'refused', problems: [problem] },
    });
    expect(await put(wrong)).toMatchObject({
      status: 422,
      body: { errors: [{ path: '$.changes[1].lesson' }], report: { problems: [problem] } },
    });
    expect(await put('Dear all, have a nice holiday.')).toMatchObject({
      status: 422,
      body: { report: { problems: [{ path: null, code: 'days.unknown-format' }] } },
    });
    expect((await send(`GET ${day}`)).body).toMatchObject({ changes: [{ ref: '7' }] });
  });

  test('beyond the bounds is refused with the number; of two, and of too many bytes, nothing is read', async () => {
    const many = Array.from({ length: 20_001 }, (_, index) => `${index},2026-11-23,08:00,true,`);
    expect(await put(rows(...many))).toMatchObject({
      status: 422,
      body: { report: { problems: [{ code: 'days.too-large', values: { count: 20_001, most: 20_000 } }] } },
    });
    expect((await put('x'.repeat(16 * 1024 * 1024 + 1))).status).toBe(413);
    const two = new FormData();
    for (const name of ['a.csv', 'b.csv']) two.append('file', new Blob([good]), name);
    expect((await send('POST /organisations/north/days/imports', { raw: two })).status).toBe(413);
  });
});

test('a large file is checked in the process of documents, and holds up no other call', async () => {
  const lesson = { startTime: '08:00' };
  const changes = Array.from({ length: 20_000 }, (_, ref) => ({
    ref: `${ref}`,
    date: 20261123,
    lesson,
    cancelled: true,
  }));
  let isDone = false;
  const answered = send(`PUT ${day}?dryRun=true`, { body: { changes } }).finally(() => {
    isDone = true;
  });
  let meanwhile = 0;
  while (!isDone) {
    expect((await send('GET /me')).status).toBe(200);
    if (dashboard.held().documents > 0) meanwhile += 1;
  }
  expect((await answered).status).toBe(422);
  expect(meanwhile).toBeGreaterThan(0);
});

test('who listens hears that days were changed', async () => {
  const read = changeReader(open.database);
  await read();
  expect((await send(`PUT ${day}`, { body: { notes: [{ date: 20261123, text: 'Fog' }] } })).status).toBe(200);
  expect(await read()).toEqual([expect.objectContaining({ kind: 'days', organisationId: 'north' })]);
});
