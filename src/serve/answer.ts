// The walk of a request, the same on a server and at the edge of a CDN:
// route -> key -> access -> pointer -> file -> stamp.
// It never writes, never parses or serialises a document, and believes a record only when it has just been proven fresh
// by the reader that was passed in.

import { isApiKey } from '../access/api-key.ts';
import { decideAccess } from '../access/decide-access.ts';
import { type Refusal, refusalBody, refusals } from '../access/refusal.ts';
import type { AccessRecord, KeyRecord, Pointer, PublishedFile } from '../contract/types.generated.ts';
import { type Encoding, entityTag, listName, paths } from '../snapshot/paths.ts';
import { BrokenRecordError, readAccessRecord, readKeyRecord, readPointer } from '../snapshot/read-record.ts';
import { readSignOfLife } from '../snapshot/sign-of-life.ts';
import { stampResponse } from '../snapshot/stamp-response.ts';
import { bearerToken, matchesEntityTag, negotiateEncoding } from './negotiate.ts';
import type { Route } from './route.ts';

type Eventually<Value> = Value | Promise<Value>;

/** How the walk reads the published form. */
export type SnapshotReader = {
  /** A record as it is at this moment, never as it was: null when there is none. `parse` throws on a broken one. */
  record<Kind>(path: string, parse: (bytes: Uint8Array) => Kind): Eventually<Kind | null>;
  /** A file under `files/`, which never changes, proven to have the given size and SHA-256. */
  file(path: string, expected: { bytes: number; sha256: string }): Eventually<Uint8Array>;
};

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
  sha256: (text: string) => Eventually<string>;
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
  request: ApiRequest,
  target: Exclude<Route, { resource: 'site' }>,
  { reader, sha256, now, refuseAfter }: Surroundings,
): Promise<Answer> {
  const { method } = request;
  if (method === 'OPTIONS') return { status: 204, headers: { Allow: methods }, body: [], organisationId: null };

  const token = bearerToken(request.authorization);
  const key = token === null ? null : await findKey(token, reader, sha256);
  // Both at once, since each may be a round trip. Whether the pointer can be read matters only once access is granted.
  const pointerToCome = key && findPointer(key.organisationId, reader);
  pointerToCome?.catch(() => {});
  const access = key && (await findAccess(key, reader));
  const facts = { bearerToken: token, key, access, now: now(), resource: target.resource, method, versionExists: null };
  const decision = decideAccess(facts);
  if (!decision.granted) return refuse(decision.refusal, now(), key);

  const { organisationId } = decision;
  if (refuseAfter !== undefined) await proveCare(reader, now() - refuseAfter);
  const pointer = await (pointerToCome ?? findPointer(organisationId, reader));
  const [name, file] = findFile(target, pointer);
  if (file === null) return refuse(refusals.timetableNotFound, now(), key);

  const tag = entityTag(file);
  const headers: Record<string, string> = { ...sharedHeaders, ETag: tag };
  if (matchesEntityTag(request.ifNoneMatch, tag)) return { status: 304, headers, body: [], organisationId };

  const encoding = negotiateEncoding(request.acceptEncoding);
  const stored = await reader.file(paths.file(organisationId, name, file.hash, encoding), file[encoding]);
  headers['Content-Type'] = 'application/json; charset=utf-8';
  headers['Content-Length'] = String(stored.length);
  if (encoding !== 'identity') headers['Content-Encoding'] = encoding satisfies Encoding;
  const { head, tail } = stampResponse(stored, encoding, now());
  return { status: 200, headers, body: [head, tail], organisationId };
}

/** The answer to what is not expected. The cause belongs in the log, under the request id, never in the body. */
export const answerFailure = (now: number, requestId: string): Answer => {
  const failure = refuse(refusals.internalError, now, null);
  return { ...failure, headers: { ...failure.headers, 'X-Request-Id': requestId } };
};

const sharedHeaders = {
  // Any cache may keep an answer for its own caller, and must ask before it uses it again.
  'Cache-Control': 'private, no-cache',
  Vary: 'Authorization, Accept-Encoding',
};

function refuse(refusal: Refusal, now: number, key: KeyRecord | null): Answer {
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

async function findKey(
  token: string,
  reader: SnapshotReader,
  sha256: Surroundings['sha256'],
): Promise<KeyRecord | null> {
  if (!isApiKey(token)) return null;
  const hash = await sha256(token);
  const key = await reader.record(paths.keyRecord(hash), readKeyRecord);
  if (key !== null && key.keySha256 !== hash) throw new BrokenRecordError("a key record stands in another key's place");
  return key;
}

async function findAccess({ organisationId }: KeyRecord, reader: SnapshotReader): Promise<AccessRecord | null> {
  const access = await reader.record(paths.accessRecord(organisationId), readAccessRecord);
  return access && own(access, organisationId, 'access record');
}

async function findPointer(organisationId: string, reader: SnapshotReader): Promise<Pointer> {
  const pointer = await reader.record(paths.pointer(organisationId), readPointer);
  if (pointer === null) throw new Error(`organisation ${organisationId} has nothing published yet; run a build`);
  return own(pointer, organisationId, 'pointer');
}

/** For operators who prefer failing closed: nobody may have been able to publish a revocation. */
async function proveCare(reader: SnapshotReader, since: number): Promise<void> {
  const sign = await reader.record(paths.publisher, readSignOfLife);
  if (sign === null || sign.at < since) throw new Error('no publisher has given a sign of life for too long');
}

function own<Kind extends { organisationId: string }>(record: Kind, organisationId: string, what: string): Kind {
  if (record.organisationId === organisationId) return record;
  throw new BrokenRecordError(`the ${what} of ${organisationId} is that of ${record.organisationId}`);
}

function findFile(target: Route, pointer: Pointer): [name: string, file: PublishedFile | null] {
  if (target.resource !== 'timetable') return [listName, pointer.list];
  const { versionId } = target;
  // Only own properties: a version may be called `constructor`, and asked for when it is not there.
  return [versionId, Object.hasOwn(pointer.timetables, versionId) ? (pointer.timetables[versionId] ?? null) : null];
}
