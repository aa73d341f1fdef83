// What outlasts a request: work that takes longer than its caller waits, streams of events, large documents, and the end of the process.
// @module-tag long

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { demoSchool } from '../../src/demo/demo-school.ts';
import { largeSchool } from '../pages/viewer/large-school.ts';
import { bindTestStore } from '../support/bind-store.ts';
import {
  type Answered,
  askDashboard,
  type DashboardProcess,
  dashboardProcess,
  newAdmin,
} from '../support/dashboard-process.ts';
import { fastest } from '../support/fastest.ts';
import { freePort } from '../support/free-port.ts';
import { commandEnvironment } from '../support/run-command.ts';
import { startProcess } from '../support/run-process.ts';
import { publishedTimetable } from '../support/small-timetable.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { useTestDatabase } from '../support/test-database.ts';
import { waitUntil } from '../support/wait-until.ts';
import { whenFileEnds } from '../support/when-file-ends.ts';

const open = useTestDatabase();
const school = '/control/v1/organisations/riverside';
let out: string;
let dashboard: DashboardProcess;
let operator: string;

beforeAll(async () => {
  out = await temporaryFolder(whenFileEnds);
  await bindTestStore(open, out);
  dashboard = await dashboardProcess(open, out, whenFileEnds);
  operator = (await newAdmin(open, 'operator')).token;
  const body = { id: 'riverside', name: 'Riverside' };
  expect((await ask('POST', '/control/v1/organisations', { body })).status).toBe(201);
  await put('v1', publishedTimetable('v1', { orgId: 'riverside' }));
});

const ask = (
  method: string,
  path: string,
  sent: { body?: unknown; headers?: Record<string, string> } = {},
): Promise<Answered> => dashboard.ask({ who: operator, method, path, ...sent });

async function put(id: string, document: object | string): Promise<Answered> {
  const stored = await ask('PUT', `${school}/timetables/${id}`, { body: document });
  expect(stored.status, stored.text.slice(0, 500)).toBeLessThan(300);
  return stored;
}

/** Whoever listens for events, and what was heard. */
async function listen(url: string, headers: Record<string, string> = {}) {
  const given = { Authorization: `Bearer ${operator}`, ...headers };
  const abort = new AbortController();
  const response = await fetch(`${url}/control/v1/events`, { headers: given, signal: abort.signal });
  let text = '';
  const ended = (async () => {
    const decoder = new TextDecoder();
    for await (const part of response.body ?? []) text += decoder.decode(part, { stream: true });
  })().catch(() => {});
  await waitUntil('the stream is open', async () => text.includes('connected'));
  return { heard: () => text, ended, leave: () => abort.abort() };
}

test('a build that its caller does not wait for is 202, and says where to ask until it is served', async () => {
  const begun = await ask('POST', `${school}/builds`, { body: { full: true }, headers: { Prefer: 'wait=0' } });
  expect(begun.status).toBe(202);
  const location = begun.headers.get('location') ?? '';
  expect(location).toMatch(/^\/control\/v1\/organisations\/riverside\/builds\/[\w-]+$/);
  const done = await waitUntil('it is built', async () => {
    const { status, body } = await ask('GET', location);
    expect(status).toBe(200);
    return body['state'] !== 'running' && body;
  });
  const { body: publication } = await ask('GET', `${school}/publication`);
  expect(done).toMatchObject({ state: 'done', generation: publication['generation'] });
  const elsewhere = location.replace('riverside', 'hillside');
  expect((await ask('GET', elsewhere)).status).toBe(404);
});

test('a version is deleted by who knows it as it is, and is no longer published', async () => {
  const { headers } = await put('v2', publishedTimetable('v2', { orgId: 'riverside', groupId: 'another' }));
  const path = `${school}/timetables/v2`;
  expect((await ask('DELETE', path, { headers: { 'If-Match': '"another"' } })).status).toBe(412);
  expect((await ask('DELETE', path, { headers: { 'If-Match': headers.get('etag') ?? '' } })).status).toBe(204);
  expect((await ask('DELETE', path)).status).toBe(404);
  const { body } = await ask('GET', `${school}/timetables`);
  expect(JSON.stringify(body)).not.toContain('"v2"');
});

test('a document of more than 1.5 MB is stored in less than a second', async () => {
  const [main] = demoSchool().documents.slice(-1);
  if (main === undefined) throw new Error('the demo school has documents');
  const { document } = main;
  const large = { ...largeSchool(document), id: 'large', groupId: 'large', orgId: 'riverside' };
  const units = Math.ceil((1_550_000 - JSON.stringify(large).length) / JSON.stringify(large.lessonUnits[0]).length);
  const [unit] = large.lessonUnits;
  const more = Array.from({ length: Math.max(0, units) }, (_, index) => ({ ...unit, localId: `lu_more_${index}` }));
  const store = async (round: number) => {
    const body = JSON.stringify({
      ...large,
      description: `of round ${round}`,
      lessonUnits: [...large.lessonUnits, ...more],
    });
    expect(body.length).toBeGreaterThan(1_500_000);
    const began = performance.now();
    await put('large', body);
    return performance.now() - began;
  };
  expect(await fastest(1000, store)).toBeLessThan(1000);
});

