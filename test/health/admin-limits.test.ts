// The admin port runs beside what serves readers, so those who ask it have limits as those have.

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { beforeAll, expect, test } from 'vitest';
import { folderStore } from '../../src/store/folder/folder-store.ts';
import { runningAdmin } from '../support/running-admin.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { waitUntil } from '../support/wait-until.ts';
import { whenFileEnds } from '../support/when-file-ends.ts';

let url: URL;
beforeAll(async () => {
  const admin = await runningAdmin(folderStore(await temporaryFolder(whenFileEnds)), undefined, whenFileEnds);
  url = new URL(admin.url);
});

async function open(): Promise<Socket> {
  const socket = connect({ host: url.hostname, port: Number(url.port) });
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.resume();
  return socket;
}

test('more than a hundred connections are closed at once, and there is place again when they leave', async () => {
  const sockets = await Promise.all(Array.from({ length: 150 }, open));
  await waitUntil('those beyond are closed', () => sockets.filter(({ closed }) => closed).length >= 50);
  for (const socket of sockets) socket.destroy();
  const health = () =>
    fetch(`${url}healthz`, { signal: AbortSignal.timeout(1000) }).then(
      ({ status }) => status,
      () => 0,
    );
  await waitUntil('there is place', async () => (await health()) === 200);
});

test('a request that does not end is cut off within seconds', async () => {
  const [head, body] = [await open(), await open()];
  const began = performance.now();
  head.write('GET /healthz HTTP/1.1\r\nHost: localh');
  body.write('POST /healthz HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nx');
  await Promise.all([head, body].map((socket) => socket.closed || once(socket, 'close')));
  expect(performance.now() - began).toBeLessThan(15_000);
});
