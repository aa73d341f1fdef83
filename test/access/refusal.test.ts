import { describe, expect, test } from 'vitest';
import { accessEnded, refusalBody, refusals } from '../../src/access/refusal.ts';
import { createValidator } from '../../src/contract/validator.ts';

const validate = createValidator();
const timestamp = '2026-09-01T08:00:00.000Z';

describe.each(Object.entries(refusals))('%s', (_, refusal) => {
  const body = refusalBody(refusal, timestamp);

  test('has a body that satisfies the schema', () => {
    expect(validate('error-response', body)).toMatchObject({ valid: true });
    expect(Object.keys(body)).toEqual(['success', 'error', 'timestamp']);
  });

  test('has its code, its message and the timestamp, and nothing else', () => {
    const { code, message } = refusal;
    expect(body).toEqual({ success: false, error: { code, message }, timestamp });
  });
});

test.each([
  ['authenticationRequired', 'Authentication required'],
  ['unknownKey', 'Invalid or inactive API key'],
  ['expiredKey', 'API key has expired'],
  ['apiDisabled', 'API access is not enabled for this organisation. Contact support to request it.'],
] as const)('%s is a 401 INVALID_API_KEY with the message of the specification', (name, message) => {
  expect(refusals[name]).toEqual({ status: 401, code: 'INVALID_API_KEY', message });
});

describe.each([
  ['locked', 'trial_ended', 'ACCESS_EXPIRED'],
  ['locked', 'plan_ended', 'ACCESS_EXPIRED'],
  ['locked', 'payment_failed', 'ACCESS_EXPIRED'],
  ['suspended', null, 'ACCOUNT_SUSPENDED'],
] as const)('access %s because of %s', (access, lockedBecause, code) => {
  const refusal = accessEnded({ state: access, lockedBecause });
  const body = refusalBody(refusal, timestamp);

  test(`is a 402 ${code}`, () => {
    expect(refusal.status).toBe(402);
    expect(body).toMatchObject({ code, access, lockedBecause });
  });

  test('has the flat body: exactly code, access, lockedBecause and error, a string', () => {
    expect(Object.keys(body)).toEqual(['code', 'access', 'lockedBecause', 'error']);
    expect(validate('access-ended-response', body)).toMatchObject({ valid: true });
  });
});

test('the three causes of a lock have different messages', () => {
  const causes = ['trial_ended', 'plan_ended', 'payment_failed'] as const;
  const bodies = causes.map((lockedBecause) => refusalBody(accessEnded({ state: 'locked', lockedBecause }), timestamp));
  expect(new Set(bodies.map(({ error }) => error)).size).toBe(3);
});

test.each([
  { state: 'suspended', lockedBecause: 'plan_ended' },
  { state: 'locked', lockedBecause: null },
] as const)('%j, which no record has, is as a suspension', (access) => {
  expect(accessEnded(access)).toEqual(accessEnded({ state: 'suspended', lockedBecause: null }));
});
