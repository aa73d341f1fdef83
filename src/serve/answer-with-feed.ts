// The answer with a feed, once access is granted. Many calendar programs know no ETag, so Last-Modified is answered too; it is
// the moment at which the feed became what it is. A 304 to any If-Modified-Since would freeze those programs.

import type { OrganisationId } from '../access/ids.ts';
import type { LinkDocuments } from '../contract/types.generated.ts';
import { entityTag, matchesEntityTag } from './etag.ts';
import type { Answer, ApiRequest } from './exchange.ts';
import { negotiateFeedEncoding } from './negotiate.ts';
import { chain, type MaybePromise, type SnapshotReader } from './snapshot-reader.ts';

/** Of every body that is a calendar. A browser that saves it does not name the file after the token. */
export const feedHeaders = {
  'Content-Type': 'text/calendar; charset=utf-8',
  'Content-Disposition': 'inline; filename="timetable.ics"',
};

/** @param name of the feed's file */
export function answerWithFeed<Body>(
  organisationId: OrganisationId,
  name: string,
  { feed, changedAt }: Pick<LinkDocuments, 'feed' | 'changedAt'>,
  request: ApiRequest,
  reader: SnapshotReader<Body>,
): MaybePromise<Answer<Body>> {
  const lastModified = new Date(changedAt).toUTCString();
  const headers = {
    'Cache-Control': 'private, no-cache',
    Vary: 'Accept-Encoding',
    ETag: entityTag(feed),
    'Last-Modified': lastModified,
  };
  if (isUnchanged(request, headers.ETag, lastModified))
    return { status: 304, headers, body: null, stamp: null, organisationId };
  const encoding = negotiateFeedEncoding(request.acceptEncoding);
  const whole = {
    ...headers,
    ...feedHeaders,
    'Content-Length': String(feed[encoding].bytes),
    ...(encoding === 'identity' ? {} : { 'Content-Encoding': encoding }),
  };
  const stored = reader.feed(organisationId, name, feed, encoding);
  return chain(stored, (body) => ({ status: 200, headers: whole, body, stamp: null, organisationId }));
}

/** RFC 9110, section 13.2.2: If-Modified-Since only counts without If-None-Match. */
function isUnchanged({ ifNoneMatch, ifModifiedSince }: ApiRequest, tag: string, lastModified: string): boolean {
  if (ifNoneMatch !== undefined) return matchesEntityTag(ifNoneMatch, tag);
  // The form of RFC 850 ends like this too. Any other is no date for HTTP, or one without a time zone.
  return ifModifiedSince?.endsWith(' GMT') === true && Date.parse(lastModified) <= Date.parse(ifModifiedSince);
}
