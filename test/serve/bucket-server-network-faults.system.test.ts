// The node server on a bucket that fails some of the requests. Each record is retried independently, so faults of one do
// not use up the attempts of another.

import { beforeAll, describe, expect, inject, test } from 'vitest';
import { bucketReader } from '../../src/serve/node/bucket-reader.ts';
import { siteOfBucket } from '../../src/serve/node/site.ts';
import { serverTimeouts } from '../../src/store/bucket/bucket-client.ts';
import { bucketOfTest } from '../support/bucket-of-test.ts';
import { faultyNetworkProxy, type NetworkFault } from '../support/faulty-network-proxy.ts';
import { publishedForm } from '../support/published-folder.ts';
import { type RunningServer, runningServer } from '../support/running-server.ts';
import { listPath } from '../support/served.ts';
import { ifThorough, times } from '../support/thoroughness.ts';
import { whenFileEnds } from '../support/when-file-ends.ts';
import { seeded } from './seeded.ts';

const answers = times(200, 600);
const atOnce = 20;

describe.skipIf(inject('bucket') === null)("the server while its bucket fails at random (needs Ceph's radosgw)", () => {
  let server: RunningServer;
  let key: string;
  let fault: NetworkFault = 'none';
  let share = 0;
  let draw = seeded(1);

  beforeAll(async () => {
    const { store, bucket, prefix } = bucketOfTest();
    key = await publishedForm(store).addOrganisation('north', { v0: { id: 'v0', text: 'lesson '.repeat(5_000) } });
    const proxy = await faultyNetworkProxy(bucket.endpoint, () => (draw() < share ? fault : 'none'), whenFileEnds);
    const through = bucketOfTest(proxy.endpoint, serverTimeouts, prefix).store;
    // No cache for files, so that each answer reads its file.
    const reader = bucketReader(through, 1);
    const site = siteOfBucket(through);
    server = await runningServer('', { openReader: () => reader, site, whenDone: whenFileEnds });
  });

  test.each([
    ['slow down', 0.2],
    ...ifThorough([['slow down', 0.05]] as const),
    ['breaks off', 0.2],
    ['answer lost', 0.2],
  ] as const)('with the fault %s on %d of the requests to the bucket every answer is 200', async (kind, part) => {
    [fault, share, draw] = [kind, part, seeded(12)];
    const statuses: Record<number, number> = {};
    let left = answers;
    const caller = async () => {
      while (left-- > 0) {
        const path = left % 2 === 0 ? listPath : `${listPath}/v0`;
        const { status } = await server.call({ path, headers: { Authorization: `Bearer ${key}` } });
        statuses[status] = (statuses[status] ?? 0) + 1;
      }
    };
    await Promise.all(Array.from({ length: atOnce }, caller));
    share = 0;
    expect(statuses).toEqual({ 200: answers });
  });

  test('while the bucket cannot be reached, a page of the site is a 500 with a line in the log', async () => {
    [fault, share] = ['breaks off', 1];
    const { status, body } = await server.call({ path: '/' });
    share = 0;
    expect([status, JSON.parse(body.toString()).error.code]).toEqual([500, 'INTERNAL_ERROR']);
    expect(JSON.parse(server.logLines.at(-1) ?? '')).toMatchObject({ resource: 'site', msg: 'a request failed' });
  });
});
