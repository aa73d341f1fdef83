// The description of the API matches the answers of a running server: every status that it lists for every method of every
// path for keys is requested, and the answer is checked against it. Those of links have a file of their own.

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isoWeekOf } from '../../src/calendar/time/iso-week.ts';
import { dayAt } from '../../src/calendar/time/zone.ts';
import type { Calendar, ListChangesResponse } from '../../src/contract/types.generated.ts';
import { demoSchool } from '../../src/demo/demo-school.ts';
import { folderStore } from '../../src/store/folder/folder-store.ts';
import { belfryWith, type TestBelfry } from '../support/belfry-with.ts';
import { findRecordPath } from '../support/record-places.ts';
import { type RunningServer, runningServer } from '../support/running-server.ts';
import { whenFileEnds } from '../support/when-file-ends.ts';
import { describedAnswers, expectDescribed } from './described-answer.ts';
import { exchangeRaw } from './exchange-raw.ts';

const documents = demoSchool()
  .documents.slice(0, 2)
  .map(({ document }) => document);
const calendar: Calendar = { timeZone: 'Europe/Copenhagen', schoolDays: [1, 2, 3, 4, 5], counting: 'calendarWeeks' };
let belfry: TestBelfry;
let broken: TestBelfry;
/** A usual server, and one with a short timeout for slow clients. */
let usualServer: RunningServer;
let quickServer: RunningServer;
let key: string;
let brokenKey: string;
/** Of an organisation without a calendar, of which an earlier release published no changes. */
let plainKey: string;
/** The id of the last change. */
let change: string;
beforeAll(async () => {
  belfry = await belfryWith([
    { id: 'demo-school', name: 'Demo', documents, calendar },
    { id: 'plain', name: 'Plain', documents: [] },
  ]);
  broken = await belfryWith([{ id: 'broken', name: 'Broken', documents: [] }]);
  const limits = { headersTimeout: 150, requestTimeout: 300, connectionsCheckingInterval: 50 };
  usualServer = await runningServer(belfry.folder, { whenDone: whenFileEnds });
  quickServer = await runningServer(belfry.folder, { limits, whenDone: whenFileEnds });
  key = (await belfry.createKey('demo-school')).key;
  plainKey = (await belfry.createKey('plain')).key;
  brokenKey = (await broken.createKey('broken')).key;
  await writeFile(join(broken.folder, (await findRecordPath(folderStore(broken.folder), 'broken')) ?? ''), '{');
  const ofPlain = join(belfry.folder, (await findRecordPath(folderStore(belfry.folder), 'plain')) ?? '');
  const { changes: _, ...earlier } = JSON.parse(await readFile(ofPlain, 'utf8'));
  await writeFile(ofPlain, `${JSON.stringify(earlier)}\n`);
  const listed = await fetch(`${belfry.url}/api/v1/changes`, { headers: { Authorization: `Bearer ${key}` } });
  change = ((await listed.json()) as ListChangesResponse).data.latestId ?? '';
});
afterAll(async () => {
  await belfry?.close();
  await broken?.close();
});

/** The answers that were checked, written like `describedAnswers`. */
const proved = new Set<string>();
const id = documents[0]?.id ?? '';
const today = dayAt(Date.now(), calendar.timeZone);
const week = isoWeekOf(today);
const date = String(today).replace(/^(....)(..)(..)$/, '$1-$2-$3');
const inList = (list: 'classes' | 'teachers' | 'rooms') => documents[0]?.[list][0]?.entityId ?? '';
/** @param which in place of the last parameter */
const pathTo = (template: string, which?: string) =>
  (which === undefined ? template : template.replace(/\{[^}]*\}$/, which))
    .replace('{id}', template.includes('/changes/') ? change : id)
    .replace('{week}', week)
    .replace('{date}', date)
    .replace(/(classes|teachers|rooms)\/\{entityId\}/, (_, list) => `${list}/${inList(list)}`);

type Asking = { headers?: Record<string, string>; which?: string; sent?: string; url?: string };

