// A prefix of its own in the bucket of the run, so that no test sees another's objects.

import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import {
  type BucketStore,
  bucketClient,
  bucketStore,
  type Patience,
  publisherPatience,
} from '../../src/snapshot/bucket-store.ts';
import type { TestBucket } from './object-gateway.ts';

export type BucketOfTest = { store: BucketStore; bucket: TestBucket; prefix: string };

/**
 * @param endpointOfTest where the object store answers, if not where it really is
 * @throws Error when the run has no bucket: ask `inject('bucket')` first
 */
export function bucketOfTest(
  endpointOfTest?: string,
  patience: Patience = publisherPatience,
  prefix = `test-${randomBytes(6).toString('hex')}`,
): BucketOfTest {
  const provided = inject('bucket');
  if (provided === null) throw new Error('this run has no object store');
  const bucket = { ...provided, endpoint: endpointOfTest ?? provided.endpoint };
  const { endpoint, name, accessKeyId, secretAccessKey } = bucket;
  const settings = { endpoint, region: 'us-east-1', credentials: { accessKeyId, secretAccessKey } };
  const client = bucketClient(patience, settings);
  return { store: bucketStore(`s3://${name}/${prefix}`, patience, client), bucket, prefix };
}
