// A draft by the control API: read as it is stored, renamed, and published from a day on; and what readers have until then ends.

import { beforeAll, expect, test } from 'vitest';
import { dayAt } from '../../src/calendar/time/zone.ts';
import type { Timetable } from '../../src/contract/types.generated.ts';
import { runningDashboard, type Send } from '../support/running-dashboard.ts';
import { publishedTimetable, smallTimetable } from '../support/small-timetable.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { useTestDatabase } from '../support/test-database.ts';
import { whenFileEnds } from '../support/when-file-ends.ts';

const open = useTestDatabase();
let dashboard: Awaited<ReturnType<typeof runningDashboard>>;
let token = '';

beforeAll(async () => {
  dashboard = await runningDashboard(open, await temporaryFolder(whenFileEnds));
  token = (await dashboard.token('operator', null)).token;
});

const send = (call: string, sent?: Send) => dashboard.send(call, token, sent);

/** @returns the path of its timetables */
async function school(id: string, versions: readonly Timetable[]): Promise<string> {
  await send('POST /organisations', { body: { id, name: id } });
  const path = `/organisations/${id}/timetables`;
  for (const version of versions) {
    const own = { ...version, id: `${id}-${version.id}`, groupId: `${id}-main` };
    expect(await send(`PUT ${path}/${own.id}`, { body: own })).toMatchObject({ status: 201 });
  }
  return path;
}

const windowsOf = async (path: string) => {
  const { body } = await send(`GET ${path}`);
  return Object.fromEntries(
    (body['items'] as Timetable[]).map(({ id, status, isCurrent, effectiveFrom, effectiveTo }) => [
      id,
      [status, isCurrent, effectiveFrom, effectiveTo],
    ]),
  );
};

const [first, draft, later] = [
  publishedTimetable('v1', { isCurrent: true, effectiveFrom: 20200901, effectiveTo: null }),
  smallTimetable({ id: 'v2', versionNumber: 2 }),
  publishedTimetable('v3', { versionNumber: 3, isCurrent: false, effectiveFrom: 20990901, effectiveTo: null }),
];

test('a draft is published from today on: it is in use, and the version before ends yesterday', async () => {
  const path = await school('today', [first, draft]);
  const answer = await send(`POST ${path}/today-v2/publish`, { body: {} });
  const now = new Date();
  const today = now.getFullYear() * 10_000 + (now.getMonth() + 1) * 100 + now.getDate();
  expect(answer).toMatchObject({
    status: 200,
    body: { outcome: 'replaced', version: { status: 'published', isCurrent: true, effectiveFrom: today } },
  });
  const windows = await windowsOf(path);
  expect(windows['today-v1']?.slice(0, 3)).toEqual(['published', false, 20200901]);
  expect(Number(windows['today-v1']?.[3])).toBeLessThan(today);
  expect(await send(`POST ${path}/today-v2/publish`, { body: {} })).toMatchObject({ status: 409 });
});

test.each(['Pacific/Kiritimati', 'Pacific/Pago_Pago'])('today is the day at the school, in %s', async (timeZone) => {
  const id = timeZone.slice(8, 12).toLowerCase();
  const path = await school(id, [draft]);
  expect(await send(`GET /organisations/${id}`)).toMatchObject({ body: { timeZone: null } });
  const calendar = { timeZone, schoolDays: [1, 2, 3, 4, 5], counting: 'calendarWeeks' };
  expect(await send(`PUT /organisations/${id}/calendar`, { body: calendar })).toMatchObject({ status: 200 });
  expect(await send(`GET /organisations/${id}`)).toMatchObject({ body: { timeZone } });
  const days = [dayAt(Date.now(), timeZone)];
  const answer = await send(`POST ${path}/${id}-v2/publish`, { body: {} });
  days.push(dayAt(Date.now(), timeZone)); // it may have turned midnight there
  expect(answer).toMatchObject({ status: 200, body: { version: { isCurrent: true } } });
  expect(days).toContain(Reflect.get(Object(answer.body['version']), 'effectiveFrom'));
});

