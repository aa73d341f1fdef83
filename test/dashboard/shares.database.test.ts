// Whatever one admin takes of the dashboard, others work beside it; and whoever is nobody yet has seconds and kilobytes.
// @module-tag long
// @module-tag slow

import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { runningDashboard } from '../support/running-dashboard.ts';
import { publishedTimetable } from '../support/small-timetable.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { useTestDatabase } from '../support/test-database.ts';
import { waitUntil } from '../support/wait-until.ts';
import { whenFileEnds } from '../support/when-file-ends.ts';

const open = useTestDatabase();
let dashboard: Awaited<ReturnType<typeof runningDashboard>>;
let operator = '';
const tokens: Record<'ada' | 'viewer' | 'bob', string> = { ada: '', viewer: '', bob: '' };

beforeAll(async () => {
  dashboard = await runningDashboard(open, await temporaryFolder(whenFileEnds));
  operator = (await dashboard.token('operator', null)).token;
  for (const id of ['north', 'south'])
    expect((await dashboard.send('POST /organisations', operator, { body: { id, name: id } })).status).toBe(201);
  tokens.ada = (await dashboard.token('manager', 'north')).token;
  tokens.viewer = (await dashboard.token('viewer', 'north')).token;
  tokens.bob = (await dashboard.token('manager', 'south')).token;
});

const seconds = async (work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1000;
};

/** A connection that has sent so much, until the test ends. */
function begun(text: string): { socket: Socket; heard(): string } {
  const { hostname, port } = new URL(dashboard.url);
  const socket = connect({ host: hostname, port: Number(port) });
  let heard = '';
  socket.on('error', () => {});
  socket.on('data', (data) => {
    heard += data;
  });
  socket.write(text);
  onTestFinished(() => void socket.destroy());
  return { socket, heard: () => heard };
}
const headOf = (line: string, ...headers: string[]) =>
  [`${line} HTTP/1.1`, 'Host: localhost', ...headers, '', ''].join('\r\n');
const by = (token: string) => `Authorization: Bearer ${token}`;

const newKey = async (token: string, organisation: string): Promise<string> => {
  const { body } = await dashboard.send(`POST /organisations/${organisation}/keys`, token, { body: { name: 'a key' } });
  return String(body['id']);
};

