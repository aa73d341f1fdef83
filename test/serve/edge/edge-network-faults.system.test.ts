// The function on a bucket with network faults: it recovers from one lost answer, and reports any other fault in time. It
// never answers with part of a file.

import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { bucketOfTest } from '../../support/bucket-of-test.ts';
import { type EdgeRuntime, startEdgeRuntime } from '../../support/edge-runtime.ts';
import { faultyNetworkProxy, type NetworkFault } from '../../support/faulty-network-proxy.ts';
import { publishedForm } from '../../support/published-folder.ts';
import { type RawClient, rawClient } from '../../support/raw-client.ts';
import { listPath } from '../../support/served.ts';
import { ifThorough, times } from '../../support/thoroughness.ts';
import { whenFileEnds } from '../../support/when-file-ends.ts';
import { seeded } from '../seeded.ts';

const answers = times(200, 400);
const kinds = ['answer lost', 'breaks off', 'slow down'] as const;

describe.skipIf(inject('bucket') === null)("the function behind a faulty network (needs Ceph's radosgw)", () => {
  let runtime: EdgeRuntime;
  let client: RawClient;
  let key: string;
  let fault: NetworkFault = 'none';
  /** The paths of the objects with the fault, and the number of requests for them that get it. */
  let hit = /^$/;
  let left = 0;
  /** The share of all requests that get the fault. */
  let share = 0;
  let draw = seeded(1);

  beforeAll(async () => {
    const { store, bucket, prefix } = bucketOfTest();
    key = await publishedForm(store).addOrganisation(
      'north',
      Object.fromEntries(kinds.map((_, index) => [`v${index}`, { id: `v${index}`, text: 'lesson '.repeat(5_000) }])),
    );
    const chooseFault = (_: string, path: string) =>
      draw() < share || (hit.test(path) && left-- > 0) ? fault : 'none';
    const proxy = await faultyNetworkProxy(bucket.endpoint, chooseFault, whenFileEnds);
    runtime = await startEdgeRuntime(bucketOfTest(proxy.endpoint, undefined, prefix));
    client = rawClient(runtime.port);
  });
  afterAll(async () => {
    client.close();
    await runtime.close();
  });

  const places: [string, RegExp][] = [
    ['the record', /^records/],
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

  // First, and with one version per fault, since files stay in the edge's cache.
  test.each(places.toReversed())(
    '%s is requested again after an answer that is lost, truncated or a 503',
    async (_, place) => {
      for (const [index, each] of kinds.entries()) {
        [fault, hit, left] = [each, place, 1];
        expect([each, ...(await ask(`v${index}`))]).toEqual([each, 200, `v${index}`]);
        expect(left).toBeLessThan(1);
      }
    },
  );

  test.each([
    ['slow down', 0.2],
    ...ifThorough([['slow down', 0.05]] as const),
    ['breaks off', 0.2],
    ['answer lost', 0.2],
  ] as const)('with the fault %s on %d of the requests to the bucket every answer is 200', async (kind, part) => {
    [fault, share, draw] = [kind, part, seeded(12)];
    const given: Record<number, number> = {};
    let due = answers;
    const caller = async () => {
      while (due-- > 0) {
        const [status = 0] = await ask();
        given[status] = (given[status] ?? 0) + 1;
      }
    };
    await Promise.all(Array.from({ length: 10 }, caller));
    share = 0;
    expect(given).toEqual({ 200: answers });
  });

  test('a bucket that never answers is a 500', async () => {
    [fault, hit, left] = ['hangs', /^records/, 100];
    expect(await ask()).toEqual([500, 'INTERNAL_ERROR']);
    left = 0;
    expect(await ask()).toEqual([200, 'v0']);
  });
});
