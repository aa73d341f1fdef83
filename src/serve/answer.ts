// The walk of a request, the same on a server and at the edge of a CDN:
// route -> key -> access -> pointer -> file -> stamp.
// It never writes, never parses or serialises a document, and believes a record only when it has just been proven fresh
// by the reader that was passed in.

import { decideAccess } from '../access/decide-access.ts';
import { type Refusal, refusalBody, refusals } from '../access/refusal.ts';
import type { Pointer, PublishedFile } from '../contract/types.generated.ts';
import { entityTag, listName, paths } from '../snapshot/paths.ts';
import { readSignOfLife } from '../snapshot/sign-of-life.ts';
import { stampResponse } from '../snapshot/stamp-response.ts';
import type { Caller } from './find-caller.ts';
import { bearerToken, matchesEntityTag, negotiateEncoding } from './negotiate.ts';
import type { Route } from './route.ts';
import type { SnapshotReader } from './snapshot-reader.ts';

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
  findCaller: (token: string) => Promise<Caller | null>;
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

const methods = 'GET, HEAD, OPTIONS';

/** Answers a request under /api. @throws when the published form is broken or out of reach: a 500, see `answerFailure` */
export async function answer(
  { method, authorization, acceptEncoding, ifNoneMatch }: ApiRequest,
  target: Exclude<Route, { resource: 'site' }>,
  { reader, findCaller, now, refuseAfter }: Surroundings,
): Promise<Answer> {
  if (method === 'OPTIONS') return { status: 204, headers: { Allow: methods }, body: [], organisationId: null };

  const token = bearerToken(authorization);
  const caller = token === null ? null : await findCaller(token);
  const { key, access, pointer } = caller ?? nobody;
  const facts = { bearerToken: token, key, access, now: now(), resource: target.resource, method, versionExists: null };
  const decision = decideAccess(facts);
  if (!decision.granted) return refuse(decision.refusal, now(), key);

  const { organisationId } = decision;
  if (refuseAfter !== undefined) await proveCare(reader, now() - refuseAfter);
  if (pointer instanceof Error) throw pointer;
  const [name, file] = findFile(target, pointer);
  if (file === null) return refuse(refusals.timetableNotFound, now(), key);

  const tag = entityTag(file);
  if (matchesEntityTag(ifNoneMatch, tag))
    return { status: 304, headers: { ...sharedHeaders, ETag: tag }, body: [], organisationId };

  const encoding = negotiateEncoding(acceptEncoding);
  const stored = await reader.file(paths.file(organisationId, name, file.hash, encoding), file[encoding]);
  const headers: Record<string, string> = {
    ...sharedHeaders,
    ETag: tag,
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(stored.length),
  };
  if (encoding !== 'identity') headers['Content-Encoding'] = encoding;
  const { head, tail } = stampResponse(stored, encoding, now());
  return { status: 200, headers, body: [head, tail], organisationId };
}

/** The answer to what is not expected. The cause belongs in the log, under the request id, never in the body. */
export const answerFailure = (now: number, requestId: string): Answer => {
  const failure = refuse(refusals.internalError, now, null);
  return { ...failure, headers: { ...failure.headers, 'X-Request-Id': requestId } };
};

const nobody = { key: null, access: null, pointer: new Error('nobody is granted access') };

const sharedHeaders = {
  // Any cache may keep an answer for its own caller, and must ask before it uses it again.
  'Cache-Control': 'private, no-cache',
  Vary: 'Authorization, Accept-Encoding',
};

function refuse(refusal: Refusal, now: number, key: Caller['key'] | null): Answer {
  const body = new TextEncoder().encode(JSON.stringify(refusalBody(refusal, new Date(now).toISOString())));
  const headers: Record<string, string> = {
    'Cache-Control': 'no-store',
    'Content-Type': 'application/json; charset=utf-8',
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
