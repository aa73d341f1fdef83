import { expect, test } from 'vitest';
import { decideLink, type LinkFacts } from '../../src/access/decide-link.ts';
import { type Owned, parseOrganisationId } from '../../src/access/ids.ts';
import { refusals } from '../../src/access/refusal.ts';
import type { AccessRecord, LinkRecord, PersonalFiles } from '../../src/contract/types.generated.ts';
import type { Outcome } from './access-lines.ts';
import { type LinkSituation, linkCases, singleLinkCases } from './link-lines.ts';

const now = Date.UTC(2026, 8, 1, 8);
const expiries = { never: null, later: now + 1, 'this moment': now, earlier: now - 1 } as const;
const form = { bytes: 26, sha256: 'a'.repeat(64) };
const documents: PersonalFiles = {
  generation: 1,
  changedAt: '2026-09-01T08:00:00.000Z',
  feed: { hash: '1'.repeat(64), identity: form, gzip: form },
  my: { hash: '2'.repeat(64), identity: form, gzip: form, br: form },
};
const organisationId = parseOrganisationId('north');
const link: Owned<LinkRecord> = {
  ...{ formatVersion: 2, organisationId, linkId: 'l1', kind: 'student', entityId: 's1', name: null },
  ...{ expiresAt: null, revoked: false, fence: 1, documents },
};
const access: AccessRecord = { state: 'active', lockedBecause: null, apiEnabled: true, keys: {} };
const organisation = { organisationId, access };
const facts: LinkFacts = { resource: 'my', token: 'belfry_link_x', link, organisation, now, method: 'GET' };

test.each(linkCases)('$name: $outcome.status $outcome.message', ({ situation, outcome }) => {
  expect(outcomeOf(factsOf(situation))).toEqual(outcome);
});

test('the table has 42 single cases, and pairs of them', () => {
  expect(singleLinkCases).toHaveLength(42);
  expect(linkCases.length).toBeGreaterThan(200);
});

test.each(['my', 'feed'] as const)('a grant of %s names the organisation, the link and what it shows', (resource) => {
  expect(decideLink({ ...facts, resource })).toEqual({ granted: true, organisationId, link, documents });
});

test('HEAD is granted what GET is', () => {
  expect(decideLink({ ...facts, method: 'HEAD' })).toEqual(decideLink(facts));
});

test('a token without a link is unknown, though its organisation is there', () => {
  expect(decideLink({ ...facts, link: null })).toEqual({ granted: false, refusal: refusals.unknownLink });
});

test('an unreadable expiry date counts as expired', () => {
  expect(outcomeOf({ ...facts, link: { ...link, expiresAt: 'soon' } }).message).toBe('Link has expired');
});

test('an unknown access state is refused like a suspended one', () => {
  const unheardOf = { ...access, state: 'frozen' } as unknown as AccessRecord; // as a damaged record would have it
  expect(outcomeOf({ ...facts, organisation: { organisationId, access: unheardOf } }).code).toBe('ACCOUNT_SUSPENDED');
});

test.each(['my', 'feed'] as const)(
  '%s with access never published is an error that names the organisation',
  (resource) => {
    const unpublished = { organisationId, access: null };
    expect(() => decideLink({ ...facts, resource, organisation: unpublished })).toThrow(
      /organisation north has no access/,
    );
  },
);

function factsOf(situation: LinkSituation): LinkFacts {
  const { resource, credential, access: state, apiEnabled, revoked, expiry, method } = situation;
  const locked = state !== 'active' && state !== 'suspended';
  const expiresAt = expiries[expiry];
  const known = {
    ...link,
    revoked,
    expiresAt: expiresAt === null ? null : new Date(expiresAt).toISOString(),
    documents: situation.documents === 'published' ? documents : null,
  };
  return {
    resource,
    token: credential === 'none' ? null : 'belfry_link_x',
    link: credential === 'issued' ? known : null,
    organisation:
      credential === 'issued' && situation.organisation === 'there'
        ? {
            organisationId,
            access: { ...access, apiEnabled, state: locked ? 'locked' : state, lockedBecause: locked ? state : null },
          }
        : null,
    now,
    method,
  };
}

/** A refused feed has neither code nor message. */
function outcomeOf(known: LinkFacts): Outcome {
  const decision = decideLink(known);
  if (decision.granted) return { status: 200, code: null, message: null };
  const { refusal } = decision;
  if (refusal === refusals.feedNotFound) return { status: 404, code: null, message: null };
  return {
    status: refusal.status,
    code: refusal.code,
    message: refusal.status === 402 ? refusal.error : refusal.message,
  };
}
