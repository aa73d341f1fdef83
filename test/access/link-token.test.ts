import { createHash, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createApiKey, handleOfKey } from '../../src/access/api-key.ts';
import { parseHandle } from '../../src/access/ids.ts';
import { createLinkToken, handleOfLinkToken, identifyLinkToken } from '../../src/access/link-token.ts';

const handle = parseHandle('0k9zh4m7x1q2');
const sha256 = (text: string) => createHash('sha256').update(text, 'utf8').digest('hex');
const inOrder = (count: number) => Uint8Array.from({ length: count }, (_, index) => index);
const random = fc.infiniteStream(fc.nat(255)).map((stream) => (count: number) => Uint8Array.from(stream.take(count)));

// The checksum and the hash were computed with Python's zlib and hashlib.
const known = 'belfry_link_0k9zh4m7x1q20123456789ABCDEFGHIJKLMNOPQRSTUV3QA1wr';
const knownHash = 'a3625d140e26b3adb21a9ed5847767f6fb8cfa799f9fb1bfad6fede88b8d629c';

test('known random bytes give a known token, with a known handle and hash', () => {
  expect(createLinkToken(handle, inOrder)).toBe(known);
  expect(identifyLinkToken(known, sha256)).toEqual({ handle, sha256: knownHash });
});

test('a token is the prefix, the handle, 32 random characters and 6 of checksum, and its handle can be read back', () => {
  fc.assert(
    fc.property(random, (bytes) => {
      const token = createLinkToken(handle, bytes);
      expect(token).toMatch(/^belfry_link_0k9zh4m7x1q2[0-9A-Za-z]{38}$/);
      expect(handleOfLinkToken(token)).toBe(handle);
    }),
  );
});

test('no token is a key, and no key is a token, from the same bytes or not', () => {
  fc.assert(
    fc.property(random, (bytes) => {
      expect(handleOfKey(createLinkToken(handle, bytes))).toBeNull();
      expect(handleOfLinkToken(createApiKey(handle, bytes))).toBeNull();
    }),
  );
});

test('a token with any one character changed is refused', () => {
  const characters = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz', '-', ' ', 'ä'];
  fc.assert(
    fc.property(random, fc.nat(61), fc.constantFrom(...characters), (bytes, position, character) => {
      const token = createLinkToken(handle, bytes);
      fc.pre(token[position] !== character);
      expect(handleOfLinkToken(token.slice(0, position) + character + token.slice(position + 1))).toBeNull();
    }),
    { numRuns: 2000 },
  );
});

const good = createLinkToken(handle, randomBytes);
describe('is not a token, and is not hashed', () => {
  test.each([
    ['nothing', ''],
    ['the prefix alone', 'belfry_link_'],
    ['a key', createApiKey(handle, randomBytes)],
    ['a key with the prefix of a token before its own', `belfry_link_${createApiKey(handle, randomBytes)}`],
    ['a token with the prefix twice', `belfry_link_${good}`],
    ['a space before', ` ${good}`],
    ['a line end after', `${good}\n`],
    ['a prefix in capitals', good.replace('belfry', 'BELFRY')],
    ['no prefix', good.slice('belfry_link_'.length)],
    ['the name of a feed', `${good}.ics`],
    ['one character more', `${good}0`],
    ['one character less', good.slice(0, -1)],
    ['a megabyte', `belfry_link_${'0'.repeat(1_000_000)}`],
  ])('%s', (_, text) => {
    const hashed: string[] = [];
    const hash = (each: string) => {
      hashed.push(each);
      return sha256(each);
    };
    expect(identifyLinkToken(text, hash)).toBeNull();
    expect(hashed).toEqual([]);
  });
});

test('the hash may be a promise, as that of Web Crypto is', async () => {
  const found = identifyLinkToken(good, async (text) => sha256(text));
  expect(await found?.sha256).toBe(sha256(good));
});
