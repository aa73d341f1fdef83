// The request path, the same on a server and at the edge of a CDN: route -> record -> access -> file -> stamp. The adapter
// writes the stamp when it sends the answer. The request path never writes to the store and never parses or serialises a
// document. It trusts a record only because the reader revalidates it for each request.

import { decideAccess, type Target } from '../access/decide-access.ts';
import type { OrganisationId, Owned } from '../access/ids.ts';
import { type Refusal, refusals } from '../access/refusal.ts';
import type { PublishedFile } from '../contract/types.generated.ts';
import { judgePublisher } from '../snapshot/judge-publisher.ts';
import { type Encoding, listName } from '../snapshot/paths.ts';
import type { Stamp } from '../snapshot/stamp-response.ts';
import { contentType, encodeRefusal } from './encode-refusal.ts';
import { entityTag, matchesEntityTag } from './etag.ts';
import { type Caller, type Credential, findCaller } from './find-caller.ts';
import { negotiateEncoding } from './negotiate.ts';
import { chain, type MaybePromise, type SnapshotReader } from './snapshot-reader.ts';

/** The parts of a request that decide its answer. */
export type ApiRequest = {
  method: string;
  authorization: string | undefined;
  acceptEncoding: string | undefined;
  ifNoneMatch: string | undefined;
};

/** What the adapter supplies. `now` is the clock, in milliseconds since 1970. */
export type RequestContext<Body = Uint8Array> = {
  /** Opened after the request arrived, so that what it reads is no older than the request. */
  reader: SnapshotReader<Body>;
  readCredential: (authorization: string | undefined) => MaybePromise<Credential>;
  now: () => number;
  /** Refuse requests when no publisher has written a heartbeat for this many milliseconds; absent for never. */
  refuseAfter?: number | undefined;
};

export type Answer<Body = Uint8Array> = {
  status: number;
  headers: Readonly<Record<string, string>>;
  /** A file, or the bytes of a refusal; null for 304 and 204. A HEAD has the headers of its GET. */
  body: Body | Uint8Array | null;
  /** The timestamp to write into the body, whose bytes are shared with other answers; null for a body to send unchanged. */
  stamp: Stamp | null;
  /** For logs and metrics. */
  organisationId: OrganisationId | null;
};

const methods = 'GET, HEAD, OPTIONS';

/**
 * Answers a request under /api. Synchronous where no I/O is needed, since promises would double the cost of the request.
 * @throws when the published output is broken or unreachable: a 500, see `answerFailure`
 */
export function answer<Body = Uint8Array>(
  request: ApiRequest,
  target: Target,
  context: RequestContext<Body>,
): MaybePromise<Answer<Body>> {
  if (request.method === 'OPTIONS')
    return { status: 204, headers: { Allow: methods }, body: null, stamp: null, organisationId: null };
  const caller = chain(context.readCredential(request.authorization), (credential) =>
    findCaller(credential, context.reader),
  );
  return chain(caller, (found) => answerCaller(found, request, target, context));
}

function answerCaller<Body>(
  { token, organisation, key }: Caller,
  request: ApiRequest,
  target: Target,
  { reader, now, refuseAfter }: RequestContext<Body>,
): MaybePromise<Answer<Body>> {
  const time = now();
  const decision = decideAccess({ token, organisation, key, now: time, target, method: request.method });
  if (!decision.granted) return refuse(decision.refusal, time, key && organisation);
  const { organisationId, file } = decision;
  const name = target.resource === 'timetable' ? target.versionId : listName;
  const checked = refuseAfter === undefined ? undefined : assertPublisherAlive(reader, refuseAfter);
  return chain(checked, () => answerWithFile(organisationId, name, file, request, reader, time));
}

function answerWithFile<Body>(
  organisationId: OrganisationId,
  name: string,
  file: PublishedFile,
  { ifNoneMatch, acceptEncoding }: ApiRequest,
  reader: SnapshotReader<Body>,
  time: number,
): MaybePromise<Answer<Body>> {
  const encoding = negotiateEncoding(acceptEncoding);
  const headers = headersOf(file, encoding);
  if (matchesEntityTag(ifNoneMatch, headers.ETag)) {
    const unchanged = { 'Cache-Control': cacheControl, Vary: vary, ETag: headers.ETag };
    return { status: 304, headers: unchanged, body: null, stamp: null, organisationId };
  }
  const stored = reader.file(organisationId, name, file, encoding);
  return chain(stored, (body) => ({ status: 200, headers, body, stamp: { time, encoding }, organisationId }));
}

type FileHeaders = Record<string, string> & { ETag: string };
const headersCache = new WeakMap<PublishedFile[Encoding], FileHeaders>();

/** The response headers of a file in an encoding. Kept for as long as the parsed pointer is. */
function headersOf(file: PublishedFile, encoding: Encoding): FileHeaders {
  const known = headersCache.get(file[encoding]);
  if (known !== undefined) return known;
  const headers = {
    'Cache-Control': cacheControl,
    Vary: vary,
    ETag: entityTag(file),
    'Content-Type': contentType,
    'Content-Length': String(file[encoding].bytes),
    ...(encoding === 'identity' ? {} : { 'Content-Encoding': encoding }),
  };
  headersCache.set(file[encoding], headers);
  return headers;
}

/** The 500 for an unexpected error. The cause goes to the log, under the request id, never into the body. */
export const answerFailure = (now: number, requestId: string): Answer<never> => {
  const failure = refuse(refusals.internalError, now, null);
  return { ...failure, headers: { ...failure.headers, 'X-Request-Id': requestId } };
};

/** A private cache may keep an answer, but must revalidate it before each use. */
const cacheControl = 'private, no-cache';
const vary = 'Authorization, Accept-Encoding';

function refuse(refusal: Refusal, now: number, caller: Owned<object> | null): Answer<never> {
  const { headers, body } = encodeRefusal(refusal, now);
  if (refusal.status === 401) {
    // RFC 6750, section 3: no error code when the request carried no credential at all.
    const why = refusal === refusals.authenticationRequired ? '' : `, error="invalid_token"`;
    headers['WWW-Authenticate'] = `Bearer realm="belfry"${why}`;
  }
  if (refusal.status === 405) headers['Allow'] = methods;
  return { status: refusal.status, headers, body, stamp: null, organisationId: caller?.organisationId ?? null };
}

/** Fails closed, for operators who ask for it: without a live publisher a revocation may be unpublished. */
const assertPublisherAlive = (reader: Pick<SnapshotReader, 'heartbeat'>, refuseAfter: number): MaybePromise<void> =>
  chain(reader.heartbeat(), (found) => {
    const heartbeat = found?.value ? { watching: found.value.watching, age: found.age } : null;
    // A watcher's own timeout is for /readyz, which should fail before requests do.
    const verdict = judgePublisher(heartbeat, { timeout: Number.POSITIVE_INFINITY, refuseAfter });
    if (verdict.state !== 'alive') throw new Error(verdict.reason);
  });
