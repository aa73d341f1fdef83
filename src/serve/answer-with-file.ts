// The answer with a published file, once access is granted.

import type { OrganisationId } from '../access/ids.ts';
import { refusals } from '../access/refusal.ts';
import type { PublishedFile } from '../contract/types.generated.ts';
import type { Encoding } from '../snapshot/paths.ts';
import { contentType } from './encode-refusal.ts';
import type { Answer, ApiRequest } from './exchange.ts';
import { entityTag } from './http/etag.ts';
import { negotiateEncoding } from './http/negotiate.ts';
import { checkPreconditions } from './http/preconditions.ts';
import { refuse } from './refuse.ts';
import { chain, type MaybePromise, type SnapshotReader } from './snapshot-reader.ts';

/** A private cache may keep an answer, but must revalidate it before each use. */
const cacheControl = 'private, no-cache';
const vary = 'Authorization, Accept-Encoding';

/** @param time of the response, in milliseconds since 1970 */
export function answerWithFile<Body>(
  organisationId: OrganisationId,
  name: string,
  file: PublishedFile,
  request: ApiRequest,
  reader: SnapshotReader<Body>,
  time: number,
): MaybePromise<Answer<Body>> {
  const encoding = negotiateEncoding(request.acceptEncoding);
  const headers = headersOf(file, encoding);
  // Each answer has another timestamp, so no date says when a document became what it is.
  const status = checkPreconditions(request, { tag: headers.ETag, changedAt: null }, time);
  if (status === 412) return refuse(refusals.preconditionFailed, time, { organisationId });
  if (status === 304) {
    const unchanged = { 'Cache-Control': cacheControl, Vary: vary, ETag: headers.ETag };
    return { status, headers: unchanged, body: null, stamp: null, organisationId };
  }
  const stored = reader.file(organisationId, name, file, encoding);
  return chain(stored, (body) => ({ status, headers, body, stamp: { time, encoding }, organisationId }));
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
