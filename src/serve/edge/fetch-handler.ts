// The request walk over Request and Response, once for every runtime that has them: what each adds stands in a file of its
// own beside this one. Records are read from the bucket for each request, never believed from a cache; files, which never
// change, may stay in memory and in the edge's cache.

import { digestSha256 } from '../../snapshot/digest-sha256.ts';
import { writeStamp } from '../../snapshot/stamp-response.ts';
import { answer, answerFailure } from '../answer.ts';
import { bucketSite } from '../bucket-site.ts';
import { corsHeaders, parseCorsOrigins } from '../cors.ts';
import { findCaller } from '../find-caller.ts';
import { pathOf, route } from '../route.ts';
import { parseWholeNumber } from '../whole-number.ts';
import { type BucketBindings, edgeBucket } from './edge-bucket.ts';
import { edgeReader, type WaitUntil } from './edge-reader.ts';

/** A bucket, and settings as the server has them. REFUSE_AFTER is in whole seconds. */
export type Environment = BucketBindings & { CORS_ORIGIN?: string; REFUSE_AFTER?: string };

/** What is looked at of a request. */
export type Asked = Pick<Request, 'method' | 'headers'> & {
  /** The target as it came: everything after the host. */
  target: string;
  /** What the caller's own Accept-Encoding was, where the runtime has replaced it. */
  acceptEncoding?: string | undefined;
};

export type FetchHandler = (asked: Asked, waitUntil: WaitUntil) => Promise<Response>;

/** Everything after the host of an address that nothing has tidied up. */
export const targetOf = (url: string): string => url.replace(/^[a-z]+:\/\/[^/?#]*/i, '') || '/';

/**
 * @param fileBytes how many bytes of files are kept in memory
 * @throws Error when a setting makes no sense, since what was meant to protect would not
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

  return async ({ method, headers, target: asTold, ...asked }, waitUntil) => {
    const header = (name: string) => headers.get(name) ?? undefined;
    const acceptEncoding = asked.acceptEncoding ?? header('accept-encoding');
    const ifNoneMatch = header('if-none-match');
    const target = route(asTold);
    try {
      if (target.resource === 'site') {
        const given = await answerSite({ method, path: pathOf(asTold), acceptEncoding, ifNoneMatch });
        return respond(method, given.status, given.headers, given.body);
      }
      const reader = readerFor(waitUntil);
      const { status, stamp, ...given } = await answer(
        { method, authorization: header('authorization'), acceptEncoding, ifNoneMatch },
        target,
        {
          ...{ reader, now: Date.now, refuseAfter },
          findCaller: (authorization) =>
            findCaller(authorization, reader, (token) => digestSha256(new TextEncoder().encode(token))),
        },
      );
      // A copy, since the bytes are those in memory.
      const body = given.body === null ? null : new Uint8Array(given.body);
      if (body !== null && stamp !== null) writeStamp(body, body.length, stamp);
      return respond(method, status, { ...given.headers, ...corsHeaders(corsOrigins, header('origin'), method) }, body);
    } catch (error) {
      return failed(error, method, target.resource, corsHeaders(corsOrigins, header('origin'), method));
    }
  };
}

/** The answer to what is not expected. The target is not logged: a caller may have put a key into it. */
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
  // What is compressed already must be passed on as it is: encodeBody is the Workers runtime's word for it.
  const init = { status, headers, encodeBody: 'manual' };
  return new Response(method === 'HEAD' ? null : body, init);
}
