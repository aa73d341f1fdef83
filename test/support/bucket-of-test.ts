// A prefix of its own in the bucket of the run, so that no test sees another's objects.

import { randomBytes } from 'node:crypto';
import { S3Client } from '@aws-sdk/client-s3';
import { inject } from 'vitest';
import { type BucketStore, bucketStore } from '../../src/snapshot/bucket-store.ts';
import type { TestBucket } from './object-gateway.ts';

export type BucketOfTest = { store: BucketStore; bucket: TestBucket; prefix: string };

/**
 * @param endpointOfTest where the object store answers, if not where it really is
 * @throws Error when the run has no bucket: ask `inject('bucket')` first
 */
export function bucketOfTest(endpointOfTest?: string): BucketOfTest {
  const provided = inject('bucket');
  if (provided === null) throw new Error('this run has no object store');
  const bucket = { ...provided, endpoint: endpointOfTest ?? provided.endpoint };
  const prefix = `test-${randomBytes(6).toString('hex')}`;
  const { endpoint, name, accessKeyId, secretAccessKey } = bucket;
  const client = new S3Client({
    endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  return { store: bucketStore(`s3://${name}/${prefix}`, client), bucket, prefix };
}
