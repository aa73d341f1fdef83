// The request path for runtimes with the web's Request and Response. What a single runtime needs is in a file of its own
// beside this one. Records are revalidated with the bucket on each request; files never change, so they may stay in memory
// and in the edge's cache.

import { stampedCopy } from '../../snapshot/stamp-response.ts';
import { digestSha256 } from '../../store/digest-sha256.ts';
import { answer, answerFailure } from '../answer.ts';
import type { Answer } from '../exchange.ts';
import { readCredential } from '../find-caller.ts';
import { corsHeaders, parseCorsOrigins } from '../http/cors.ts';
import { preconditionsOf } from '../http/preconditions.ts';
import { pathOf, route } from '../route.ts';
import { openSite } from '../site/open-site.ts';
import { type BucketBindings, edgeBucket } from './edge-bucket.ts';
import type { EdgeFile, WaitUntil } from './edge-file.ts';
import { edgeReader, type ReaderRuntime } from './edge-reader.ts';
import { parseWholeNumber } from './settings.ts';
import { streamFile } from './stream-file.ts';

/** A bucket, and the same settings as the server's. REFUSE_AFTER is in whole seconds. */
export type Environment = BucketBindings & { CORS_ORIGIN?: string; REFUSE_AFTER?: string };

/** The parts of a request that decide its answer. */
type EdgeRequest = Pick<Request, 'method' | 'headers'> & {
  /** The raw target: everything after the host. */
  target: string;
  /** The caller's own Accept-Encoding, where the runtime replaces the header. */
  acceptEncoding?: string | undefined;
};

/** What a runtime brings. */
export type EdgeRuntime = ReaderRuntime & {
  /** Gives a stream its length, in a runtime that sends no Content-Length otherwise. */
  withLength?: (stream: ReadableStream<Uint8Array>, length: number) => ReadableStream<Uint8Array>;
};

const digestText = (text: string): Promise<string> => digestSha256(new TextEncoder().encode(text));

export type FetchHandler = (request: EdgeRequest, waitUntil: WaitUntil) => Promise<Response>;

/** Everything after the host of a URL, without normalising it. */
export const targetOf = (url: string): string => url.replace(/^[a-z]+:\/\/[^/?#]*/i, '') || '/';

/** @throws Error for an invalid setting, rather than run without the protection that it asks for */
export function fetchHandler(env: Environment, runtime: EdgeRuntime): FetchHandler {
  const { REFUSE_AFTER: text, CORS_ORIGIN } = env;
  const seconds = text === undefined ? undefined : parseWholeNumber(text);
  if (seconds === null)
    throw new Error(`REFUSE_AFTER must be whole seconds from 1, digits alone, not ${JSON.stringify(text)}; correct it`);
  const refuseAfter = seconds && seconds * 1000;
  const corsOrigins = parseCorsOrigins(CORS_ORIGIN);
  const bucket = edgeBucket(env);
  const readerFor = edgeReader(bucket, runtime);
  const answerSite = openSite(bucket.readTagged);

  return async ({ method, headers, target: rawTarget, ...request }, waitUntil) => {
    const header = (name: string) => headers.get(name) ?? undefined;
    const acceptEncoding = request.acceptEncoding ?? header('accept-encoding');
    const preconditions = preconditionsOf(header);
    const target = route(rawTarget);
    try {
      if (target.resource === 'site') {
        const result = await answerSite({
          ...preconditions,
          method,
          path: pathOf(rawTarget),
          acceptEncoding,
          range: header('range'),
          ifRange: header('if-range'),
        });
        return respond(method, result.status, result.headers, result.body);
      }
      const reader = readerFor(waitUntil);
      const result = await answer<EdgeFile>(
        { ...preconditions, method, authorization: header('authorization'), acceptEncoding },
        target,
        {
          reader,
          now: Date.now,
          refuseAfter,
          sha256: digestText,
          readCredential: (authorization) => readCredential(authorization, digestText),
        },
      );
      const cors = corsHeaders(corsOrigins, header('origin'), method);
      // The head is sent by then, so the log is where such a failure is told.
      const onFailure = (error: unknown) => logFailure(error, target.resource);
      return respond(
        method,
        result.status,
        { ...result.headers, ...cors },
        method === 'HEAD' ? null : await bodyOf(result, runtime, onFailure),
      );
    } catch (error) {
      return failed(error, method, target.resource, corsHeaders(corsOrigins, header('origin'), method));
    }
  };
}

/** Bodies up to this size are copied, since a stream costs more than the copy. */
const copiedLength = 64 * 1024;

async function bodyOf(
  { body, stamp, headers }: Answer<EdgeFile>,
  { withLength }: EdgeRuntime,
  onFailure: (error: unknown) => void,
): Promise<Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null> {
  if (body === null || body instanceof Uint8Array) return body && stampedCopy(body, stamp);
  const length = Number(headers['Content-Length']);
  if (length <= copiedLength) return stampedCopy(await body.piece(0), stamp);
  const stream = streamFile(body, stamp, onFailure);
  return withLength === undefined ? stream : withLength(stream, length);
}

/** @returns the id under which the error was logged. The target is not, since a caller may have put a key into it */
function logFailure(error: unknown, resource: string): string {
  const requestId = crypto.randomUUID();
  console.error(JSON.stringify({ requestId, resource, error: String(error) }));
  return requestId;
}

/** The 500 for an unexpected error. */
export function failed(error: unknown, method: string, resource: string, cors: Record<string, string> | null = null) {
  const { status, headers, body, stamp } = answerFailure(Date.now(), logFailure(error, resource));
  return respond(method, status, { ...headers, ...cors }, body && stampedCopy(body, stamp));
}

function respond(
  method: string,
  status: number,
  headers: Record<string, string>,
  body: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null,
): Response {
  // `encodeBody: 'manual'` tells the Workers runtime that the body is already compressed.
  const init = { status, headers, encodeBody: 'manual' };
  return new Response(method === 'HEAD' ? null : body, init);
}
