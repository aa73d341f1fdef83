// Listing and removing objects with names that must be escaped in XML. Belfry writes none, but may find them in a bucket.

import { expect, inject, test } from 'vitest';
import { publisherTimeouts } from '../../../src/store/bucket/bucket-client.ts';
import { listObjects, removeObjects } from '../../../src/store/bucket/list-objects.ts';
import { openBucket } from '../../../src/store/bucket/open-bucket.ts';
import { bucketOfTest } from '../../support/bucket-of-test.ts';

test.skipIf(inject('bucket') === null)(
  "odd names are listed and removed as they are (needs Ceph's radosgw)",
  async () => {
    const { bucket, prefix } = bucketOfTest();
    const { endpoint, name, accessKeyId, secretAccessKey } = bucket;
    const server = { endpoint, region: 'us-east-1', accessKeyId, secretAccessKey };
    const { client, keyOf } = openBucket(`s3://${name}/${prefix}`, server, publisherTimeouts);
    const names = ['a & b', '<c>', `"d" 'e'`, 'f+g', '%20', '&amp;', 'é', 'h~(i)!*'].toSorted();
    const body = new TextEncoder().encode('found');
    for (const each of names) await client({ method: 'PUT', key: keyOf(`odd/${each}`), body, time: 'record' });

    const found = [];
    for await (const { objects } of listObjects(client, keyOf('odd/'))) found.push(...objects);
    expect(found.map(({ key }) => key).toSorted()).toEqual(names.map((each) => keyOf(`odd/${each}`)));
    expect(found.every(({ size, changedAt }) => size === 5 && changedAt.getTime() > 0)).toBe(true);

    await removeObjects(
      client,
      names.map((each) => keyOf(`odd/${each}`)),
    );
    const left = [];
    for await (const { objects } of listObjects(client, keyOf('odd/'))) left.push(...objects);
    expect(left).toEqual([]);
  },
);
