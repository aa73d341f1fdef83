// Opens the bucket of an address, `s3://bucket/prefix`, and maps paths to object keys.

import { assertBelowRoot } from '../store.ts';
import { type BucketClient, type BucketConnection, bucketClient, type Timeouts } from './bucket-client.ts';

/** The bucket's server and credentials. `endpoint` is a URL such as https://s3.example.org. */
export type BucketServer = Omit<BucketConnection, 'url'> & { endpoint: string };

export type OpenBucket = {
  client: BucketClient;
  /** @throws Error for a path that leads out of the prefix */
  keyOf(path: string): string;
  pathOf(key: string): string;
};

/** @throws Error for an invalid prefix */
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