test('who was cut off from events goes on after the last one that it had', async () => {
  const first = await listen(dashboard.url);
  for (const name of ['one', 'two']) {
    await ask('POST', `${school}/keys`, { body: { name } });
    await waitUntil(
      `the key ${name} is told`,
      async () => first.heard().split('event: key').length > (name === 'one' ? 1 : 2),
    );
  }
  first.leave();
  await ask('PATCH', school, { body: { access: 'suspended' } });
  const ids = [...first.heard().matchAll(/^id: (\S+)\nevent: key/gm)].map(([, id]) => id ?? '');
  const again = await listen(dashboard.url, { 'Last-Event-ID': ids[0] ?? '' });
  await waitUntil('what happened meanwhile is told', async () =>
    /event: access\ndata: .*riverside/.test(again.heard()),
  );
  expect(again.heard()).toContain(`id: ${ids[1]}\n`);
  expect(again.heard()).not.toContain(`id: ${ids[0]}\n`);
  again.leave();
  await ask('PATCH', school, { body: { access: 'active' } });
});

describe('a dashboard of its own', () => {
  const start = (variables: Record<string, string>, ...options: string[]) => {
    const environment = { ...commandEnvironment(open, out), DASHBOARD_PORT: '0', LOG_LEVEL: 'silent', ...variables };
    const started = startProcess(['scripts/belfry.ts', 'dashboard', ...options], environment);
    onTestFinished(async () => {
      started.child.kill('SIGTERM');
      await started.finished;
    });
    return started;
  };
  const urlOf = async ({ printed }: ReturnType<typeof start>) =>
    /Dashboard on (\S+)\./.exec(await printed('Ctrl-C'))?.[1] ?? '';

  test('ends on SIGTERM with its streams, after it has answered what it had begun', async () => {
    const started = start({});
    const url = await urlOf(started);
    const { ended } = await listen(url);
    const path = `${school}/builds`;
    const headers = { Prefer: 'wait=30' };
    const newestBuild = async () => {
      const { body } = await ask('GET', '/control/v1/audit?resource=build&limit=1');
      return Object(body['items'])[0]?.id;
    };
    const before = await newestBuild();
    const building = askDashboard(url, { who: operator, method: 'POST', path, body: { full: true }, headers });
    await waitUntil('it has begun', async () => (await newestBuild()) !== before);
    const began = performance.now();
    started.child.kill('SIGTERM');
    expect(await building).toMatchObject({ status: 200, body: { state: 'done' } });
    await ended;
    expect((await started.finished).code).toBe(0);
    expect(performance.now() - began).toBeLessThan(20_000);
  });

  test('shows when a key was last used, as the servers say, and no caller notices that it is gone', async () => {
    const adminPort = String(await freePort());
    const environment = { ...commandEnvironment(open, out), ADMIN_PORT: adminPort, LOG_LEVEL: 'silent' };
    const serving = startProcess(['scripts/belfry.ts', 'serve'], environment);
    onTestFinished(async () => {
      serving.child.kill('SIGTERM');
      await serving.finished;
    });
    const served = /http:\/\/[\d.]+:\d+/.exec(await serving.printed('Ctrl-C'))?.[0] ?? '';
    const created = await ask('POST', `${school}/keys`, { body: { name: 'Used' } });
    const headers = { Authorization: `Bearer ${created.body['key']}` };
    const use = async () => (await fetch(`${served}/api/v1/timetables`, { headers })).status;
    expect(await use()).toBe(200);
    const started = start({ BELFRY_SERVERS: `http://127.0.0.1:${adminPort}` });
    const url = await urlOf(started);
    const lastUsedAt = await waitUntil('the use is told', async () => {
      const { body } = await askDashboard(url, { who: operator, path: `${school}/keys` });
      const items = body['items'] as { id: string; lastUsedAt: string | null }[];
      return items.find(({ id }) => id === created.body['id'])?.lastUsedAt;
    });
    expect(Math.abs(Date.now() - Date.parse(lastUsedAt))).toBeLessThan(120_000);
    started.child.kill('SIGKILL');
    await started.finished;
    expect(await use()).toBe(200);
    await ask('DELETE', `${school}/keys/${created.body['id']}`); // by the other dashboard
    expect(await use()).toBe(401);
  });

  test('beyond loopback wants TLS, or a proxy that has it', async () => {
    const refused = await start({ DASHBOARD_HOST: '0.0.0.0' }).finished;
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('TLS_CERT') });
    const behind = await urlOf(start({ DASHBOARD_HOST: '0.0.0.0' }, '--behind-tls-proxy'));
    expect((await fetch(`${behind}/control/v1/me`)).status).toBe(401);
  });

  test('with TLS answers to it alone, and its cookie is for TLS alone', async () => {
    const folder = await temporaryFolder();
    const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
    const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1'];
    const parts = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-keyout', key, '-out', cert];
    execFileSync('openssl', [...parts, ...subject], { stdio: 'ignore' });
    const url = await urlOf(start({ TLS_CERT: cert, TLS_KEY: key }));
    expect(url).toMatch(/^https:/);
    const cookie = await new Promise<string>((resolve, reject) => {
      const headers = { 'Content-Type': 'application/json', Origin: url, 'Sec-Fetch-Site': 'same-origin' };
      const signIn = request(`${url}/session`, { method: 'POST', ca: readFileSync(cert), headers }, (answer) => {
        answer.resume();
        resolve(`${answer.statusCode} ${answer.headers['set-cookie']}`);
      });
      signIn.on('error', reject);
      signIn.end(JSON.stringify({ token: operator }));
    });
    expect(cookie).toMatch(/^20\d __Host-belfry_session=.*; HttpOnly; Secure; SameSite=Strict/);
    await expect(fetch(url.replace('https', 'http'))).rejects.toThrow();
  });
});
