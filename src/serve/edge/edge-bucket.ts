// How a CDN function reads its bucket: through an R2 binding, or with signed requests to any S3-compatible server.

import { bucketClient, isTransient, serverTimeouts } from '../../snapshot/bucket-client.ts';
import { isFile } from '../../snapshot/paths.ts';
import { type ReadTagged, readObject, type TaggedObject, type Unchanged } from '../../snapshot/read-object.ts';
import { retry } from '../../snapshot/retry.ts';

/**
 * The part of Cloudflare's R2 binding that is used (https://developers.cloudflare.com/r2/api/workers/). An object that
 * fails the condition has no body.
 */
type R2Object = { size: number; uploaded: Date; httpEtag: string; arrayBuffer?(): Promise<ArrayBuffer> };
type R2Bucket = {
  get(key: string, options?: { onlyIf: { etagDoesNotMatch: string } }): Promise<R2Object | null>;
};

/** Either BUCKET, or the S3_ variables; S3_BUCKET_URL has the form `https://host/bucket`. */
export type BucketBindings = {
  BUCKET?: R2Bucket;
  S3_BUCKET_URL?: string;
  S3_ACCESS_KEY_ID?: string;
  S3_SECRET_ACCESS_KEY?: string;
  S3_REGION?: string;
  S3_SESSION_TOKEN?: string;
  /** The prefix of every key in the bucket, without a trailing slash. */
  BUCKET_PREFIX?: string;
};

/** @throws Error when the bindings name no bucket */
export function edgeBucket(env: BucketBindings): ReadTagged {
  const prefix = env.BUCKET_PREFIX ? `${env.BUCKET_PREFIX}/` : '';
  const timeOf = (path: string) => (isFile(path) ? 'file' : 'record');
  const { BUCKET, S3_BUCKET_URL: url, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = env;
  if (BUCKET !== undefined) {
    const { attempts, ...limits } = serverTimeouts;
    return (path, knownTag) =>
      retry({ attempts, ...limits[timeOf(path)] }, () => readR2(BUCKET, prefix + path, knownTag), isTransient);
  }
  if (url === undefined || accessKeyId === undefined || secretAccessKey === undefined)
    throw new Error('bind a bucket as BUCKET, or set S3_BUCKET_URL, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY');
  const { S3_REGION: region = 'us-east-1', S3_SESSION_TOKEN: sessionToken } = env;
  const client = bucketClient({ url, region, accessKeyId, secretAccessKey, sessionToken }, serverTimeouts);
  return (path, knownTag) => readObject(client, prefix + path, timeOf(path), knownTag);
}

async function readR2(bucket: R2Bucket, key: string, knownTag?: string): Promise<TaggedObject | Unchanged | null> {
  // This option takes the ETag without quotes.
  const etagDoesNotMatch = knownTag?.replaceAll('"', '');
  const object = await bucket.get(key, ...(etagDoesNotMatch === undefined ? [] : [{ onlyIf: { etagDoesNotMatch } }]));
  if (object === null) return null;
  // Function and bucket both run at Cloudflare, so both times are Cloudflare's.
  const age = Date.now() - object.uploaded.getTime();
  if (object.arrayBuffer === undefined) {
    if (knownTag === undefined) throw new Error(`the bucket sent no content of ${key}`);
    return { bytes: null, age };
  }
  const bytes = new Uint8Array(await object.arrayBuffer());
  if (bytes.length !== object.size) throw new Error(`${bytes.length} of ${object.size} bytes of ${key} arrived`);
  return { bytes, tag: object.httpEtag, age };
}