/** @param sent the method that is sent, where the refusal is for the method itself */
async function ask(method: string, template: string, expected: number, { headers, which, sent, url }: Asking = {}) {
  const response = await fetch((url ?? belfry.url) + pathTo(template, which), {
    method: sent ?? method,
    headers: { Authorization: `Bearer ${key}`, ...headers },
  });
  expect(response.status).toBe(expected);
  const answer = { status: expected, headers: response.headers, body: await response.text() };
  expectDescribed(method, template, answer, sent === undefined);
  proved.add(`${method} ${template} ${expected}`);
  return response.headers;
}

/** The answer to bytes that no HTTP client would send. */
async function askRaw(method: string, template: string, expected: number, rest: string, server = usualServer) {
  const answer = await exchangeRaw(server, `${method.toUpperCase()} ${pathTo(template)} ${rest}`);
  expect(answer.status).toBe(expected);
  expectDescribed(method, template, answer, false);
  proved.add(`${method} ${template} ${expected}`);
}

const templates = ['/api/v1', '/api/partner/v1'].flatMap((root) =>
  [
    ...['timetables', 'timetables/{id}', 'changes', 'changes/{id}', 'calendar', 'days/{date}', 'weeks/{week}'],
    ...['classes', 'teachers', 'rooms'].map((list) => `weeks/{week}/${list}/{entityId}`),
  ].map((end) => `${root}/${end}`),
);

describe.each(templates)('%s', (template) => {
  test.each(['get', 'head'])('%s: 200 and 304', async (method) => {
    const tag = (await ask(method, template, 200)).get('etag') ?? '';
    if (template.endsWith('timetables/{id}'))
      for (const { id: which } of documents) await ask(method, template, 200, { which });
    for (const encoding of ['br', 'gzip', 'identity'])
      await ask(method, template, 200, { headers: { 'Accept-Encoding': encoding } });
    await ask(method, template, 304, { headers: { 'If-None-Match': tag } });
  });

  test.each(['get', 'head'])('%s: every refusal', async (method) => {
    for (const Authorization of ['', 'Bearer belfry_wrong', 'Basic eDp5'])
      await ask(method, template, 401, { headers: { Authorization } });
    const expired = await belfry.createKey('demo-school', '2020-01-01T00:00:00.000Z');
    await ask(method, template, 401, { headers: { Authorization: `Bearer ${expired.key}` } });
    for (const change of [
      { access: 'suspended', locked_because: null },
      { access: 'locked', locked_because: 'trial_ended' },
      { access: 'locked', locked_because: 'plan_ended' },
      { access: 'locked', locked_because: 'payment_failed' },
    ] as const) {
      await belfry.setAccess('demo-school', change);
      await ask(method, template, 402);
    }
    await belfry.setAccess('demo-school', { access: 'active', locked_because: null, api_enabled: false });
    await ask(method, template, 401);
    await belfry.setAccess('demo-school', { api_enabled: true });
    if (template.endsWith('}')) await ask(method, template, 404, { which: 'nothing' });
    const withoutCalendar = { Authorization: `Bearer ${plainKey}` };
    if (/changes$|calendar|days|week/.test(template)) await ask(method, template, 404, { headers: withoutCalendar });
    for (const other of ['POST', 'PUT', 'PATCH', 'DELETE']) await ask(method, template, 405, { sent: other });
    await ask(method, template, 412, { headers: { 'If-Match': '"another"' } });
    await ask(method, template, 500, { headers: { Authorization: `Bearer ${brokenKey}` }, url: broken.url });
  });

  test('options: the allowed methods, with a key and without', async () => {
    await ask('options', template, 204);
    await ask('options', template, 204, { headers: { Authorization: '', Origin: 'https://school.example' } });
  });

  test.each(['get', 'head', 'options'])('%s: not HTTP, too slow, too large', async (method) => {
    await askRaw(method, template, 400, 'nonsense\r\n\r\n');
    await askRaw(method, template, 408, 'HTTP/1.1\r\nHost: x\r\n', quickServer);
    await askRaw(method, template, 408, 'HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n', quickServer);
    await askRaw(method, template, 431, `HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`);
  });
});

test('every answer in the description was checked', () => {
  expect(describedAnswers.filter((each) => !proved.has(each) && !/ \/api\/v1\/my | \/ical\//.test(each))).toEqual([]);
});
