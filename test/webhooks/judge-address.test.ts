// Where a delivery may go: only to what is public, however the address is written, but for what the operator allows.

import { describe, expect, test } from 'vitest';
import { judgeAddress, parseNetworks, problemOfUrl } from '../../src/webhooks/judge-address.ts';

const inside = parseNetworks(['10.20.0.0/16', 'fd00:1::/32']) ?? [];

test.each(['93.184.216.34', '8.8.8.8', '2606:2800:220:1:248:1893:25c8:1946', '::ffff:8.8.8.8'])(
  '%s is public',
  (address) => {
    expect(judgeAddress(address, [])).toBe('public');
  },
);

test.each([
  ...['0.0.0.0', '0.1.2.3', '10.0.0.1', '100.64.0.1', '127.0.0.1', '127.255.255.254', '169.254.169.254', '172.16.0.1'],
  ...[
    '172.31.255.255',
    '192.0.0.1',
    '192.0.2.1',
    '192.168.1.1',
    '198.18.0.1',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
  ],
  ...['240.0.0.1', '255.255.255.255', '::', '::1', 'fe80::1', 'fe80::1%eth0', 'fc00::1', 'fd12:3456::1', 'fec0::1'],
  ...[
    'ff02::1',
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
    '::ffff:7f00:1',
    '::127.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b:1::1',
  ],
  ...[
    '::7f00:1',
    '::808:808',
    '4000::1',
    '2002:7f00:1::',
    '2001::1',
    '2001:db8::1',
    '100::1',
    'localhost',
    '',
    '999.1.1.1',
  ],
])('%s is refused', (address) => {
  expect(judgeAddress(address, [])).toBe('refused');
});

test('what the operator allows, and nothing beside it', () => {
  expect(judgeAddress('10.20.3.4', inside)).toBe('allowed');
  expect(judgeAddress('::ffff:10.20.3.4', inside)).toBe('allowed');
  expect(judgeAddress('fd00:1::5', inside)).toBe('allowed');
  expect(judgeAddress('10.21.0.1', inside)).toBe('refused');
  expect(judgeAddress('fd00:2::5', inside)).toBe('refused');
  expect(judgeAddress('8.8.8.8', inside)).toBe('public');
});

test('networks in CIDR notation alone', () => {
  expect(parseNetworks(['10.0.0.0/8', '::1/128'])).toHaveLength(2);
  for (const wrong of ['10.0.0.1', '10.0.0.0/33', 'school.example/8', '', '10.0.0.0/-1'])
    expect(parseNetworks([wrong])).toBeNull();
});

describe('an address of a webhook', () => {
  test.each([
    'https://school.example/in',
    'https://school.example:8443/in?token=x',
    'https://8.8.8.8/',
    'https://münchen.example/',
  ])('%s', (url) => {
    expect(problemOfUrl(url, [])).toBeNull();
  });

  test.each([
    ['school.example', /not an address/],
    ['http://school.example/', /must begin with https/],
    ['ftp://school.example/', /must begin with https/],
    ['javascript:alert(1)', /must begin with https/],
    ['https://ada:secret@school.example/', /user name or a password/],
    ['https://school.example/#part', /fragment/],
    ['https://127.0.0.1/', /not public/],
    ['https://2130706433/', /not public/],
    ['https://0x7f.1/', /not public/],
    ['https://[::1]/', /not public/],
    ['https://[::ffff:127.0.0.1]/', /not public/],
    ['https://169.254.169.254/latest/meta-data/', /not public/],
    [`https://school.example/${'a'.repeat(2048)}`, /2048 bytes/],
  ])('%s is refused', (url, why) => {
    expect(problemOfUrl(url, [])).toMatch(why);
  });

  test('http in an allowed network, or by a name that may be in one', () => {
    expect(problemOfUrl('http://10.20.0.1/in', inside)).toBeNull();
    expect(problemOfUrl('http://erp.internal/in', inside)).toBeNull();
    expect(problemOfUrl('http://8.8.8.8/in', inside)).toMatch(/https/);
    expect(problemOfUrl('http://10.21.0.1/in', inside)).toMatch(/not public/);
  });
});
