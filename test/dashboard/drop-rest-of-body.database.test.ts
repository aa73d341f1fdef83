// A call that is refused before its body has arrived is answered to a caller that goes on sending, and one that never ends is cut off.

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { runningDashboard } from '../support/running-dashboard.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { useTestDatabase } from '../support/test-database.ts';
import { waitUntil } from '../support/wait-until.ts';
import { whenFileEnds } from '../support/when-file-ends.ts';

const open = useTestDatabase();
const megabyte = 1024 * 1024;
let dashboard: Awaited<ReturnType<typeof runningDashboard>>;
let token = '';
beforeAll(async () => {
  dashboard = await runningDashboard(open, await temporaryFolder(whenFileEnds));
  token = (await dashboard.token('operator', null)).token;
});

async function connected(): Promise<{
  socket: Socket;
  head: (line: string, length?: number) => string;
  said: () => string;
}> {
  const { hostname, port } = new URL(dashboard.url);
  const socket = connect({ host: hostname, port: Number(port) });
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  let said = '';
  socket.on('data', (text) => {
    said += text;
  });
  const head = (line: string, length = 0) =>
    `${line} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;
  return { socket, head, said: () => said };
}

test('who goes on sending reads the refusal, and the connection takes the next call', async () => {
  const { socket, head, said } = await connected();
  socket.write(head('POST /control/v1/organisations', 20 * megabyte));
  await waitUntil('it is refused', () => said().startsWith('HTTP/1.1 413 '));
  for (let sent = 0; sent < 20; sent++)
    await new Promise<void>((written, failed) =>
      socket.write(Buffer.alloc(megabyte), (error) => (error ? failed(error) : written())),
    );
  socket.write(head('GET /control/v1/me'));
  await waitUntil('the next call is answered', () => said().includes('HTTP/1.1 200 '));
});

test('who sends far more is cut off', async () => {
  const { socket, head, said } = await connected();
  socket.on('error', () => {});
  const closed = new Promise((gone) => socket.once('close', gone));
  socket.write(head('POST /control/v1/organisations', 10_000 * megabyte));
  await waitUntil('it is refused', () => said().startsWith('HTTP/1.1 413 '));
  let sent = 0;
  while (!socket.destroyed) {
    socket.write(Buffer.alloc(megabyte));
    sent++;
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  await closed;
  expect(sent).toBeLessThan(2_000);
});

test('who sends nothing more is cut off after a second', async () => {
  const { socket, head, said } = await connected();
  const began = performance.now();
  socket.write(head('POST /control/v1/organisations', 20 * megabyte));
  await once(socket, 'close');
  expect(said()).toMatch(/^HTTP\/1\.1 413 /);
  expect(performance.now() - began).toBeGreaterThan(900);
});
