import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bearerToken, negotiateEncoding, negotiateFeedEncoding } from '../../src/serve/http/negotiate.ts';

describe('the encoding of an answer', () => {
  test.each([
    [undefined, 'identity'],
    ['', 'identity'],
    [' ', 'identity'],
    ['identity', 'identity'],
    ['gzip', 'gzip'],
    ['GZip', 'gzip'],
    ['x-gzip', 'gzip'],
    ['br', 'br'],
    ['gzip, br', 'br'],
    ['gzip;q=1.0, br;q=0.9', 'gzip'],
    ['gzip;q=0.5,br;q=0.5', 'br'],
    ['br;q=0.001', 'br'],
    ['identity, gzip;q=0.5', 'identity'],
    ['identity;q=0.5, gzip;q=0.4, *;q=0', 'identity'],
    ['*', 'br'],
    ['*;q=0', 'identity'],
    ['*;q=0, gzip', 'gzip'],
    ['br;q=0, *;q=0.5', 'gzip'],
    ['identity;q=0', 'identity'],
    ['identity;q=0, gzip;q=0.1', 'gzip'],
    ['deflate, zstd', 'identity'],
    ['gzip ; q=0 , br ; q=0', 'identity'],
    ['gzip;q=much', 'identity'],
    ['gzip;level=9', 'gzip'],
    ['gzip, deflate, br, zstd', 'br'],
    ['brotli, gzipped', 'identity'],
    [',,;q=1,gzip', 'gzip'],
  ])('for Accept-Encoding %j is %s', (accepted, encoding) => {
    expect(negotiateEncoding(accepted)).toBe(encoding);
  });

  test.each([
    [undefined, 'identity'],
    ['br', 'identity'],
    ['br, gzip;q=0.1', 'gzip'],
    ['identity;q=0.5, gzip;q=0.4', 'identity'],
    ['identity;q=0.5, gzip;q=0.5', 'gzip'],
    ['*', 'gzip'],
    ['*;q=0', 'identity'],
    ['gzip;q=0, *', 'identity'],
  ])('of a feed for %j is %s', (accepted, encoding) => {
    expect(negotiateFeedEncoding(accepted)).toBe(encoding);
  });

  test('is always one of the three, and none that is refused while another is accepted', () => {
    const weight = fc.constantFrom('', ';q=0', ';q=0.5', ';q=1');
    fc.assert(
      fc.property(weight, weight, weight, fc.shuffledSubarray(['br', 'gzip', 'identity']), (a, b, c, order) => {
        const weights = new Map([
          ['br', a],
          ['gzip', b],
          ['identity', c],
        ]);
        const accepted = order.map((name) => name + weights.get(name)).join(', ');
        const encoding = negotiateEncoding(accepted);
        const allowed = order.filter((name) => weights.get(name) !== ';q=0');
        if (!order.includes('identity')) allowed.push('identity');
        if (allowed.length > 0) expect(allowed).toContain(encoding);
      }),
    );
    fc.assert(
      fc.property(fc.string(), (any) => {
        expect(['br', 'gzip', 'identity']).toContain(negotiateEncoding(any));
      }),
    );
  });
});

describe('the credential', () => {
  test.each([
    [undefined, null],
    ['', null],
    ['Bearer', null],
    ['Bearer ', null],
    ['Bearer    ', null],
    ['Bearertoken', null],
    ['Basic dXNlcg==', null],
    ['Token x', null],
    [' Bearer x', null],
    ['Bearer\tx', null],
    ['Bearer x', 'x'],
    ['bearer x', 'x'],
    ['BEARER   x  ', 'x'],
    ['Bearer x y', 'x y'],
    ['Bearer x, Bearer y', 'x, Bearer y'],
    ['Bearer Bearer x', 'Bearer x'],
  ])('of Authorization %j is %j', (authorization, token) => {
    expect(bearerToken(authorization)).toBe(token);
  });

  test('is found in linear time', () => {
    const long = ' '.repeat(1_000_000); // quadratic time would exceed the test's timeout
    expect(bearerToken(`Bearer${long}`)).toBe(bearerToken('Bearer '));
    expect(bearerToken(`Bearer${long}x${long}`)).toBe('x');
  });
});
