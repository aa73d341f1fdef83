// The CDN function in workerd, the runtime that Cloudflare runs, through miniflare.

import type { Readable } from 'node:stream';
import { Miniflare } from 'miniflare';
import { bundleCdnFunction } from '../../scripts/command/bundle-cdn-function.ts';
import type { Store } from '../../src/store/store.ts';
import type { BucketOfTest } from './bucket-of-test.ts';
import { bucketVariables } from './start-bundle.ts';

export type EdgeRuntime = {
  port: number;
  store: Store;
  /** The log of the function. */
  logged(): string;
  close(): Promise<void>;
};

/** Runs the function over a new R2 bucket, or over `s3` by signed requests, with these additional variables. */
export async function startEdgeRuntime(
  s3: BucketOfTest | null,
  variables: Record<string, string> = {},
): Promise<EdgeRuntime> {
  const script = new TextDecoder().decode(await bundleCdnFunction());
  const signed = s3 && bucketVariables(s3);
  let logged = '';
  const runtime = new Miniflare({
    modules: true,
    script,
    compatibilityDate: '2026-04-01',
    ...(signed === null ? { r2Buckets: ['BUCKET'] } : {}),
    bindings: { ...signed, ...variables },
    handleRuntimeStdio: (stdout: Readable, stderr: Readable) => {
      for (const stream of [stdout, stderr])
        stream.on('data', (text) => {
          logged += text;
        });
    },
    // Directly to the function: miniflare's own entry normalises paths and compresses.
    unsafeDirectSockets: [{ host: '127.0.0.1', port: 0 }],
  });
  await runtime.ready;
  const { port } = await runtime.unsafeGetDirectURL();
  return {
    port: Number(port),
    store: s3?.store ?? r2Store((await runtime.getR2Bucket('BUCKET')) as unknown as R2Bucket),
    logged: () => logged,
    close: () => runtime.dispose(),
  };
}

/** The part of the binding that is used; the full type is in Cloudflare's package of types. */
type R2Bucket = {
  get(key: string): Promise<{ uploaded: Date; arrayBuffer(): Promise<ArrayBuffer> } | null>;
  put(key: string, bytes: ArrayBuffer): Promise<unknown>;
  delete(keys: string[]): Promise<void>;
  list(options: { prefix: string }): Promise<{ objects: { key: string; uploaded: Date; size: number }[] }>;
};

/** Just enough of a store to publish into R2 from a test. */
function r2Store(bucket: R2Bucket): Store {
  const readWithAge = async (path: string) => {
    const object = await bucket.get(path);
    if (object === null) return null;
    return { bytes: new Uint8Array(await object.arrayBuffer()), age: Date.now() - object.uploaded.getTime() };
  };
  const read = async (path: string) => (await readWithAge(path))?.bytes ?? null;
  // R2 wants an ArrayBuffer of its own rather than a view of a larger one.
  const put = (path: string, bytes: Uint8Array) => bucket.put(path, Uint8Array.from(bytes).buffer);
  const list = async (prefix: string) => {
    const { objects } = await bucket.list({ prefix });
    return objects.map(({ key, uploaded, size }) => ({ path: key, changedAt: uploaded, size }));
  };
  return {
    location: 'R2',
    read,
    readPart: async (path, { offset, length }) => (await read(path))?.slice(offset, offset + length) ?? null,
    readWithAge,
    async write(files) {
      await Promise.all(files.map(({ path, bytes }) => put(path, bytes)));
    },
    async replace(path, bytes, expected) {
      const before = await read(path);
      if (before === null || expected === null ? before !== expected : Buffer.compare(before, expected) !== 0)
        return false;
      await put(path, bytes);
      return true;
    },
    remove: async (paths) => bucket.delete([...paths]),
    list,
    listNames: async (prefix) => [
      ...new Set((await list(prefix)).map(({ path }) => path.slice(prefix.length).split('/')[0] ?? '')),
    ],
  };
}
