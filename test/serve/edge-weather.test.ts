// The function when its bucket is in bad weather: through one lost answer it comes by itself, and of all else the caller
// is told in time. Never an answer from half of what was read.

import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { bucketOfTest } from '../support/bucket-of-test.ts';
import { type EdgeRuntime, startEdgeRuntime } from '../support/edge-runtime.ts';
import { publishedForm } from '../support/published-folder.ts';
import { type RawClient, rawClient } from '../support/raw-client.ts';
import { listPath } from '../support/served.ts';
import { type Weather, weatherProxy } from '../support/weather-proxy.ts';

const kinds = ['answer lost', 'breaks off', 'slow down'] as const;

describe.skipIf(inject('bucket') === null)("the function in bad weather (needs Ceph's radosgw)", () => {
  let runtime: EdgeRuntime;
  let client: RawClient;
  let key: string;
  let weather: Weather = 'fair';
  /** Which objects meet it, and how many of the requests for them. */
  let hit = /^$/;
  let left = 0;

  beforeAll(async () => {
    const { store, bucket, prefix } = bucketOfTest();
    key = await publishedForm(store).addOrganisation(
      'north',
      Object.fromEntries(kinds.map((_, index) => [`v${index}`, { id: `v${index}`, text: 'lesson '.repeat(5_000) }])),
    );
    const forecast = (_: string, path: string) => (hit.test(path) && left-- > 0 ? weather : 'fair');
    const proxy = await weatherProxy(bucket.endpoint, forecast, afterAll);
    runtime = await startEdgeRuntime(bucketOfTest(proxy.endpoint, undefined, prefix));
    client = rawClient(runtime.port);
  });
  afterAll(async () => {
    client.close();
    await runtime.close();
  });

  const places: [string, RegExp][] = [
    ['the key', /^keys/],
    ['the access', /access\.json$/],
    ['the pointer', /current\.json$/],
    ['the file', /files\/v/],
  ];
  const ask = async (id = 'v0') => {
    const { status, body } = await client.call({
      path: `${listPath}/${id}`,
      headers: { Authorization: `Bearer ${key}` },
    });
    const { data, error } = JSON.parse(body.toString());
    return [status, data?.id ?? error?.code];
  };

  // First, and with a version for each weather: a file stays in the edge's cache.
  test.each(places.toReversed())(
    '%s is asked for once more when its answer is lost, breaks off or is refused',
    async (_, place) => {
      for (const [index, each] of kinds.entries()) {
        [weather, hit, left] = [each, place, 1];
        expect([each, ...(await ask(`v${index}`))]).toEqual([each, 200, `v${index}`]);
        expect(left).toBeLessThan(1);
      }
    },
  );

  test('a bucket that never answers is a 500, and in time', async () => {
    [weather, hit, left] = ['hangs', /current\.json$/, 100];
    const began = performance.now();
    expect(await ask()).toEqual([500, 'INTERNAL_ERROR']);
    expect(performance.now() - began).toBeLessThan(15_000);
    left = 0;
    expect(await ask()).toEqual([200, 'v0']);
  });
});
