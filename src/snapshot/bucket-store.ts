// The store on an S3-compatible bucket. A PUT replaces an object whole, and reading after writing is strongly consistent
// (https://docs.aws.amazon.com/AmazonS3/latest/userguide/Welcome.html#ConsistencyModel). Compare-and-set is a conditional
// PUT: If-Match with the ETag of what was compared, If-None-Match: * where nothing was there.

import {
  DeleteObjectsCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  type S3ClientConfig,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { isFile, storageHeaders } from './paths.ts';
import { type NewFile, type Store, StoreError } from './store.ts';

/** A store that can tell cheaply whether an object is still the one that was read. */
export type BucketStore = Store & {
  /** The object, `unchanged` when its ETag is still `knownTag`, or null when there is none. */
  readTagged(path: string, knownTag?: string): Promise<{ bytes: Uint8Array; tag: string } | 'unchanged' | null>;
};

/** How many objects are written at the same time, and how many a delete may name (S3's limit). */
const [writesAtOnce, removalsAtOnce] = [16, 1000];

/** How often a request is tried, and how many milliseconds each time: to connect, to be answered, and without a byte. */
export type Patience = { attempts: number; connect: number; record: number; file: number; silence: number };

/**
 * A record is given less time than the 5 seconds for which a publisher's claim on access may be idle. A file may be
 * large, and is answered only when it has arrived.
 */
export const publisherPatience: Patience = { attempts: 5, connect: 3_000, record: 3_000, file: 20_000, silence: 5_000 };

/** A caller waits for the answer, and would rather be told soon that there is none. */
export const serverPatience: Patience = { attempts: 3, connect: 1_000, record: 2_000, file: 5_000, silence: 2_000 };

/**
 * A client with the AWS_ variables of the environment: AWS_ENDPOINT_URL_S3 or AWS_ENDPOINT_URL, AWS_REGION and the
 * credentials. Throttling and failures are tried again, with growing, jittered pauses.
 * @param settings instead of those variables
 */
export function bucketClient(patience: Patience, settings: S3ClientConfig = {}): S3Client {
  return new S3Client({
    // Every S3-compatible server takes the bucket's name in the path; few take it in the host name.
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: patience.attempts,
    requestHandler: {
      connectionTimeout: patience.connect,
      requestTimeout: patience.file,
      throwOnRequestTimeout: true,
      socketTimeout: patience.silence,
    },
    ...settings,
  });
}

/**
 * @param address `s3://bucket/prefix`
 * @param client takes its timeouts from the same `patience`
 */
export function bucketStore(
  address: string,
  patience: Patience = publisherPatience,
  client: S3Client = bucketClient(patience),
): BucketStore {
  const [, Bucket = '', prefix = ''] = /^s3:\/\/([^/]+)\/?(.*?)\/?$/.exec(address) ?? [];
  const keyOf = (path: string) => (prefix === '' ? path : `${prefix}/${path}`);
  const pathOf = (key: string) => (prefix === '' ? key : key.slice(prefix.length + 1));

  const timed = (path: string) => ({ requestTimeout: isFile(path) ? patience.file : patience.record });

  async function readTagged(path: string, knownTag?: string) {
    const condition = knownTag === undefined ? {} : { IfNoneMatch: knownTag };
    const command = new GetObjectCommand({ Bucket, Key: keyOf(path), ...condition });
    for (let attempt = 1; ; attempt++) {
      try {
        const { Body, ETag = '' } = await client.send(command, timed(path));
        // The client has done its part when the headers are there: a body that breaks off is not tried again by it.
        const bytes = await Body?.transformToByteArray().catch((error: unknown) => {
          if (attempt >= patience.attempts) throw error;
        });
        if (bytes !== undefined) return { bytes, tag: ETag };
      } catch (error) {
        if (statusOf(error) === 304) return 'unchanged' as const;
        if (statusOf(error) === 404) return null;
        throw error;
      }
    }
  }

  const readWhole = async (path: string) => {
    const object = await readTagged(path);
    return object === 'unchanged' ? null : object; // nothing was known, so nothing can be unchanged
  };

  const put = (path: string, bytes: Uint8Array, condition: { IfMatch?: string; IfNoneMatch?: string } = {}) =>
    client.send(
      new PutObjectCommand({ Bucket, Key: keyOf(path), Body: bytes, ...headersFor(path), ...condition }),
      timed(path),
    );

  /** One page after the other of what lies below a prefix. */
  async function* pages(below: string, Delimiter?: string) {
    let ContinuationToken: string | undefined;
    do {
      const page = await client.send(
        new ListObjectsV2Command({ Bucket, Prefix: keyOf(below), Delimiter, ContinuationToken }),
      );
      yield page;
      ContinuationToken = page.NextContinuationToken;
    } while (ContinuationToken !== undefined);
  }

  return {
    location: address,
    readTagged: (path, knownTag) => attempt('read', path, () => readTagged(path, knownTag)),
    read: (path) => attempt('read', path, async () => (await readWhole(path))?.bytes ?? null),

    async write(files: readonly NewFile[]) {
      for (let start = 0; start < files.length; start += writesAtOnce) {
        const batch = files.slice(start, start + writesAtOnce);
        await Promise.all(batch.map(({ path, bytes }) => attempt('write', path, () => put(path, bytes))));
      }
    },

    replace: (path, bytes, expected) =>
      attempt('replace', path, async () => {
        const before = await readWhole(path);
        if (!same(before?.bytes ?? null, expected)) return false;
        try {
          // Ceph's gateway answers 412 to a quoted ETag, and AWS takes a bare one.
          await put(path, bytes, before === null ? { IfNoneMatch: '*' } : { IfMatch: before.tag.replaceAll('"', '') });
          return true;
        } catch (error) {
          // A server without conditional writes: what guards the swap there is the publisher's claim.
          if (statusOf(error) === 501) return put(path, bytes).then(() => true);
          // 409 is a conditional write that met another one. A PUT that seemed to fail may have succeeded.
          if (statusOf(error) !== 412 && statusOf(error) !== 409) throw error;
          return same((await readWhole(path))?.bytes ?? null, bytes);
        }
      }),

    async remove(removed) {
      for (let start = 0; start < removed.length; start += removalsAtOnce) {
        const Objects = removed.slice(start, start + removalsAtOnce).map((path) => ({ Key: keyOf(path) }));
        await attempt('remove', removed[start] ?? '', async () => {
          const { Errors = [] } = await client.send(
            new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }),
          );
          const [first] = Errors;
          if (first !== undefined) throw new Error(`${first.Key}: ${first.Message ?? first.Code}`);
        });
      }
    },

    list: (below) =>
      attempt('list', below, async () => {
        const found = [];
        for await (const { Contents = [] } of pages(below))
          for (const { Key = '', LastModified = new Date(0) } of Contents)
            found.push({ path: pathOf(Key), changedAt: LastModified });
        return found;
      }),

    listNames: (below) =>
      attempt('list', below, async () => {
        const names = [];
        for await (const { Contents = [], CommonPrefixes = [] } of pages(below, '/')) {
          for (const { Key = '' } of Contents) names.push(pathOf(Key).slice(below.length));
          for (const { Prefix = '' } of CommonPrefixes)
            names.push(pathOf(Prefix).slice(below.length).replace(/\/$/, ''));
        }
        return names;
      }),
  };
}

function headersFor(path: string) {
  const { contentType, contentEncoding, cacheControl } = storageHeaders(path);
  return {
    ContentType: contentType,
    CacheControl: cacheControl,
    ...(contentEncoding === null ? {} : { ContentEncoding: contentEncoding }),
  };
}

async function attempt<Result>(action: string, path: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    throw new StoreError(action, path, { cause });
  }
}

const statusOf = (error: unknown) => (error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined);

const same = (one: Uint8Array | null, other: Uint8Array | null) =>
  one === null || other === null ? one === other : Buffer.compare(one, other) === 0;
