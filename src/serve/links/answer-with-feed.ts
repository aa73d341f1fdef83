// The answer with a feed, once access is granted. Many calendar programs know no ETag, so Last-Modified is answered too; it is
// the moment at which the feed became what it is. A 304 to any If-Modified-Since would freeze those programs.

import type { OrganisationId } from '../../access/ids.ts';
import { refusals } from '../../access/refusal.ts';
import type { PersonalFiles } from '../../contract/types.generated.ts';
import type { Answer, ApiRequest } from '../exchange.ts';
import { entityTag } from '../http/etag.ts';
import { negotiateFeedEncoding } from '../http/negotiate.ts';
import { checkPreconditions } from '../http/preconditions.ts';
import { refuse } from '../refuse.ts';
import { chain, type MaybePromise, type SnapshotReader } from '../snapshot-reader.ts';

/** Of every body that is a calendar. A browser that saves it does not name the file after the token. */
export const feedHeaders = {
  'Content-Type': 'text/calendar; charset=utf-8',
  'Content-Disposition': 'inline; filename="timetable.ics"',
};

/**
 * @param name of the feed's file
 * @param time of the response, in milliseconds since 1970
 */
export function answerWithFeed<Body>(
  organisationId: OrganisationId,
  name: string,
  { feed, changedAt }: Pick<PersonalFiles, 'feed' | 'changedAt'>,
  request: ApiRequest,
  reader: SnapshotReader<Body>,
  time: number,
): MaybePromise<Answer<Body>> {
  const changed = new Date(changedAt);
  const headers = {
    'Cache-Control': 'private, no-cache',
    Vary: 'Accept-Encoding',
    ETag: entityTag(feed),
    'Last-Modified': changed.toUTCString(),
  };
  const status = checkPreconditions(request, { tag: headers.ETag, changedAt: changed.getTime() }, time);
  if (status === 412) return refuse(refusals.preconditionFailed, time, { organisationId });
  if (status === 304) return { status, headers, body: null, stamp: null, organisationId };
  const encoding = negotiateFeedEncoding(request.acceptEncoding);
  const whole = {
    ...headers,
    ...feedHeaders,
    'Content-Length': String(feed[encoding].bytes),
    ...(encoding === 'identity' ? {} : { 'Content-Encoding': encoding }),
  };
  const stored = reader.feed(organisationId, name, feed, encoding);
  return chain(stored, (body) => ({ status, headers: whole, body, stamp: null, organisationId }));
}
