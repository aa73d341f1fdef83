// The request path of links: token -> record of the link -> record of the organisation -> decision -> file. The document is
// sent as those for keys are, the feed byte for byte as it was published.

import { decideLink, type LinkTarget } from '../../access/decide-link.ts';
import { refusals } from '../../access/refusal.ts';
import { namesOfPerson, textOfPerson } from '../../snapshot/person-files.ts';
import { answerWithFile } from '../answer-with-file.ts';
import { assertPublisherAlive } from '../assert-publisher-alive.ts';
import type { Answer, ApiRequest, RequestContext } from '../exchange.ts';
import { bearerToken } from '../http/negotiate.ts';
import { refuse } from '../refuse.ts';
import { chain, type MaybePromise } from '../snapshot-reader.ts';
import { answerWithFeed, feedHeaders } from './answer-with-feed.ts';
import { emptyCalendar } from './empty-calendar.ts';
import { type FoundLink, findLink } from './find-link.ts';

/**
 * On every answer to a link: no search engine lists it, and no page that it leads to learns its address.
 * https://www.w3.org/2001/tag/doc/capability-urls/
 */
const linkHeaders = {
  'X-Robots-Tag': 'noindex, nofollow',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
};

/** @throws when the published output is broken or unreachable */
export function answerLink<Body>(
  request: ApiRequest,
  target: LinkTarget,
  context: RequestContext<Body>,
): MaybePromise<Answer<Body>> {
  const token = target.resource === 'feed' ? target.token : bearerToken(request.authorization);
  const finding = findLink(token, context.sha256, context.reader);
  const answering = chain(finding, (found) => answerFound(found, request, target, context));
  return chain(answering, (answer) => ({ ...answer, headers: { ...answer.headers, ...linkHeaders } }));
}

function answerFound<Body>(
  found: FoundLink,
  request: ApiRequest,
  { resource }: LinkTarget,
  context: RequestContext<Body>,
): MaybePromise<Answer<Body>> {
  const { reader, refuseAfter } = context;
  const time = context.now();
  const decision = decideLink({ resource, ...found, now: time, method: request.method });
  if (!decision.granted) {
    const refused = refuse(decision.refusal, time, found.link && found.organisation);
    return decision.refusal === refusals.feedNotFound ? withoutEvents(refused) : refused;
  }
  const { organisationId, link, documents } = decision;
  const checked = refuseAfter === undefined ? undefined : assertPublisherAlive(reader, refuseAfter);
  const hashing = chain(checked, () => context.sha256(textOfPerson(link)));
  return chain(hashing, (hash) => {
    const names = namesOfPerson(hash);
    return resource === 'feed'
      ? answerWithFeed(organisationId, names.feed, documents, request, reader, time)
      : answerWithFile(organisationId, names.my, documents.my, request, reader, time);
  });
}

const withoutEvents = (refused: Answer<never>): Answer<never> => ({
  ...refused,
  headers: { ...refused.headers, ...feedHeaders, 'Content-Length': String(emptyCalendar.length) },
  body: emptyCalendar,
  stamp: null,
});
