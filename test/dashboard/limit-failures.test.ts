import { describe, expect, test } from 'vitest';
import { createFailureLimits, networkOf } from '../../src/dashboard/limits/limit-failures.ts';

function limitsAt(start: number) {
  let clock = start;
  const limits = createFailureLimits(() => clock);
  return { limits, pass: (seconds: number) => (clock += seconds * 1000) };
}

describe('failed sign-ins', () => {
  test('ten of one address with one beginning are allowed in a minute; others at the address go on', () => {
    const { limits, pass } = limitsAt(5_000);
    for (let count = 0; count < 10; count++) {
      expect(limits.waitFor('192.0.2.1', 'aaa')).toBe(0);
      limits.failed('192.0.2.1', 'aaa');
    }
    expect(limits.waitFor('192.0.2.1', 'aaa')).toBe(60);
    expect(limits.waitFor('192.0.2.1', 'bbb')).toBe(0);
    expect(limits.waitFor('192.0.2.2', 'aaa')).toBe(0);
    pass(59);
    expect(limits.waitFor('192.0.2.1', 'aaa')).toBe(1);
    pass(1);
    expect(limits.waitFor('192.0.2.1', 'aaa')).toBe(0);
  });

  test('fifty of one address with any beginnings, and fifty of one beginning from anywhere', () => {
    const { limits } = limitsAt(0);
    for (let count = 0; count < 50; count++) limits.failed('192.0.2.1', `token ${count}`);
    expect(limits.waitFor('192.0.2.1', 'another')).toBe(60);
    expect(limits.waitFor('192.0.2.2', 'another')).toBe(0);
    for (let count = 0; count < 50; count++) limits.failed(`198.51.100.${count}`, 'aaa');
    expect(limits.waitFor('203.0.113.1', 'aaa')).toBe(60);
  });

  test('addresses without end cost no memory without end, and the newest count', () => {
    const { limits } = limitsAt(0);
    for (let count = 0; count < 50_000; count++) limits.failed(`address ${count}`, `beginning ${count}`);
    for (let count = 0; count < 10; count++) limits.failed('192.0.2.1', 'aaa');
    expect(limits.waitFor('192.0.2.1', 'aaa')).toBe(60);
  });
});

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:DB8:1:2::1', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['2001:0db8::', '2001:db8:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['::1', '0:0:0:0'],
])('the network of %s is %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
