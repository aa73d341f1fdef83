// Reads one object of a bucket with signed requests. With a known ETag an unchanged object is not sent again.

import { parseHttpDate } from '../../http-date.ts';
import { type BucketClient, type BucketRequest, isAbsence } from './bucket-client.ts';

/** An object, its ETag as the server sent it, and its age in milliseconds by the bucket's clock. */
export type TaggedObject = { bytes: Uint8Array<ArrayBuffer>; tag: string; age: number };
/** The object still has the known ETag. */
export type Unchanged = { bytes: null; age: number };

/** Reads from one bucket, by a path below its prefix. */
export type ReadTagged = (path: string, knownTag?: string) => Promise<TaggedObject | Unchanged | null>;

/**
 * Null only when the bucket itself says that it has no such object. Everything else that is not the object is an error: a
 * missing bucket, a page of a proxy, a part of the object, a 304 to a request without a condition.
 */
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
    if (status === 304 && knownTag !== undefined) return { bytes: null, age };
    if (status !== 200) throw new Error(`the bucket answered ${status} instead of the object`);
    return { bytes, tag: headers.get('ETag') ?? '', age };
  } catch (error) {
    if (isAbsence(error)) return null;
    throw error;
  }
}

/**
 * The age of an object in milliseconds, from the `Date` and `Last-Modified` of one response. Both are by the bucket's
 * clock, in whole seconds. Infinite when either is missing.
 */
function objectAge(date: string | null | undefined, lastModified: string | null | undefined): number {
  const [sent, changed] = [date, lastModified].map((each) => parseHttpDate(each ?? '', Date.now()));
  return sent == null || changed == null ? Number.POSITIVE_INFINITY : sent - changed;
}
