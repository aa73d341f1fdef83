import { expect, test } from 'vitest';
import { decideAccess, type Facts } from '../../src/access/decide-access.ts';
import type { AccessRecord, KeyRecord } from '../../src/contract/types.generated.ts';
import { accessCases, type Outcome, type Situation } from '../support/access-lines.ts';

const now = Date.UTC(2026, 8, 1, 8);
const expiries = { never: null, later: now + 1, 'this moment': now, earlier: now - 1 } as const;
const key: KeyRecord = {
  formatVersion: 1,
  keySha256: 'a'.repeat(64),
  organisationId: 'north',
  keyId: 'k1',
  expiresAt: null,
  revoked: false,
};
const access: AccessRecord = {
  formatVersion: 1,
  organisationId: 'north',
  access: 'active',
  lockedBecause: null,
  apiEnabled: true,
};
const facts: Facts = {
  bearerToken: 'belfry_x',
  key,
  access,
  now,
  resource: 'list',
  method: 'GET',
  versionExists: null,
};

// A torn pointer is met after the decision, so it is no case of the function.
const decidable = accessCases.filter(({ situation }) => situation.pointer === 'whole');

test.each(decidable)('$name: $outcome.status $outcome.message', ({ situation, outcome }) => {
  expect(outcomeOf(factsOf(situation))).toEqual(outcome);
});

test('the table has every line and the pairs of lines', () => {
  expect(decidable.filter(({ name }) => !name.includes(', before '))).toHaveLength(24);
  expect(decidable.length).toBeGreaterThan(150);
});

test('the key and its organisation are all that a grant says', () => {
  expect(decideAccess(facts)).toEqual({ granted: true, organisationId: 'north' });
});

test('an expiry that cannot be read counts as past', () => {
  expect(outcomeOf({ ...facts, key: { ...key, expiresAt: 'soon' } }).message).toBe('API key has expired');
});

test('a state of access that is not known is refused like a suspended one', () => {
  const unheardOf = { ...access, access: 'frozen' } as unknown as AccessRecord; // as a damaged record would have it
  expect(outcomeOf({ ...facts, access: unheardOf }).code).toBe('ACCOUNT_SUSPENDED');
});

test('a known key of an organisation without an access record is a broken store, named with its ids', () => {
  expect(() => decideAccess({ ...facts, access: null })).toThrow(/organisation north of key k1/);
});

function factsOf(situation: Situation): Facts {
  const { credential, access: state, apiEnabled, revoked, expiry, target, method } = situation;
  const expiresAt = expiries[expiry];
  const locked = state !== 'active' && state !== 'suspended';
  return {
    bearerToken: ['none', 'other scheme', 'scheme alone'].includes(credential) ? null : 'belfry_x',
    key:
      credential === 'issued'
        ? { ...key, revoked, expiresAt: expiresAt === null ? null : new Date(expiresAt).toISOString() }
        : null,
    access: { ...access, apiEnabled, access: locked ? 'locked' : state, lockedBecause: locked ? state : null },
    now,
    resource: target === 'list' ? 'list' : target === 'unknown path' ? 'unknown' : 'timetable',
    method,
    versionExists: target === 'timetable' ? true : target.includes('version') ? false : null,
  };
}

function outcomeOf(known: Facts): Outcome {
  const decision = decideAccess(known);
  if (decision.granted) return { status: 200, code: null, message: null };
  const { refusal } = decision;
  return {
    status: refusal.status,
    code: refusal.code,
    message: refusal.status === 402 ? refusal.error : refusal.message,
  };
}