describe('while one admin takes all that it can, another works:', () => {
  test('900 reads at once delay no revocation of another school', async () => {
    const keys = [
      await newKey(tokens.bob, 'south'),
      await newKey(tokens.bob, 'south'),
      await newKey(tokens.bob, 'south'),
    ];
    const reads = Array.from({ length: 900 }, () => begun(headOf('GET /control/v1/status', by(tokens.viewer))));
    const durations: number[] = [];
    for (const key of keys)
      durations.push(
        await seconds(async () => {
          expect((await dashboard.send(`DELETE /organisations/south/keys/${key}`, tokens.bob)).status).toBe(204);
        }),
      );
    expect(Math.max(...durations)).toBeLessThan(1);
    // Those that are too many are told so, and none is forgotten.
    await waitUntil('all are answered', () => reads.every(({ socket, heard }) => heard() !== '' || socket.closed));
    await waitUntil('nothing waits', () => dashboard.held().turns === 0);
  });

  test('listeners', async () => {
    const listen = (token: string) => begun(headOf('GET /control/v1/events', by(token)));
    const many = Array.from({ length: 60 }, () => listen(tokens.ada));
    await waitUntil('all are answered', () => many.every(({ heard }) => heard() !== ''));
    expect(many.filter(({ heard }) => heard().startsWith('HTTP/1.1 200'))).toHaveLength(20);
    const other = listen(tokens.bob);
    await waitUntil('the other listens', () => other.heard().includes('connected'));
    for (const { socket } of many) socket.destroy();
  });

  test('uploads, which end when they make no progress', async () => {
    const upload = (token: string, organisation: string) =>
      begun(
        `${headOf(`PUT /control/v1/organisations/${organisation}/timetables/v1`, by(token), 'Content-Type: application/json', 'Content-Length: 60000000')}{`,
      );
    const many = Array.from({ length: 60 }, () => upload(tokens.ada, 'north'));
    await waitUntil(
      'those beyond the share are refused',
      () => many.filter(({ heard }) => heard().includes(' 503 ')).length >= 50,
    );
    expect(dashboard.held().uploads).toBeGreaterThan(0);
    const body = publishedTimetable('south-v1', { orgId: 'south' });
    const stored = await dashboard.send('PUT /organisations/south/timetables/south-v1', tokens.bob, { body });
    expect(stored.status).toBe(201);
    const passed = await seconds(() => waitUntil('they are cut off', () => dashboard.held().uploads === 0));
    expect(passed).toBeLessThan(15);
    expect(many.every(({ socket }) => socket.closed)).toBe(true);
  });

  test('builds; and one that is refused leaves nothing behind', async () => {
    const build = (token: string, organisation: string, name: string) =>
      dashboard.send(`POST /organisations/${organisation}/builds`, token, {
        body: {},
        headers: { Prefer: 'wait=0', 'Idempotency-Key': name },
      });
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, each) => build(tokens.ada, 'north', `build-${each}`)),
    );
    const refused = answers.findIndex(({ status }) => status === 503);
    expect(refused).toBeGreaterThanOrEqual(0);
    expect((await build(tokens.bob, 'south', 'one')).status).toBeLessThan(300);
    await waitUntil('all are done', () => dashboard.held().publications === 0);
    const again = await build(tokens.ada, 'north', `build-${refused}`);
    expect([again.status < 300, again.headers.get('idempotency-replayed')]).toEqual([true, null]);
  });

  test('connections', async () => {
    const many = Array.from({ length: 300 }, () => begun(headOf('GET /control/v1/me', by(tokens.ada))));
    await waitUntil('all are answered', () => many.every(({ socket, heard }) => heard() !== '' || socket.closed));
    await waitUntil(
      'those beyond the share are closed',
      () => many.filter(({ socket }) => !socket.closed).length <= 100,
    );
    expect((await dashboard.send('GET /me', tokens.bob)).status).toBe(200);
  });
});

describe('before somebody is known', () => {
  test('a thousand connections with one byte of a body keep nobody out, and have seconds', async () => {
    const head = headOf(
      'POST /session',
      `Origin: ${dashboard.url}`,
      'Sec-Fetch-Site: same-origin',
      'Content-Type: application/json',
      'Content-Length: 1000',
    );
    const many: ReturnType<typeof begun>[] = [];
    for (let each = 0; each < 1000; each++) {
      many.push(begun(`${head}{`));
      if (each % 50 === 0) await sleep(1);
    }
    const passed = await seconds(async () => {
      expect((await dashboard.send('GET /me', tokens.bob)).status).toBe(200);
      const { token } = await dashboard.token('viewer', 'south');
      expect((await dashboard.send('GET /me', token)).status).toBe(200);
    });
    expect(passed).toBeLessThan(3);
    const until = await seconds(() => waitUntil('they are cut off', () => many.every(({ socket }) => socket.closed)));
    expect(until).toBeLessThan(10);
  });

  test.each([
    ['a path that is not there', 'POST /nothing', 404],
    ['a method that is not allowed', 'PUT /control/v1/me', 405],
    ['a call without a token', 'PUT /control/v1/organisations/north/timetables/v1', 401],
  ])('no body is read: %s', async (_, line, status) => {
    const asked = begun(`${headOf(line, 'Content-Type: application/json', 'Content-Length: 1000000')}{`);
    await waitUntil('it is answered', () => asked.heard() !== '');
    expect(asked.heard()).toContain(`HTTP/1.1 ${status} `);
    await waitUntil('and closed', () => asked.socket.closed);
  });

  test('a sign-in has four kilobytes', async () => {
    const { url } = dashboard;
    const headers = { Origin: url, 'Content-Type': 'application/json' };
    const body = JSON.stringify({ token: 'x'.repeat(5000) });
    expect((await fetch(`${url}/session`, { method: 'POST', headers, body })).status).toBe(413);
  });
});
