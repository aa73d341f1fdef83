// The request path, the same on a server and at the edge of a CDN: route -> record -> access -> file -> stamp. The adapter
// writes the stamp when it sends the answer. The request path never writes to the store and never parses or serialises a
// document. It trusts a record only because the reader revalidates it for each request.

import { type Decision, decideAccess, type Target } from '../access/decide-access.ts';
import type { LinkTarget } from '../access/decide-link.ts';
import { refusals } from '../access/refusal.ts';
import { calendarName, daysName, listName } from '../snapshot/paths.ts';
import { answerWithDay, answerWithIndexed } from './answer-with-entry.ts';
import { answerWithFile } from './answer-with-file.ts';
import { assertPublisherAlive } from './assert-publisher-alive.ts';
import { methods } from './encode-refusal.ts';
import type { Answer, ApiRequest, RequestContext } from './exchange.ts';
import { type Caller, findCaller } from './find-caller.ts';
import { answerLink } from './links/answer-link.ts';
import { refuse } from './refuse.ts';
import { chain, type MaybePromise } from './snapshot-reader.ts';

/**
 * Answers a request under /api or /ical. Synchronous where no I/O is needed, since promises would double the cost of the request.
 * @throws when the published output is broken or unreachable: a 500, see `answerFailure`
 */
export function answer<Body = Uint8Array>(
  request: ApiRequest,
  target: Target | LinkTarget,
  context: RequestContext<Body>,
): MaybePromise<Answer<Body>> {
  if (request.method === 'OPTIONS')
    return { status: 204, headers: { Allow: methods }, body: null, stamp: null, organisationId: null };
  if (target.resource === 'feed' || target.resource === 'my') return answerLink(request, target, context);
  const caller = chain(context.readCredential(request.authorization), (credential) =>
    findCaller(credential, context.reader),
  );
  return chain(caller, (found) => answerCaller(found, request, target, context));
}

function answerCaller<Body>(
  { token, organisation, key }: Caller,
  request: ApiRequest,
  target: Target,
  context: RequestContext<Body>,
): MaybePromise<Answer<Body>> {
  const { reader, now, refuseAfter, noteUse } = context;
  const time = now();
  const decision = decideAccess({ token, organisation, key, now: time, target, method: request.method });
  if (key !== null && noteUse !== undefined && isAccepted(decision)) noteUse(key.keyId, time);
  if (!decision.granted) return refuse(decision.refusal, time, key && organisation);
  const { organisationId } = decision;
  const checked = refuseAfter === undefined ? undefined : assertPublisherAlive(reader, refuseAfter);
  return chain(checked, () => {
    if ('file' in decision) return answerWithFile(organisationId, nameOf(target), decision.file, request, reader, time);
    if ('day' in decision) {
      const place = { organisationId, name: daysName, pack: decision.pack };
      return answerWithDay(place, decision.day, request, reader, time);
    }
    return answerWithIndexed({ organisationId, pack: decision.indexed }, decision.named, request, context, time);
  });
}

/** Whether the key works. A 404 still means that it does. */
const isAccepted = (decision: Decision) =>
  decision.granted || (decision.refusal.status !== 401 && decision.refusal.status !== 402);

/** The name of the file that a granted target means. */
function nameOf(target: Target): string {
  if (target.resource === 'timetable') return target.versionId;
  if (target.resource === 'week') return target.week;
  return target.resource === 'calendar' ? calendarName : listName;
}

/** The 500 for an unexpected error. The cause goes to the log, under the request id, never into the body. */
export const answerFailure = (now: number, requestId: string): Answer<never> => {
  const failure = refuse(refusals.internalError, now, null);
  return { ...failure, headers: { ...failure.headers, 'X-Request-Id': requestId } };
};
