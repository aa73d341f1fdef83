// Who is asking, and whether they may: the first thing of every call, before its body is read. Something of an organisation that
// the caller may not see is answered as if it did not exist.

import type { FastifyRequest } from 'fastify';
import { isOrganisationId } from '../../access/ids.ts';
import { refuseCall } from '../answers/refuse-call.ts';
import type { Caller, Context, Identified } from '../context.ts';
import { type Call, decidePermission } from '../permissions.ts';
import { sessionOf } from '../sign-in/session-cookie.ts';

/** @throws a refusal */
export async function identify(
  request: FastifyRequest,
  { signIn }: { signIn: Pick<Context['signIn'], 'byToken' | 'bySession'> },
): Promise<Caller> {
  const header = request.headers.authorization;
  if (header !== undefined) {
    const [, token = ''] = /^Bearer +([\x21-\x7e]{1,300}) *$/i.exec(header) ?? [];
    return { ...admit(await signIn.byToken(token, request.ip)), by: 'token' };
  }
  const session = sessionOf(request);
  if (session === null) throw notSignedIn();
  const admin = admit(await signIn.bySession(session));
  if (!['GET', 'HEAD'].includes(request.method)) assertSameOrigin(request);
  return { ...admin, by: 'cookie' };
}

export function admit(identified: Identified) {
  if (identified.state === 'known') return identified.admin;
  if (identified.state === 'unknown') throw notSignedIn();
  const { retryAfter } = identified;
  throw refuseCall({
    problem: 'too-many-requests',
    detail: 'Too many sign-ins have failed; come again later.',
    retryAfter,
  });
}

const notSignedIn = () =>
  refuseCall({
    problem: 'not-signed-in',
    detail: 'Send `Authorization: Bearer` with a token that is neither revoked nor expired.',
    headers: { 'www-authenticate': 'Bearer realm="control"' },
  });

/** A cookie comes along with whatever a page elsewhere sends. @throws a refusal */
export function assertSameOrigin({ headers }: FastifyRequest): void {
  const site = headers['sec-fetch-site'];
  const { origin, host } = headers;
  const isOwn = origin !== undefined && host !== undefined && /^https?:\/\/([^/]+)$/.exec(origin)?.[1] === host;
  // Both must be right where both are there; one has to be.
  const isSame = site === undefined ? isOwn : site === 'same-origin' && (origin === undefined || isOwn);
  if (!isSame)
    throw refuseCall({ problem: 'other-origin', detail: 'The request does not come from the page of this dashboard.' });
}

/** @throws a refusal */
export function assertPermitted(caller: Caller, call: Call, organisationId: string | null): void {
  const isImpossible = organisationId !== null && !isOrganisationId(organisationId);
  const decision = isImpossible ? 'hidden' : decidePermission(caller, call, organisationId);
  if (decision === 'hidden') throw noOrganisation(organisationId ?? '');
  if (decision === 'forbidden') throw refuseCall({ problem: 'forbidden', detail: `A ${caller.role} may not do that.` });
}

/** The same words for one that does not exist and one that may not be seen. */
const noOrganisation = (id: string) =>
  refuseCall({ problem: 'not-found', detail: `there is no organisation ${id.slice(0, 100)}` });
