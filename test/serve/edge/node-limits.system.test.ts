// The function under node limits its clients as `belfry serve` does.

import { once } from 'node:events';
import type { Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { type BucketOfTest, bucketOfTest } from '../../support/bucket-of-test.ts';
import { publishedForm } from '../../support/published-folder.ts';
import { type RawClient, rawClient } from '../../support/raw-client.ts';
import { listPath } from '../../support/served.ts';
import { bucketVariables, type StartedBundle, startBundle } from '../../support/start-bundle.ts';
import { waitUntil } from '../../support/wait-until.ts';

describe.skipIf(inject('bucket') === null)("the function under node (needs Ceph's radosgw)", () => {
  let place: BucketOfTest;
  let key: string;
  let bundle: StartedBundle;
  let client: RawClient;
  beforeAll(async () => {
    place = bucketOfTest();
    key = await publishedForm(place.store).addOrganisation('north', { v1: { id: 'v1' } });
    bundle = await startBundle('node', bucketVariables(place));
    client = rawClient(bundle.port);
  });
  afterAll(async () => {
    client.close();
    await bundle.close();
  });

  const asked = (...headers: string[]) =>
    [`GET ${listPath} HTTP/1.1`, `Authorization: Bearer ${key}`, ...headers, '', ''].join('\r\n');
  const statusOf = (response: string) => Number(/^HTTP\/1\.1 (\d{3})/.exec(response)?.[1]);

  test.each([
    ['two Host headers', asked('Host: x', 'Host: y', 'Connection: close'), 400],
    ['no Host', asked('Connection: close'), 400],
    ['a header of 20 KB', asked('Host: x', `X: ${'x'.repeat(20_000)}`), 431],
    ['no HTTP', 'nothing of the kind\r\n\r\n', 400],
  ])('%s is refused with the usual error body', async (_, text, status) => {
    const response = await client.exchange(text);
    expect(statusOf(response)).toBe(status);
    expect(JSON.parse(response.slice(response.indexOf('\r\n\r\n') + 4))).toMatchObject({
      success: false,
      error: { code: 'BAD_REQUEST' },
    });
  });

  test('half-sent requests are refused after 10 seconds, and a connection between two requests stays open', async () => {
    const collect = (socket: Socket) => {
      const received = { text: '', closed: false };
      socket.on('data', (chunk) => {
        received.text += chunk;
      });
      socket
        .on('error', () => {})
        .on('close', () => {
          received.closed = true;
        });
      return received;
    };
    const kept = await client.connect();
    const keptReceived = collect(kept);
    kept.write(asked('Host: x'));
    const halves = await Promise.all(
      Array.from({ length: 300 }, async () => {
        const socket = await client.connect();
        socket.write(`GET ${listPath} HTTP/1.1\r\nHost: x\r\n`);
        return collect(socket);
      }),
    );
    await waitUntil('all are refused', () => halves.every(({ closed }) => closed));
    expect(new Set(halves.map(({ text }) => statusOf(text)))).toEqual(new Set([408]));
    // node's own default would have closed it after 5 seconds.
    kept.write(asked('Host: x'));
    await waitUntil('it is answered twice', () => keptReceived.text.match(/HTTP\/1\.1 200/g)?.length === 2);
    kept.end();
    await once(kept, 'close');
  });
});
