// Connections of every call that are cut at every stage: whatever they took is given back, and others go on.
// @module-tag long
// @module-tag slow

import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import { permissions } from '../../src/dashboard/permissions.ts';
import { runningDashboard } from '../support/running-dashboard.ts';
import { publishedTimetable } from '../support/small-timetable.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { useTestDatabase } from '../support/test-database.ts';
import { waitUntil } from '../support/wait-until.ts';
import { whenFileEnds } from '../support/when-file-ends.ts';

const open = useTestDatabase();
let dashboard: Awaited<ReturnType<typeof runningDashboard>>;
let operator = '';

beforeAll(async () => {
  dashboard = await runningDashboard(open, await temporaryFolder(whenFileEnds));
  operator = (await dashboard.token('operator', null)).token;
  expect((await dashboard.send('POST /organisations', operator, { body: { id: 'north', name: 'North' } })).status).toBe(
    201,
  );
});

/** Several requests at once of one connection, and where it is cut. */
const stages = [
  'after the head',
  'in the body',
  'after the request',
  'in the answer',
  'two requests at once',
  'half closed',
] as const;

const boundary = 'a-boundary';
const bodyOf = (call: string): string =>
  call.endsWith('/imports')
    ? `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.xml"\r\n\r\n${'<a>'.repeat(5000)}\r\n--${boundary}--\r\n`
    : call.includes('/timetables/')
      ? JSON.stringify(publishedTimetable('cut', { orgId: 'north', description: 'x'.repeat(20_000) }))
      : '{}';

function headOf(call: string, length: number): string {
  const [method = '', path = ''] = call.split(' ');
  const target = `/control/v1${path.replace('{id}', 'north').replace(/\{\w+\}/g, 'cut')}`;
  const type = call.endsWith('/imports') ? `multipart/form-data; boundary=${boundary}` : 'application/json';
  const body = method === 'GET' || method === 'DELETE' ? [] : [`Content-Type: ${type}`, `Content-Length: ${length}`];
  const head = [`${method} ${target} HTTP/1.1`, 'Host: localhost', `Authorization: Bearer ${operator}`, ...body];
  return `${head.join('\r\n')}\r\n\r\n`;
}

/** @returns when the connection is gone */
function cut(call: string, stage: (typeof stages)[number]): Promise<void> {
  const body = bodyOf(call);
  const head = headOf(call, body.length);
  const whole = head.includes('Content-Length') ? head + body : head;
  return new Promise((gone) => {
    const { hostname, port } = new URL(dashboard.url);
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    socket.on('error', () => {});
    socket.once('close', () => gone());
    const leave = () => socket.destroy();
    socket.once('connect', () => {
      if (stage === 'after the head') socket.write(head, leave);
      if (stage === 'in the body') socket.write(whole.slice(0, head.length + (whole.length - head.length) / 2), leave);
      if (stage === 'after the request') socket.write(whole, () => setTimeout(leave, Math.random() * 10));
      if (stage === 'two requests at once')
        socket.write(whole + whole + head, () => setTimeout(leave, Math.random() * 10));
      if (stage === 'half closed') {
        socket.end(whole);
        setTimeout(leave, 200);
      }
      if (stage === 'in the answer') {
        socket.write(whole);
        socket.once('data', leave);
        setTimeout(leave, 5_000);
      }
    });
  });
}

test('of a thousand connections that are cut, of every call at every stage, nothing is held', async () => {
  const calls = Object.keys(permissions).filter(
    (call) => !call.endsWith(' access') && call !== 'DELETE /organisations/{id}',
  );
  const cuts = calls.flatMap((call) => stages.map((stage) => ({ call, stage })));
  for (let begun = 0; begun < 1000; ) {
    const some = Array.from({ length: 40 }, (_, index) => cuts[(begun + index) % cuts.length]);
    await Promise.all(some.map((each) => each && cut(each.call, each.stage)));
    begun += some.length;
  }
  const nothing = { listeners: 0, uploads: 0, uploadBytes: 0, documents: 0, publications: 0, turns: 0 };
  // Connections of the test's own questions are kept alive.
  const held = () => {
    const { connections: _, ...others } = dashboard.held();
    return others;
  };
  await waitUntil('everything is given back', () => JSON.stringify(held()) === JSON.stringify(nothing));
  await sleep(100);
  expect(held()).toEqual(nothing);
  expect(dashboard.held().connections).toBeLessThan(5);
});

test('who left before the answer is not waited for, and uploads and imports still work', async () => {
  for (let each = 0; each < 100; each++) void cut('PUT /organisations/{id}/timetables/{versionId}', 'after the head');
  const body = publishedTimetable('v1', { orgId: 'north' });
  const stored = await waitUntil('there is place', async () => {
    const answer = await dashboard.send('PUT /organisations/north/timetables/v1', operator, { body });
    return answer.status !== 503 && answer;
  });
  expect(stored.status).toBe(201);
  const form = new FormData();
  form.append('file', new Blob(['<nothing/>']), 'a.xml');
  const imported = await dashboard.send('POST /organisations/north/imports?dryRun=true', operator, { raw: form });
  expect(imported.status).toBe(200);
  expect((await dashboard.send('GET /me', operator)).status).toBe(200);
});
