// The answer with a published response, once access is granted: a file, or an entry of a pack.

import type { OrganisationId } from '../access/ids.ts';
import { refusals } from '../access/refusal.ts';
import type { PublishedFile } from '../contract/types.generated.ts';
import type { PackedEntry } from '../snapshot/pack/packed-entry.ts';
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
  return answerWith(organisationId, file, encoding, request, time, () =>
    reader.file(organisationId, name, file, encoding),
  );
}

/**
 * @param encoding one in which it is published
 * @param read its bytes in this encoding
 * @param time of the response, in milliseconds since 1970
 */
export function answerWith<Body>(
  organisationId: OrganisationId,
  published: PublishedFile | PackedEntry,
  encoding: Encoding,
  request: ApiRequest,
  time: number,
  read: () => MaybePromise<Body>,
): MaybePromise<Answer<Body>> {
  const headers = headersOf(published, encoding);
  // Each answer has another timestamp, so no date says when a document became what it is.
  const status = checkPreconditions(request, { tag: headers.ETag, changedAt: null }, time);
  if (status === 412) return refuse(refusals.preconditionFailed, time, { organisationId });
  if (status === 304) {
    const unchanged = { 'Cache-Control': cacheControl, Vary: vary, ETag: headers.ETag };
    return { status, headers: unchanged, body: null, stamp: null, organisationId };
  }
  return chain(read(), (body) => ({ status, headers, body, stamp: { time, encoding }, organisationId }));
}

type FileHeaders = Record<string, string> & { ETag: string };
const headersCache = new WeakMap<object, FileHeaders>();

/** The response headers of a file in an encoding. Kept for as long as the parsed pointer is. */
function headersOf(published: PublishedFile | PackedEntry, encoding: Encoding): FileHeaders {
  const form = published[encoding];
  if (form === undefined) throw new Error(`nothing is published in ${encoding}`);
  const known = headersCache.get(form);
  if (known !== undefined) return known;
  const headers = {
    'Cache-Control': cacheControl,
    Vary: vary,
    ETag: entityTag(published),
    'Content-Type': contentType,
    'Content-Length': String(form.bytes),
    ...(encoding === 'identity' ? {} : { 'Content-Encoding': encoding }),
  };
  headersCache.set(form, headers);
  return headers;
}
