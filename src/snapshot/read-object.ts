// Reads one object of a bucket with signed requests. With a known ETag an unchanged object is not sent again.

import { type BucketClient, BucketError, type BucketRequest } from './bucket-client.ts';

/** An object, its ETag as the server sent it, and its age in milliseconds by the bucket's clock. */
export type TaggedObject = { bytes: Uint8Array<ArrayBuffer>; tag: string; age: number };
/** The object still has the known ETag. */
export type Unchanged = { bytes: null; age: number };

/** Reads from one bucket, by a path below its prefix. */
export type ReadTagged = (path: string, knownTag?: string) => Promise<TaggedObject | Unchanged | null>;

/** Null when there is no such object. A missing bucket is an error; otherwise it would look like an empty one. */
export async function readObject(
  client: BucketClient,
  key: string,
  time: BucketRequest['time'],
  knownTag?: string,
): Promise<TaggedObject | Unchanged | null> {
  try {
    const condition = knownTag === undefined ? {} : { 'If-None-Match': knownTag };
    const { status, headers, bytes } = await client({ method: 'GET', key, headers: condition, time });
    const age = objectAge(headers.get('Date'), headers.get('Last-Modified'));
    return status === 304 ? { bytes: null, age } : { bytes, tag: headers.get('ETag') ?? '', age };
  } catch (error) {
    if (error instanceof BucketError && error.status === 404 && error.code !== 'NoSuchBucket') return null;
    throw error;
  }
}

/**
 * The age of an object in milliseconds, from the `Date` and `Last-Modified` of one response. Both are by the bucket's
 * clock, in whole seconds. Infinite when either is missing.
 */
function objectAge(date: string | null | undefined, lastModified: string | null | undefined): number {
  const age = Date.parse(date ?? '') - Date.parse(lastModified ?? '');
  return Number.isNaN(age) ? Number.POSITIVE_INFINITY : age;
}
