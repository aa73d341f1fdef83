// The request path for runtimes with the web's Request and Response. What a single runtime needs is in a file of its own
// beside this one. Records are revalidated with the bucket on each request; files never change, so they may stay in memory
// and in the edge's cache.

import { digestSha256 } from '../../snapshot/digest-sha256.ts';
import { writeStamp } from '../../snapshot/stamp-response.ts';
import { answer, answerFailure } from '../answer.ts';
import { bucketSite } from '../bucket-site.ts';
import { corsHeaders, parseCorsOrigins } from '../cors.ts';
import { readCredential } from '../find-caller.ts';
import { pathOf, route } from '../route.ts';
import { type BucketBindings, edgeBucket } from './edge-bucket.ts';
import { edgeReader, type WaitUntil } from './edge-reader.ts';
import { parseWholeNumber } from './settings.ts';

/** A bucket, and the same settings as the server's. REFUSE_AFTER is in whole seconds. */
export type Environment = BucketBindings & { CORS_ORIGIN?: string; REFUSE_AFTER?: string };

/** The parts of a request that decide its answer. */
export type EdgeRequest = Pick<Request, 'method' | 'headers'> & {
  /** The raw target: everything after the host. */
  target: string;
  /** The caller's own Accept-Encoding, where the runtime replaces the header. */
  acceptEncoding?: string | undefined;
};

export type FetchHandler = (request: EdgeRequest, waitUntil: WaitUntil) => Promise<Response>;

/** Everything after the host of a URL, without normalising it. */
export const targetOf = (url: string): string => url.replace(/^[a-z]+:\/\/[^/?#]*/i, '') || '/';

/**
 * @param fileBytes how many bytes of files are kept in memory
 * @throws Error for an invalid setting, rather than run without the protection that it asks for
 */
export function fetchHandler(env: Environment, fileBytes: number): FetchHandler {
  const { REFUSE_AFTER: text, CORS_ORIGIN } = env;
  const seconds = text === undefined ? undefined : parseWholeNumber(text);
  if (seconds === null)
    throw new Error(`REFUSE_AFTER must be whole seconds from 1, digits alone, not ${JSON.stringify(text)}; correct it`);
  const refuseAfter = seconds && seconds * 1000;
  const corsOrigins = parseCorsOrigins(CORS_ORIGIN);
  const readTagged = edgeBucket(env);
  const readerFor = edgeReader(readTagged, fileBytes);
  const answerSite = bucketSite(readTagged);

  return async ({ method, headers, target: rawTarget, ...request }, waitUntil) => {
    const header = (name: string) => headers.get(name) ?? undefined;
    const acceptEncoding = request.acceptEncoding ?? header('accept-encoding');
    const ifNoneMatch = header('if-none-match');
    const target = route(rawTarget);
    try {
      if (target.resource === 'site') {
        const result = await answerSite({ method, path: pathOf(rawTarget), acceptEncoding, ifNoneMatch });
        return respond(method, result.status, result.headers, result.body);
      }
      const reader = readerFor(waitUntil);
      const { status, stamp, ...result } = await answer(
        { method, authorization: header('authorization'), acceptEncoding, ifNoneMatch },
        target,
        {
          reader,
          now: Date.now,
          refuseAfter,
          readCredential: (authorization) =>
            readCredential(authorization, (token) => digestSha256(new TextEncoder().encode(token))),
        },
      );
      // A copy, since the cache shares the bytes.
      const body = result.body === null ? null : new Uint8Array(result.body);
      if (body !== null && stamp !== null) writeStamp(body, body.length, stamp);
      return respond(
        method,
        status,
        { ...result.headers, ...corsHeaders(corsOrigins, header('origin'), method) },
        body,
      );
    } catch (error) {
      return failed(error, method, target.resource, corsHeaders(corsOrigins, header('origin'), method));
    }
  };
}

/** The 500 for an unexpected error. The target is not logged, since a caller may have put a key into it. */
export function failed(error: unknown, method: string, resource: string, cors: Record<string, string> | null = null) {
  const requestId = crypto.randomUUID();
  console.error(JSON.stringify({ requestId, resource, error: String(error) }));
  const { status, headers, body } = answerFailure(Date.now(), requestId);
  return respond(method, status, { ...headers, ...cors }, body && new Uint8Array(body));
}

function respond(
  method: string,
  status: number,
  headers: Record<string, string>,
  body: Uint8Array<ArrayBuffer> | null,
): Response {
  // `encodeBody: 'manual'` tells the Workers runtime that the body is already compressed.
  const init = { status, headers, encodeBody: 'manual' };
  return new Response(method === 'HEAD' ? null : body, init);
}
