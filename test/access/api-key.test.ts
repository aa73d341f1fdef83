import { randomBytes } from 'node:crypto';
import zlib from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createApiKey, createHandle, handleOfKey } from '../../src/access/api-key.ts';
import { crc32 } from '../../src/access/crc-32.ts';
import { parseHandle } from '../../src/access/ids.ts';

const handle = parseHandle('0k9zh4m7x1q2');
const base62 = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'];
const keys = fc
  .infiniteStream(fc.nat(255))
  .map((stream) => createApiKey(handle, (count) => Uint8Array.from(stream.take(count))));

test('the CRC-32 of the standard check string is the published value', () => {
  expect(crc32(new TextEncoder().encode('123456789'))).toBe(0xcbf43926);
  expect(crc32(new Uint8Array())).toBe(0);
});

test('the CRC-32 of any bytes is the one that gzip writes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 500 }), (bytes) => {
      const file = zlib.gzipSync(bytes);
      expect(crc32(bytes)).toBe(file.readUInt32LE(file.length - 8));
    }),
  );
});

test('a key is the prefix, the handle, 32 random characters and 6 of checksum, and its handle can be read back', () => {
  fc.assert(
    fc.property(keys, (key) => {
      expect(key).toMatch(/^belfry_0k9zh4m7x1q2[0-9A-Za-z]{38}$/);
      expect(handleOfKey(key)).toBe(handle);
    }),
  );
});

test('known random bytes give a known key', () => {
  const key = createApiKey(handle, (count) => Uint8Array.from({ length: count }, (_, index) => index));
  expect(key).toBe(`belfry_${handle}0123456789ABCDEFGHIJKLMNOPQRSTUV${inBase62(crc32(Buffer.from(key.slice(7, 51))))}`);
});

test('a key with any one character changed is refused', () => {
  fc.assert(
    fc.property(keys, fc.nat(56), fc.constantFrom(...base62, '-', ' ', 'ä'), (key, position, character) => {
      fc.pre(key[position] !== character);
      expect(handleOfKey(key.slice(0, position) + character + key.slice(position + 1))).toBeNull();
    }),
    { numRuns: 2000 },
  );
});

test('a key with two adjacent characters swapped is refused', () => {
  fc.assert(
    fc.property(keys, fc.nat(55), (key, position) => {
      const [one = '', other = ''] = key.slice(position);
      fc.pre(one !== other);
      expect(handleOfKey(key.slice(0, position) + other + one + key.slice(position + 2))).toBeNull();
    }),
    { numRuns: 1000 },
  );
});

const good = createApiKey(handle, randomBytes);
test.each([
  ['nothing', ''],
  ['the prefix alone', 'belfry_'],
  ['a space before', ` ${good}`],
  ['a line end after', `${good}\n`],
  ['a prefix in capitals', good.replace('belfry', 'BELFRY')],
  ['no prefix', good.slice(7)],
  ['two keys', `${good}, ${good}`],
  ['one character more', `${good}0`],
  ['one character less', good.slice(0, -1)],
  ['a key of release 0.1, without a handle', 'belfry_0123456789ABCDEFGHIJKLMNOPQRSTUV2NhrcR'],
])('%s is not a key', (_, text) => {
  expect(handleOfKey(text)).toBeNull();
});

test('a handle is 12 letters and digits, of the bytes below 252, and drawn anew until there are as many', () => {
  const drawn = [
    [251, 252, 253],
    [0, 1, 251, 9, 10, 35, 252, 36, 71, 72, 100, 143, 215, 5, 6, 7],
  ];
  const handle = createHandle(() => Uint8Array.from(drawn.shift() ?? []));
  expect(handle).toBe('01z9az0z0szz');
  expect(drawn).toEqual([]);
});

test('bytes from 248 up are skipped, so that no letter is favoured', () => {
  const highAndLow = createApiKey(handle, (count) =>
    Uint8Array.from({ length: count }, (_, index) => (index % 2 ? 248 : 247)),
  );
  expect(highAndLow).toMatch(/^belfry_0k9zh4m7x1q2z{32}/);
});

test("keys from the system's random source have every character about equally often", () => {
  const counts = new Map<string, number>();
  for (let round = 0; round < 5000; round++) {
    for (const character of createApiKey(handle, randomBytes).slice(19, 51))
      counts.set(character, (counts.get(character) ?? 0) + 1);
  }
  const expected = (5000 * 32) / 62;
  const chiSquare = base62.reduce((sum, each) => sum + ((counts.get(each) ?? 0) - expected) ** 2 / expected, 0);
  // 61 degrees of freedom: above 140 once in some ten million runs. With the high bytes it would be near 1000.
  expect(chiSquare).toBeLessThan(140);
});

function inBase62(value: number): string {
  const digits = [];
  for (let rest = value; rest > 0; rest = Math.floor(rest / 62)) digits.unshift(base62[rest % 62]);
  return digits.join('').padStart(6, '0');
}