test('one that is to begin later keeps its day, and ends the draft that is published before it', async () => {
  const path = await school('later', [first, draft, later]);
  const body = { effectiveFrom: '2099-02-01' };
  expect(await send(`POST ${path}/later-v2/publish`, { body })).toMatchObject({ status: 200 });
  expect(await windowsOf(path)).toEqual({
    'later-v1': ['published', true, 20200901, 20990131],
    'later-v2': ['published', false, 20990201, 20990831],
    'later-v3': ['published', false, 20990901, null],
  });
});

test('a draft from before a version that has begun is not made the current one', async () => {
  const path = await school('past', [{ ...first, id: 'v3', versionNumber: 3 }, draft]);
  const body = { effectiveFrom: '2019-09-01' };
  expect(await send(`POST ${path}/past-v2/publish`, { body })).toMatchObject({ status: 200 });
  expect(await windowsOf(path)).toEqual({
    'past-v3': ['published', true, 20200901, null],
    'past-v2': ['published', false, 20190901, 20200831],
  });
});

test('a draft without lessons ends none that has some, unless a person says so', async () => {
  const empty = {
    ...draft,
    lessonUnits: draft.lessonUnits.map((unit) => ({ ...unit, dayId: null, periodIndex: null })),
  };
  const path = await school('empty', [first, empty as Timetable]); // a unit without a place has neither
  const publish = `POST ${path}/empty-v2/publish`;
  const before = await windowsOf(path);
  expect(await send(publish, { body: {} })).toMatchObject({
    status: 409,
    body: { nearlyEmpty: { placed: 0, placedBefore: expect.any(Number), before: 'empty-v1' } },
  });
  expect(await windowsOf(path)).toEqual(before);
  expect(await send(publish, { body: { evenIfNearlyEmpty: true } })).toMatchObject({ status: 200 });
});

test('a draft that breaks the contract is not published, and ends nothing', async () => {
  const path = await school('broken', [first, draft]);
  const before = await windowsOf(path);
  const { database } = open;
  await database.updateTable('lesson_unit').set({ period_index: 99 }).where('version_id', '=', 'broken-v2').execute();
  const answer = await send(`POST ${path}/broken-v2/publish`, { body: {} });
  expect(answer).toMatchObject({ status: 422 });
  expect(JSON.stringify(answer.body['errors'])).toContain('periodIndex');
  expect(await windowsOf(path)).toEqual(before);
});

test('a version is read as it is stored, and stored again it is unchanged', async () => {
  const path = await school('read', [draft]);
  const read = await send(`GET ${path}/read-v2`);
  expect(read).toMatchObject({ status: 200, body: { id: 'read-v2', status: 'draft', lessonUnits: expect.any(Array) } });
  const headers = { 'If-Match': read.headers.get('etag') ?? '' };
  const again = await send(`PUT ${path}/read-v2`, { body: read.body, headers });
  expect(again).toMatchObject({ status: 200, body: { outcome: 'unchanged' } });
  expect(await send(`GET ${path}/nothing`)).toMatchObject({ status: 404 });
  expect(await send(`GET ${path}/today-v1`)).toMatchObject({ status: 404 });
});

test('a timetable and a version are renamed by whoever knows them as they are', async () => {
  const path = await school('names', [first, draft]);
  const call = `PATCH ${path}/names-v2`;
  const wrong = { 'If-Match': '"other"' };
  expect(await send(call, { body: { name: 'Main' }, headers: wrong })).toMatchObject({ status: 412 });
  const headers = { 'If-Match': (await send(`GET ${path}/names-v2`)).headers.get('etag') ?? '' };
  const renamed = await send(call, { body: { name: 'Main', versionName: 'Spring' }, headers });
  expect(renamed).toMatchObject({ status: 200, body: { version: { name: 'Main', versionName: 'Spring' } } });
  expect((await send(`GET ${path}`)).body['items']).toMatchObject([
    { name: 'Main', versionName: expect.anything() },
    { name: 'Main' },
  ]);
  expect(await send(call, { body: { versionName: null } })).toMatchObject({ body: { version: { versionName: null } } });
  expect(await send(call, { body: { name: '\u200b' } })).toMatchObject({ status: 422 });
  const { items } = (await send('GET /audit?organisation=names')).body as { items: { action: string; new: object }[] };
  expect(items.filter(({ action }) => action === 'renamed')).toHaveLength(2);
});
