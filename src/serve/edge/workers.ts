// For Cloudflare Workers: the bindings come with each request.

import { hexOf } from '../../store/digest-sha256.ts';
import {
  type EdgeRuntime,
  type Environment,
  type FetchHandler,
  failed,
  fetchHandler,
  targetOf,
} from './fetch-handler.ts';

/** The part of the Workers API that is used (https://developers.cloudflare.com/workers/runtime-apis/). */
declare const crypto: {
  DigestStream: new (algorithm: 'SHA-256') => WritableStream<Uint8Array> & { digest: Promise<ArrayBuffer> };
};
declare const FixedLengthStream: new (length: number) => TransformStream<Uint8Array, Uint8Array>;

const runtime: EdgeRuntime = {
  // Of the 128 MB that an isolate has.
  fileBytes: 32 * 1024 * 1024,
  openDigest() {
    const stream = new crypto.DigestStream('SHA-256');
    const writer = stream.getWriter();
    return {
      add: (bytes) => writer.write(bytes),
      async end() {
        await writer.close();
        return hexOf(await stream.digest);
      },
    };
  },
  async inflate(compressed, length) {
    const response = new Uint8Array(length);
    let at = 0;
    const reader = new Response(compressed.slice()).body?.pipeThrough(new DecompressionStream('gzip')).getReader();
    for (let read = await reader?.read(); read !== undefined && !read.done; read = await reader?.read()) {
      const chunk: Uint8Array = read.value;
      if (at + chunk.length > length) {
        await reader?.cancel();
        throw new Error(`more than ${length} bytes were inflated`);
      }
      response.set(chunk, at);
      at += chunk.length;
    }
    if (at !== length) throw new Error(`${at} bytes were inflated instead of ${length}`);
    return response;
  },
  withLength(stream, length) {
    const { readable, writable } = new FixedLengthStream(length);
    // A failure reaches the reader too, and is logged where it occurs.
    stream.pipeTo(writable).catch(() => {});
    return readable;
  },
};

/** The runtime passes the same environment object to many requests. */
const handlers = new WeakMap<Environment, FetchHandler>();

function handlerOf(env: Environment): FetchHandler {
  const known = handlers.get(env);
  if (known !== undefined) return known;
  const handler = fetchHandler(env, runtime);
  handlers.set(env, handler);
  return handler;
}

/**
 * Cloudflare replaces Accept-Encoding with the encodings that it can decode and keeps the caller's own header in `cf`
 * (https://developers.cloudflare.com/workers/runtime-apis/request/#incomingrequestcfproperties).
 */
function acceptedEncodings(request: Request): string | undefined {
  const original: unknown = Reflect.get(Reflect.get(request, 'cf') ?? {}, 'clientAcceptEncoding');
  return typeof original === 'string' ? original : undefined;
}

export default {
  async fetch(request: Request, env: Environment, context: { waitUntil(work: Promise<unknown>): void }) {
    const { method, headers, url } = request;
    try {
      const asked = { method, headers, target: targetOf(url), acceptEncoding: acceptedEncodings(request) };
      return await handlerOf(env)(asked, (work) => context.waitUntil(work));
    } catch (error) {
      return failed(error, method, 'settings'); // every request is a 500 until the settings are valid
    }
  },
};
