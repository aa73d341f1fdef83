// A new prefix in the bucket of the run, so that no test sees another's objects.

import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { publisherTimeouts, type Timeouts } from '../../src/store/bucket/bucket-client.ts';
import { type BucketStore, bucketStore } from '../../src/store/bucket/bucket-store.ts';
import type { TestBucket } from './object-gateway.ts';

export type BucketOfTest = { store: BucketStore; bucket: TestBucket; prefix: string };

/**
 * @param endpointOfTest the address of a proxy in front of the object store
 * @throws Error when the run has no bucket: check `inject('bucket')` first
 */
export function bucketOfTest(
  endpointOfTest?: string,
  timeouts: Timeouts = publisherTimeouts,
  prefix = `test-${randomBytes(6).toString('hex')}`,
): BucketOfTest {
  const provided = inject('bucket');
  if (provided === null) throw new Error('this run has no object store');
  const bucket = { ...provided, endpoint: endpointOfTest ?? provided.endpoint };
  const { endpoint, name, accessKeyId, secretAccessKey } = bucket;
  const server = { endpoint, region: 'us-east-1', accessKeyId, secretAccessKey };
  return { store: bucketStore(`s3://${name}/${prefix}`, server, timeouts), bucket, prefix };
}
