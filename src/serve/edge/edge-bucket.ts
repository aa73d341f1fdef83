// How a CDN function reads its bucket: through an R2 binding, or with signed requests to any S3-compatible server.

import { bucketClient, isTransient, serverTimeouts } from '../../store/bucket/bucket-client.ts';
import { type ReadTagged, readObject, type TaggedObject, type Unchanged } from '../../store/bucket/read-object.ts';
import { readObjectPart } from '../../store/bucket/read-object-part.ts';
import { retry } from '../../store/bucket/retry.ts';
import { isImmutable } from '../../store/storage-headers.ts';
import type { Part } from '../../store/store.ts';

/**
 * The part of Cloudflare's R2 binding that is used (https://developers.cloudflare.com/r2/api/workers/). An object that
 * fails the condition has no body.
 */
type R2Object = { size: number; uploaded: Date; httpEtag: string; arrayBuffer?(): Promise<ArrayBuffer> };
type R2Bucket = {
  get(
    key: string,
    options?: { onlyIf: { etagDoesNotMatch: string } } | { range: { offset: number; length: number } },
  ): Promise<R2Object | null>;
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

/**
 * Reads a part of a file. What arrives incomplete is requested again.
 * @throws Error when there is no such file, or it has another size
 */
type ReadPart = (path: string, part: Part) => Promise<Uint8Array<ArrayBuffer>>;

export type EdgeBucket = { readTagged: ReadTagged; readPart: ReadPart };

/** @throws Error when the bindings name no bucket */
export function edgeBucket(env: BucketBindings): EdgeBucket {
  const prefix = env.BUCKET_PREFIX ? `${env.BUCKET_PREFIX}/` : '';
  const timeOf = (path: string) => (isImmutable(path) ? 'file' : 'record');
  const { BUCKET, S3_BUCKET_URL: url, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = env;
  const { attempts, ...limits } = serverTimeouts;
  if (BUCKET !== undefined) {
    const persist = <Result>(path: string, read: () => Promise<Result>) =>
      retry({ attempts, ...limits[timeOf(path)] }, read, isTransient);
    return {
      readTagged: (path, knownTag) => persist(path, () => readR2(BUCKET, prefix + path, knownTag)),
      async readPart(path, part) {
        const bytes = await persist(path, () => readPartOfR2(BUCKET, prefix + path, part));
        if (bytes === null) throw noSuchFile(path, part);
        return bytes;
      },
    };
  }
  if (url === undefined || accessKeyId === undefined || secretAccessKey === undefined)
    throw new Error('bind a bucket as BUCKET, or set S3_BUCKET_URL, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY');
  const { S3_REGION: region = 'us-east-1', S3_SESSION_TOKEN: sessionToken } = env;
  const client = bucketClient({ url, region, accessKeyId, secretAccessKey, sessionToken }, serverTimeouts);
  return {
    readTagged: (path, knownTag) => readObject(client, prefix + path, timeOf(path), knownTag),
    async readPart(path, part) {
      const bytes = await readObjectPart(client, prefix + path, part);
      if (bytes === null) throw noSuchFile(path, part);
      return bytes;
    },
  };
}

const noSuchFile = (path: string, { size }: Part): Error =>
  new Error(`there is no ${path} of ${size} bytes in the bucket`);

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
  const bytes = whole(new Uint8Array(await object.arrayBuffer()), object.size, key);
  return { bytes, tag: object.httpEtag, age };
}

async function readPartOfR2(bucket: R2Bucket, key: string, { offset, length, size }: Part) {
  const object = await bucket.get(key, { range: { offset, length } });
  if (object?.arrayBuffer === undefined) return null;
  const bytes = new Uint8Array(await object.arrayBuffer());
  return object.size === size ? whole(bytes, length, key) : null;
}

/** @throws Error for a truncated body, which is requested again */
function whole(bytes: Uint8Array<ArrayBuffer>, length: number, key: string): Uint8Array<ArrayBuffer> {
  if (bytes.length !== length) throw new Error(`${bytes.length} of ${length} bytes of ${key} arrived`);
  return bytes;
}
