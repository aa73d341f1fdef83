// Responses share the stored bytes and differ only in their timestamp. Many concurrent readers, some slow, must each get
// a complete response with their own timestamp.

import { once } from 'node:events';
import { isDeepStrictEqual } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { listPath, type Served, served } from '../support/served.ts';
import { times } from '../support/thoroughness.ts';
import { whenFileEnds } from '../support/when-file-ends.ts';

// Poorly compressible, so that both forms are far larger than the buffers of a socket.
let seed = 1;
const random = () => {
  seed = (seed * 48_271) % 2_147_483_647;
  return seed.toString(36);
};
const big = { id: 'v1', lessons: Array.from({ length: 1_000_000 }, random) };
const readers = times(8, 20);

let shared: Served;
let clock = Date.UTC(2026, 8, 1);
beforeAll(async () => {
  shared = await served({ v1: big }, { now: () => clock++, whenDone: whenFileEnds });
});

test('slow and fast readers of one large document each get all of it, with their own timestamp', async () => {
  const { server, key } = shared;
  const download = async (encoding: string, reader: number) => {
    const socket = await server.connect();
    socket.write(
      `GET ${listPath}/v1 HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${key}\r\n` +
        `Accept-Encoding: ${encoding}\r\n\r\n`,
    );
    const chunks: Buffer[] = [];
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      if (reader % 2 === 1 || chunks.length % 10 > 0) return;
      socket.pause();
      setTimeout(() => socket.resume(), 1 + (reader % 5));
    });
    // Some read nothing until the others have been answered.
    if (reader % 4 === 0) {
      socket.pause();
      setTimeout(() => socket.resume(), 500);
    }
    await once(socket, 'close');
    const response = Buffer.concat(chunks);
    return response.subarray(response.indexOf('\r\n\r\n') + 4);
  };

  const stamps: string[] = [];
  const expected = `{"success":true,"data":${JSON.stringify(big)},"timestamp":"`;
  for (const encoding of ['gzip', 'identity']) {
    const bodies = await Promise.all(Array.from({ length: readers }, (_, reader) => download(encoding, reader)));
    for (const body of bodies) {
      const text = (encoding === 'gzip' ? gunzipSync(body) : body).toString();
      expect(isDeepStrictEqual(text.slice(0, -26), expected)).toBe(true);
      stamps.push(text.slice(-26));
    }
  }
  expect(new Set(stamps).size).toBe(2 * readers);
  for (const stamp of stamps) expect(stamp).toMatch(/^2026-09-01T00:00:00\.\d{3}Z"}$/);
});

test('pipelined requests for one large document each get their own timestamp', async () => {
  const { server, key } = shared;
  const request = (end: string) =>
    `GET ${listPath}/v1 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nAccept-Encoding: gzip\r\n${end}\r\n`;
  const socket = await server.connect();
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  socket.write(`${request('')}${request('')}${request('Connection: close\r\n')}`);
  await once(socket, 'close');
  const stamps: string[] = [];
  for (let rest = Buffer.concat(chunks); rest.length > 0; ) {
    const start = rest.indexOf('\r\n\r\n') + 4;
    const end = start + Number(/content-length: (\d+)/i.exec(rest.subarray(0, start).toString())?.[1]);
    stamps.push(gunzipSync(rest.subarray(start, end)).toString().slice(-26));
    rest = rest.subarray(end);
  }
  expect(stamps).toHaveLength(3);
  expect(new Set(stamps).size).toBe(3);
});

// The last, since it replaces the large document.
test('a download completes with the earlier document although that is replaced meanwhile', async () => {
  const { form, server, key } = shared;
  const socket = await server.connect();
  socket.pause();
  socket.write(`GET ${listPath}/v1 HTTP/1.0\r\nAuthorization: Bearer ${key}\r\n\r\n`);
  await once(socket, 'readable');
  await form.publish('north', { v1: { id: 'v1', name: 'the new one' } });
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk);
  const response = Buffer.concat(chunks);
  const { data } = JSON.parse(response.subarray(response.indexOf('\r\n\r\n') + 4).toString());
  expect(isDeepStrictEqual(data, big)).toBe(true);
});
