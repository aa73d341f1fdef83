// How a CDN function reads its bucket: through an R2 binding, or any S3-compatible server by signed requests.

import { AwsClient } from 'aws4fetch';

/** Reads an object whole, as it is stored; null when there is none. */
export type ReadObject = (path: string) => Promise<Uint8Array<ArrayBuffer> | null>;

/** The part of Cloudflare's R2 binding that is used (https://developers.cloudflare.com/r2/api/workers/). */
type R2Bucket = { get(key: string): Promise<{ arrayBuffer(): Promise<ArrayBuffer> } | null> };

/** Either BUCKET, or the S3_ variables with the address of the bucket, `https://host/bucket`. */
export type BucketBindings = {
  BUCKET?: R2Bucket;
  S3_BUCKET_URL?: string;
  S3_ACCESS_KEY_ID?: string;
  S3_SECRET_ACCESS_KEY?: string;
  S3_REGION?: string;
  /** What stands before every path in the bucket, without a slash at its end. */
  BUCKET_PREFIX?: string;
};

/** @throws Error when the bindings name no bucket */
export function edgeBucket(env: BucketBindings): ReadObject {
  const prefix = env.BUCKET_PREFIX ? `${env.BUCKET_PREFIX}/` : '';
  const {
    BUCKET: bucket,
    S3_BUCKET_URL: url,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  } = env;
  if (bucket !== undefined) {
    return async (path) => {
      const object = await bucket.get(prefix + path);
      return object && new Uint8Array(await object.arrayBuffer());
    };
  }
  if (url === undefined || accessKeyId === undefined || secretAccessKey === undefined)
    throw new Error('bind a bucket as BUCKET, or set S3_BUCKET_URL, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY');
  const client = new AwsClient({
    accessKeyId,
    secretAccessKey,
    region: env.S3_REGION ?? 'us-east-1',
    service: 's3',
    retries: 2,
  });
  const readOnce: ReadObject = async (path) => {
    // Asked for without its Content-Encoding, or the runtime would decompress what is to be passed on as it is.
    const place = `${url}/${prefix}${path}?response-content-encoding=identity`;
    const response = await client.fetch(place, { signal: AbortSignal.timeout(patience) });
    if (response.status === 404) return null;
    if (!response.ok) throw new BucketError(`the bucket answered ${response.status} for ${path}`);
    return new Uint8Array(await response.arrayBuffer());
  };
  // A connection that was kept may be found closed. What the bucket has said is not asked again: the client has done that.
  return (path) =>
    readOnce(path).catch((error: unknown) => {
      if (error instanceof BucketError) throw error;
      return readOnce(path);
    });
}

/** Milliseconds for one object, whole; a caller would rather be told soon that there is none. */
const patience = 3_000;

/** The bucket has answered, but not with an object. */
class BucketError extends Error {
  override readonly name = 'BucketError';
}
