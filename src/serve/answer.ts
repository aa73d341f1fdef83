// The walk of a request, the same on a server and at the edge of a CDN:
// route -> key -> access -> pointer -> file -> stamp.
// It never writes, never parses or serialises a document, and believes a record only when it has just been proven fresh
// by the reader that was passed in.

import { decideAccess } from '../access/decide-access.ts';
import { type Refusal, refusalBody, refusals } from '../access/refusal.ts';
import type { Pointer, PublishedFile } from '../contract/types.generated.ts';
import { type Encoding, entityTag, listName, paths } from '../snapshot/paths.ts';
import { readSignOfLife } from '../snapshot/sign-of-life.ts';
import { stampResponse } from '../snapshot/stamp-response.ts';
import type { Caller } from './find-caller.ts';
import { bearerToken, matchesEntityTag, negotiateEncoding } from './negotiate.ts';
import type { Route } from './route.ts';
import { after, type Eventually, type SnapshotReader } from './snapshot-reader.ts';

/** The parts of a request that the walk looks at. Header names are lower case. */
export type ApiRequest = {
  method: string;
  authorization: string | undefined;
  acceptEncoding: string | undefined;
  ifNoneMatch: string | undefined;
};

/** What the walk works with. `now` is the clock, in milliseconds since 1970. */
export type Surroundings = {
  reader: SnapshotReader;
  /** See `findCaller`: as of a moment at which the request had already come. */
  findCaller: (token: string) => Eventually<Caller | null>;
  now: () => number;
  /** Milliseconds after which what no publisher looks after is refused rather than served; absent for never. */
  refuseAfter?: number | undefined;
};

export type Answer = {
  status: number;
  headers: Record<string, string>;
  /** The body in pieces, to be sent in their order; empty for 304 and 204. A HEAD has the headers of its GET. */
  body: readonly Uint8Array[];
  /** For the log and the counters. */
  organisationId: string | null;
};

type Target = Exclude<Route, { resource: 'site' }>;

const methods = 'GET, HEAD, OPTIONS';

/**
 * Answers a request under /api: at once where nothing has to be waited for, since a promise for each step would cost as
 * much as the steps.
 * @throws when the published form is broken or out of reach: a 500, see `answerFailure`
 */
export function answer(request: ApiRequest, target: Target, surroundings: Surroundings): Eventually<Answer> {
  if (request.method === 'OPTIONS') return { status: 204, headers: { Allow: methods }, body: [], organisationId: null };
  const token = bearerToken(request.authorization);
  const caller = token === null ? null : surroundings.findCaller(token);
  return after(caller, (found) => answerCaller(found ?? nobody, token, request, target, surroundings));
}

function answerCaller(
  { key, access, pointer }: Caller | typeof nobody,
  token: string | null,
  request: ApiRequest,
  target: Target,
  { reader, now, refuseAfter }: Surroundings,
): Eventually<Answer> {
  const { resource } = target;
  const { method } = request;
  const facts = { bearerToken: token, key, access, now: now(), resource, method, versionExists: null };
  const decision = decideAccess(facts);
  if (!decision.granted) return refuse(decision.refusal, now(), key);
  if (pointer instanceof Error) throw pointer;
  const care = refuseAfter === undefined ? undefined : proveCare(reader, now() - refuseAfter);
  return after(care, () => {
    const [name, file] = findFile(target, pointer);
    if (file === null) return refuse(refusals.timetableNotFound, now(), key);
    return giveFile(decision.organisationId, name, file, request, reader, now);
  });
}

function giveFile(
  organisationId: string,
  name: string,
  file: PublishedFile,
  { ifNoneMatch, acceptEncoding }: ApiRequest,
  reader: SnapshotReader,
  now: () => number,
): Eventually<Answer> {
  const tag = entityTag(file);
  if (matchesEntityTag(ifNoneMatch, tag)) {
    const headers = { 'Cache-Control': cacheControl, Vary: vary, ETag: tag };
    return { status: 304, headers, body: [], organisationId };
  }
  const encoding = negotiateEncoding(acceptEncoding);
  const stored = reader.file(paths.file(organisationId, name, file.hash, encoding), file[encoding]);
  return after(stored, (bytes) => {
    const { head, tail } = stampResponse(bytes, encoding, now());
    return { status: 200, headers: describeFile(tag, bytes.length, encoding), body: [head, tail], organisationId };
  });
}

// Written out twice rather than put together: an object that grows is a slow one, and this is on every request.
function describeFile(tag: string, length: number, encoding: Encoding): Record<string, string> {
  if (encoding === 'identity')
    return {
      'Cache-Control': cacheControl,
      Vary: vary,
      ETag: tag,
      'Content-Type': contentType,
      'Content-Length': String(length),
    };
  return {
    'Cache-Control': cacheControl,
    Vary: vary,
    ETag: tag,
    'Content-Type': contentType,
    'Content-Length': String(length),
    'Content-Encoding': encoding,
  };
}

/** The answer to what is not expected. The cause belongs in the log, under the request id, never in the body. */
export const answerFailure = (now: number, requestId: string): Answer => {
  const failure = refuse(refusals.internalError, now, null);
  return { ...failure, headers: { ...failure.headers, 'X-Request-Id': requestId } };
};

const nobody = { key: null, access: null, pointer: new Error('nobody is granted access') };

/** Any cache may keep an answer for its own caller, and must ask before it uses it again. */
const cacheControl = 'private, no-cache';
const vary = 'Authorization, Accept-Encoding';
const contentType = 'application/json; charset=utf-8';

function refuse(refusal: Refusal, now: number, key: Caller['key'] | null): Answer {
  const body = new TextEncoder().encode(JSON.stringify(refusalBody(refusal, new Date(now).toISOString())));
  const headers: Record<string, string> = {
    'Cache-Control': 'no-store',
    'Content-Type': contentType,
    'Content-Length': String(body.length),
  };
  if (refusal.status === 401) {
    // RFC 6750, section 3: no error code when the request carried no credential at all.
    const why = refusal === refusals.authenticationRequired ? '' : `, error="invalid_token"`;
    headers['WWW-Authenticate'] = `Bearer realm="belfry"${why}`;
  }
  if (refusal.status === 405) headers['Allow'] = methods;
  return { status: refusal.status, headers, body: [body], organisationId: key?.organisationId ?? null };
}

/** For operators who prefer failing closed: nobody may have been able to publish a revocation. */
async function proveCare(reader: SnapshotReader, since: number): Promise<void> {
  const sign = await reader.record(paths.publisher, readSignOfLife);
  if (sign === null || sign.at < since) throw new Error('no publisher has given a sign of life for too long');
}

function findFile(target: Route, pointer: Pointer): [name: string, file: PublishedFile | null] {
  if (target.resource !== 'timetable') return [listName, pointer.list];
  const { versionId } = target;
  // Only own properties: a version may be called `constructor`, and asked for when it is not there.
  return [versionId, Object.hasOwn(pointer.timetables, versionId) ? (pointer.timetables[versionId] ?? null) : null];
}
