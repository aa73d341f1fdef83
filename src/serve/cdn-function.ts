// The same walk at the edge of a CDN: `fetch(request, env)` over Request and Response, for Cloudflare Workers and
// runtimes like it. Records are read from the bucket for each request, never from a cache. Files, which never change,
// may stay in the edge's cache, and are proven by their hash whenever they are used.

import { paths } from '../snapshot/paths.ts';
import { BrokenRecordError } from '../snapshot/read-record.ts';
import { writeStamp } from '../snapshot/stamp-response.ts';
import { answer, answerFailure } from './answer.ts';
import { answerSite } from './answer-site.ts';
import { corsHeaders, parseCorsOrigins } from './cors.ts';
import { type BucketBindings, edgeBucket, type ReadObject } from './edge-bucket.ts';
import { findCaller } from './find-caller.ts';
import { pathOf, route } from './route.ts';
import type { SnapshotReader } from './snapshot-reader.ts';

/** The bindings: a bucket, and settings as the server has them. REFUSE_AFTER is in seconds. */
export type Environment = BucketBindings & { CORS_ORIGIN?: string; REFUSE_AFTER?: string };

/** The parts of the runtime that are used beyond the web's own. */
type Context = { waitUntil(work: Promise<unknown>): void };
type EdgeCache = {
  match(url: string): Promise<Response | undefined>;
  put(url: string, response: Response): Promise<void>;
};

/** Answers a request. Files stay in the runtime's default cache, where it has one. */
export async function answerAtEdge(request: Request, env: Environment, context: Context): Promise<Response> {
  const { method, headers } = request;
  // The target as it came: everything after the host.
  const target = request.url.replace(/^[a-z]+:\/\/[^/?#]*/i, '') || '/';
  const asked = route(target);
  try {
    const read = edgeBucket(env);
    if (asked.resource === 'site') {
      const { status, headers: siteHeaders, body } = await answerSite(method, pathOf(target), read);
      return new Response(method === 'HEAD' || body === null ? null : new Uint8Array(body), {
        status,
        headers: siteHeaders,
      });
    }
    const reader = edgeReader(read, context);
    const given = await answer(
      {
        method,
        authorization: headers.get('authorization') ?? undefined,
        acceptEncoding: acceptedEncodings(request),
        ifNoneMatch: headers.get('if-none-match') ?? undefined,
      },
      asked,
      {
        reader,
        findCaller: (authorization) =>
          findCaller(authorization, reader, (text) => sha256(new TextEncoder().encode(text))),
        now: Date.now,
        refuseAfter: env.REFUSE_AFTER === undefined ? undefined : Number(env.REFUSE_AFTER) * 1000,
      },
    );
    return respond(given, request, env);
  } catch (error) {
    const requestId = crypto.randomUUID();
    // The target is not logged: a caller may have put a key into it.
    console.error(JSON.stringify({ requestId, resource: asked.resource, error: String(error) }));
    return respond(answerFailure(Date.now(), requestId), request, env);
  }
}

/**
 * Cloudflare rewrites Accept-Encoding to what it can decode itself and keeps the caller's own aside
 * (https://developers.cloudflare.com/workers/runtime-apis/request/#incomingrequestcfproperties).
 */
function acceptedEncodings(request: Request): string | undefined {
  const original: unknown = Reflect.get(Reflect.get(request, 'cf') ?? {}, 'clientAcceptEncoding');
  return typeof original === 'string' ? original : (request.headers.get('accept-encoding') ?? undefined);
}

function respond(given: Awaited<ReturnType<typeof answer>>, { method, headers }: Request, env: Environment): Response {
  const cors = corsHeaders(parseCorsOrigins(env.CORS_ORIGIN), headers.get('origin') ?? undefined, method);
  const body = given.body === null || method === 'HEAD' ? null : new Uint8Array(given.body);
  if (body !== null && given.stamp !== null) writeStamp(body, body.length, given.stamp);
  // What is compressed already must be passed on as it is: encodeBody is the Workers runtime's word for it.
  const init = { status: given.status, headers: { ...given.headers, ...cors }, encodeBody: 'manual' };
  return new Response(body, init);
}

function edgeReader(read: ReadObject, context: Context): SnapshotReader {
  return {
    async record(path, parse) {
      const bytes = await read(path);
      return bytes && parse(bytes);
    },
    async file(organisationId, name, file, encoding) {
      const path = paths.file(organisationId, name, file.hash, encoding);
      const expected = file[encoding];
      const cache: EdgeCache | undefined = Reflect.get(Reflect.get(globalThis, 'caches') ?? {}, 'default');
      const cacheKey = `https://belfry.invalid/${path}?${expected.sha256}`;
      const cached = await cache?.match(cacheKey);
      const bytes = cached === undefined ? await read(path) : new Uint8Array(await cached.arrayBuffer());
      if (bytes === null || bytes.length !== expected.bytes || (await sha256(bytes)) !== expected.sha256)
        throw new BrokenRecordError(`${path} is not the file that its pointer names; run \`npm run build -- --full\``);
      if (cached === undefined && cache !== undefined) {
        const forEver = { headers: { 'Cache-Control': 'max-age=31536000' } };
        context.waitUntil(cache.put(cacheKey, new Response(bytes, forEver)));
      }
      return bytes;
    },
  };
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

export default { fetch: answerAtEdge };
