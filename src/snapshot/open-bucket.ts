// From an address, `s3://bucket/prefix`, to what asks that bucket, and to the keys of what lies below the prefix.

import { type BucketClient, type BucketConnection, bucketClient, type Timeouts } from './bucket-client.ts';
import { assertBelowRoot } from './store.ts';

/** The server that has the bucket, and the credentials there. `endpoint` is such as https://s3.example.org. */
export type BucketServer = Omit<BucketConnection, 'url'> & { endpoint: string };

export type OpenBucket = {
  client: BucketClient;
  /** @throws Error for a path that leads out of the prefix */
  keyOf(path: string): string;
  pathOf(key: string): string;
};

/** @throws Error for a prefix that is no plain path */
export function openBucket(
  address: string,
  { endpoint, ...credentials }: BucketServer,
  timeouts: Timeouts,
): OpenBucket {
  const [, bucket = '', prefix = ''] = /^s3:\/\/([^/]+)\/?(.*?)\/?$/.exec(address) ?? [];
  if (prefix !== '') assertBelowRoot(prefix);
  const start = prefix === '' ? '' : `${prefix}/`;
  return {
    client: bucketClient({ url: `${endpoint.replace(/\/$/, '')}/${bucket}`, ...credentials }, timeouts),
    keyOf(path) {
      assertBelowRoot(path);
      return `${start}${path}`;
    },
    pathOf: (key) => key.slice(start.length),
  };
}
