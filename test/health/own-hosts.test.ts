// Which Host headers the admin port answers to.

import { expect, test } from 'vitest';
import { ownHosts } from '../../src/health/own-hosts.ts';

test.each([
  ['localhost:8081', true, true],
  ['127.0.0.1', true, true],
  ['[::1]:1', true, true],
  ['10.0.0.7:8081', false, true],
  ['[fd00::7]:8081', false, true],
  ['Belfry-Serve:8081', false, true],
  ['evil.example', false, false],
  ['belfry-serve.evil.example', false, false],
  ['127.0.0.1.evil.example', false, false],
  ['', false, false],
  [undefined, false, false],
])('%j: on loopback %s, in a network of containers %s', (host, onLoopback, inNetwork) => {
  expect(ownHosts(false, ['belfry-serve'])(host)).toBe(onLoopback);
  expect(ownHosts(true, ['belfry-serve'])(host)).toBe(inNetwork);
});
