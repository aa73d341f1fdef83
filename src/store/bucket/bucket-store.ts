// The store on an S3-compatible bucket. A PUT replaces an object atomically, and reads after writes are strongly consistent
// (https://docs.aws.amazon.com/AmazonS3/latest/userguide/Welcome.html#ConsistencyModel). Compare-and-set is a conditional
// PUT, which is safe even where reads are stale.

import { commandLine } from '../../command-line.ts';
import { mapConcurrently } from '../../map-concurrently.ts';
import { isImmutable, storageHeaders } from '../storage-headers.ts';
import { type NewFile, type Store, sameBytes, storeFailure } from '../store.ts';
import { isTransient, publisherTimeouts, statusOf, type Timeouts } from './bucket-client.ts';
import { type Condition, createObjectReplacer } from './create-object-replacer.ts';
import { listObjects, removeObjects } from './list-objects.ts';
import { type BucketServer, openBucket } from './open-bucket.ts';
import { type ReadTagged, readObject } from './read-object.ts';
import { readObjectPart } from './read-object-part.ts';

/** A store that can cheaply check whether an object has changed since it was read. */
export type BucketStore = Store & {
  /** The object with its age; without bytes when its ETag is still `knownTag`; null when there is none. */
  readTagged: ReadTagged;
};

/** How many objects are written concurrently, and how many one delete request may name (S3's limit). */
const [writesAtOnce, removalsAtOnce] = [16, 1000];

/** @param address `s3://bucket/prefix` */
export function bucketStore(
  address: string,
  server: BucketServer,
  timeouts: Timeouts = publisherTimeouts,
): BucketStore {
  const { client, keyOf, pathOf } = openBucket(address, server, timeouts);
  const timeOf = (path: string) => (isImmutable(path) ? 'file' : 'record');
  /** The ETag of each object that was read, keyed by the array that the caller received. */
  const tags = new WeakMap<Uint8Array, string>();

  async function readTagged(path: string, knownTag?: string) {
    const found = await readObject(client, keyOf(path), timeOf(path), knownTag);
    if (found !== null && found.bytes !== null) tags.set(found.bytes, found.tag);
    return found;
  }

  const readWhole = async (path: string) => {
    const object = await readTagged(path);
    return object?.bytes === null ? null : object; // cannot happen without a known tag
  };

  const put = (path: string, bytes: Uint8Array, condition: Condition = {}) =>
    client({
      method: 'PUT',
      key: keyOf(path),
      body: bytes,
      time: timeOf(path),
      headers: { ...storageHeaders(path), ...condition },
      // 409: concurrent conditional PUTs; the retry is decided by what is stored then.
      isRetryable: (error) => isTransient(error) || statusOf(error) === 409,
    });

  const replaceTagged = createObjectReplacer({ read: readWhole, put, timeout: timeouts.record.each });

  return {
    location: address,
    readTagged: (path, knownTag) => attempt('read', path, () => readTagged(path, knownTag)),
    read: (path) => attempt('read', path, async () => (await readWhole(path))?.bytes ?? null),
    readPart: (path, part) => attempt('read', path, () => readObjectPart(client, keyOf(path), part)),
    readWithAge: (path) => attempt('read', path, () => readWhole(path)),

    async write(files: readonly NewFile[]) {
      await mapConcurrently(files, writesAtOnce, ({ path, bytes }) => attempt('write', path, () => put(path, bytes)));
    },

    replace: (path, bytes, expected) =>
      attempt('replace', path, async () => {
        let tag = expected === null ? null : tags.get(expected);
        if (tag === undefined) {
          const found = await readWhole(path);
          if (found === null || !sameBytes(found.bytes, expected)) return false;
          tag = found.tag;
        }
        if (tag === '') throw new Error('it sent no ETag, so nothing can be replaced safely');
        return replaceTagged(path, bytes, expected, tag);
      }),

    async remove(removed) {
      for (let start = 0; start < removed.length; start += removalsAtOnce) {
        const batch = removed.slice(start, start + removalsAtOnce);
        await attempt('remove', batch[0] ?? '', () => removeObjects(client, batch.map(keyOf)));
      }
    },

    list: (below) =>
      attempt('list', below, async () => {
        const found = [];
        for await (const { objects } of listObjects(client, keyOf(below)))
          for (const { key, ...rest } of objects) found.push({ path: pathOf(key), ...rest });
        return found;
      }),

    listNames: (below) =>
      attempt('list', below, async () => {
        const names = [];
        for await (const { objects, prefixes } of listObjects(client, keyOf(below), '/')) {
          for (const { key } of objects) names.push(pathOf(key).slice(below.length));
          for (const cut of prefixes) names.push(pathOf(cut).slice(below.length).replace(/\/$/, ''));
        }
        return names;
      }),
  };
}

async function attempt<Result>(action: string, path: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    // Without permission to list, S3 answers 403 for a missing object too.
    const advice =
      statusOf(error) === 403 ? `; \`${commandLine('check --store')}\` shows which permissions this key lacks` : '';
    const cause =
      advice === '' || !(error instanceof Error) ? error : new Error(error.message + advice, { cause: error });
    throw storeFailure(action, path, cause);
  }
}
