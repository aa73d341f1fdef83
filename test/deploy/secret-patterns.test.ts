// The rules for secret scanners find each kind of secret as Belfry makes it, and nothing that only looks like one. Their patterns use
// what Go's regular expressions, which gitleaks has, and JavaScript's mean alike.

import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createAdminToken } from '../../src/access/admin-token.ts';
import { createApiKey, createHandle } from '../../src/access/api-key.ts';
import { createLinkToken } from '../../src/access/link-token.ts';
import { repositoryFolder } from '../support/run-process.ts';

const rules = [
  ...readFileSync(join(repositoryFolder, 'scripts/deploy/gitleaks.toml'), 'utf8').matchAll(
    /^\[\[rules\]\]\nid = "(.+)"\ndescription = ".+"\nregex = '''(.+)'''\nkeywords = \["(.+)"\]$/gm,
  ),
].map(([, id = '', pattern = '', keyword = '']) => ({ id, pattern: new RegExp(pattern, 'g'), keyword }));

/** The rules that find something, each with what it finds; a rule is tried only where its keyword is. */
const found = (text: string) =>
  rules.flatMap(({ id, pattern, keyword }) =>
    text.toLowerCase().includes(keyword) ? [...text.matchAll(pattern)].map(([, secret]) => [id, secret]) : [],
  );

const secrets = {
  'belfry-api-key': () => createApiKey(createHandle(randomBytes), randomBytes),
  'belfry-link-token': () => createLinkToken(createHandle(randomBytes), randomBytes),
  'belfry-admin-token': () => createAdminToken(randomBytes),
};

test('there is a rule for each kind of secret', () => {
  expect(rules.map(({ id }) => id)).toEqual(Object.keys(secrets));
});

describe.each(Object.entries(secrets))('%s', (id, create) => {
  test.each([
    ['alone', (secret: string) => secret],
    ['in a header', (secret: string) => `Authorization: Bearer ${secret}`],
    ['in a file of settings', (secret: string) => `KEY="${secret}"\n`],
    ['in an address', (secret: string) => `https://timetables.example/ical/${secret}.ics?x=1`],
  ])('is found %s, and by no other rule', (_, place) => {
    for (let round = 0; round < 200; round++) {
      const secret = create();
      expect(found(place(secret))).toEqual([[id, secret]]);
    }
  });

  test.each([
    ['is cut off', (secret: string) => secret.slice(0, -1)],
    ['goes on', (secret: string) => `${secret}x`],
    ['has a sign within', (secret: string) => `${secret.slice(0, -9)}-${secret.slice(-8)}`],
    ['has a capital letter in its handle', (secret: string) => secret.replace(/(?<=_)[0-9a-z](?=\w{49}$)/, 'A')],
    ['has another prefix', (secret: string) => secret.replace('belfry_', 'steeple_')],
    ['is in a longer word', (secret: string) => `my_${secret}`],
  ])('is not found when it %s', (_, spoil) => {
    for (let round = 0; round < 50; round++) expect(found(spoil(create()))).toEqual([]);
  });
});

test.each(['belfry_publisher', 'belfry_requests_total', 'belfry_...', 'belfry_link_ended', `belfry_${'a'.repeat(12)}`])(
  'what is only named after Belfry is not found: %s',
  (text) => expect(found(text)).toEqual([]),
);
