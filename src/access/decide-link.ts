// What a request with a link gets: takes the link, its organisation and the clock, and returns what to serve or the exact
// refusal. The order of the checks is that of keys (decide-access.ts). What governs keys alone does not concern links: people
// who have one have no key, so they work where the API is off.

import type { LinkRecord, OrganisationRecord, PersonalFiles } from '../contract/types.generated.ts';
import type { OrganisationId, Owned } from './ids.ts';
import { accessEnded, type Refusal, refusals } from './refusal.ts';

/** What a link opens: the feed, whose address has the token, or the document. */
export type LinkTarget = { resource: 'feed'; token: string } | { resource: 'my' };

/** Everything the decision depends on. */
export type LinkFacts = {
  resource: LinkTarget['resource'];
  /** The token of the address, or of the `Authorization: Bearer` header; null when none was sent. */
  token: string | null;
  /** The record of the token; null when the text is not a token, or there is none. */
  link: Owned<LinkRecord> | null;
  /** The organisation's record, found by the handle in the token; null when there is none. */
  organisation: Owned<Pick<OrganisationRecord, 'access'>> | null;
  /** The clock, in milliseconds since 1970. */
  now: number;
  method: string;
};

export type LinkDecision =
  | { granted: true; organisationId: OrganisationId; link: Owned<LinkRecord>; documents: PersonalFiles }
  | { granted: false; refusal: Refusal };

/**
 * The first check that fails decides. A calendar program can show neither a 401 nor a 402, so of a feed nearly every refusal is
 * a 404.
 * @throws Error when the organisation's access was never published, which is not the caller's fault.
 */
export function decideLink(facts: LinkFacts): LinkDecision {
  const decision = decide(facts);
  const isHidden = !decision.granted && facts.resource === 'feed' && decision.refusal.status !== 405;
  return isHidden ? refuse(refusals.feedNotFound) : decision;
}

function decide({ token, link, organisation, now, method }: LinkFacts): LinkDecision {
  if (token === null) return refuse(refusals.authenticationRequired);
  if (link === null || organisation === null) return refuse(refusals.unknownLink);
  const { organisationId, access } = organisation;
  if (access === null) throw new Error(`organisation ${organisationId} has no access published yet; run a build`);
  if (access.state !== 'active') return refuse(accessEnded(access));
  if (link.revoked) return refuse(refusals.unknownLink);
  // Negated so that an unreadable date (NaN) counts as expired.
  if (link.expiresAt !== null && !(now < Date.parse(link.expiresAt))) return refuse(refusals.expiredLink);
  if (method !== 'GET' && method !== 'HEAD') return refuse(refusals.methodNotAllowed);
  const { documents } = link;
  // A 200 without events would empty the calendar of somebody who has subscribed, or stand for a day where somebody is about
  // to. After a 404 a program keeps what it has and asks again.
  if (documents === null) return refuse(refusals.myNotFound);
  return { granted: true, organisationId, link, documents };
}

const refuse = (refusal: Refusal): LinkDecision => ({ granted: false, refusal });
