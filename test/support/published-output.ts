// The stores of a fault test: a folder, or a bucket of the real object store. A fault must have the same result in both.

import { inject } from 'vitest';
import { bucketReader } from '../../src/serve/node/bucket-reader.ts';
import { folderReader } from '../../src/serve/node/folder-reader.ts';
import type { SnapshotReader } from '../../src/serve/snapshot-reader.ts';
import { folderStore } from '../../src/store/folder/folder-store.ts';
import type { Store } from '../../src/store/store.ts';
import { type BucketOfTest, bucketOfTest } from './bucket-of-test.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { nightly, thorough } from './thoroughness.ts';

export type PublishedOutput = {
  store: Store;
  /** The environment variables by which another process finds it. */
  variables: Record<string, string | undefined>;
  /**
   * Milliseconds between two rounds of a continuous reader, so that the tested code gets most of the CPU time. Reading a bucket
   * costs more.
   */
  pause: number;
  /** For a server. */
  openReader(cacheBytes: number): () => SnapshotReader;
};

export const folderOutput = (folder: string): PublishedOutput => ({
  store: folderStore(folder),
  variables: { BELFRY_OUT: folder, BELFRY_BUCKET: undefined },
  pause: nightly ? 15 : 100,
  openReader: (cacheBytes) => folderReader(folder, { cacheBytes, now: Date.now }),
});

export function bucketOutput({ store, bucket, prefix }: BucketOfTest = bucketOfTest()): PublishedOutput {
  return {
    store,
    variables: {
      BELFRY_BUCKET: `s3://${bucket.name}/${prefix}`,
      AWS_ENDPOINT_URL_S3: bucket.endpoint,
      AWS_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: bucket.accessKeyId,
      AWS_SECRET_ACCESS_KEY: bucket.secretAccessKey,
    },
    pause: 250,
    openReader: (cacheBytes) => {
      const reader = bucketReader(store, cacheBytes);
      return () => reader;
    },
  };
}

const folderOutputOfTest = async (...lifetime: Parameters<typeof temporaryFolder>) =>
  folderOutput(await temporaryFolder(...lifetime));

/** Each kind of store. `make` returns a new, empty one for a test or, with `whenFileEnds`, for a file. */
export const outputKinds = [
  { kind: 'a folder', missing: false, make: folderOutputOfTest },
  { kind: "a bucket (needs Ceph's radosgw)", missing: inject('bucket') === null, make: async () => bucketOutput() },
];

/** For rules that do not depend on the kind of store: only a folder by default, both in a thorough run. */
export const eachOutputKind = thorough ? outputKinds : outputKinds.slice(0, 1);
