// Tokens of admins have a form of their own: none is a key or a link, and no key or link is one of them.

import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createAdminToken, identifyAdminToken } from '../../src/access/admin-token.ts';
import { createApiKey, handleOfKey } from '../../src/access/api-key.ts';
import { parseHandle } from '../../src/access/ids.ts';
import { createLinkToken, handleOfLinkToken } from '../../src/access/link-token.ts';

const identify = (text: string) => identifyAdminToken(text, (hashed) => `hash of ${hashed}`);

test('a token is identified by the hash of the whole of it', () => {
  for (let count = 0; count < 100; count++) {
    const token = createAdminToken(randomBytes);
    expect(token).toMatch(/^belfry_admin_[0-9a-z]{12}[0-9A-Za-z]{38}$/);
    expect(identify(token)).toBe(`hash of ${token}`);
    expect([handleOfKey(token), handleOfLinkToken(token)]).toEqual([null, null]);
  }
});

test('keys, tokens of links and what is mistyped are none, and nothing is hashed', () => {
  const handle = parseHandle('0123456789ab');
  const token = createAdminToken(randomBytes);
  const last = token.at(-1) === 'a' ? 'b' : 'a';
  for (const text of [
    ...[createApiKey(handle, randomBytes), createLinkToken(handle, randomBytes)],
    ...[token.slice(0, -1) + last, token.slice(0, -1), `${token}0`, ` ${token}`, token.toUpperCase(), ''],
    ...[token.replace('belfry_admin_', 'belfry_'), token.replace('belfry_admin_', 'belfry_link_')],
  ])
    expect(identify(text)).toBeNull();
});

test('no two tokens begin alike', () => {
  const beginnings = new Set(Array.from({ length: 500 }, () => createAdminToken(randomBytes).slice(0, 25)));
  expect(beginnings.size).toBe(500);
});
