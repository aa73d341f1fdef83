import { expect, test } from 'vitest';
import { listenSettings, parseWholeNumber } from '../../../src/serve/edge/settings.ts';

test.each([
  [{}, '127.0.0.1', 8080],
  [{ PORT: '0' }, '127.0.0.1', 0],
  [{ HOST: 'localhost', PORT: '65535' }, 'localhost', 65_535],
  [{ HOST: '::1' }, '::1', 8080],
  [{ HOST: '0.0.0.0', BEHIND_TLS_PROXY: 'yes' }, '0.0.0.0', 8080],
])('%o: on %s port %d', (env, hostname, port) => {
  expect(listenSettings(env)).toEqual({ hostname, port });
});

test.each([
  [{ PORT: 'http' }, 'PORT must be a port number from 0 to 65535, not http'],
  [{ PORT: '65536' }, 'PORT must be a port number'],
  [{ HOST: '0.0.0.0' }, 'keys must not travel in the clear: set BEHIND_TLS_PROXY=yes'],
  [{ HOST: '127.example.org' }, 'keys must not travel in the clear'],
  [{ HOST: '0.0.0.0', BEHIND_TLS_PROXY: 'no' }, 'BEHIND_TLS_PROXY must be yes or unset, not no'],
])('%o is refused: %s', (env, message) => {
  expect(() => listenSettings(env)).toThrow(message);
});

test.each(['1', '60', '86400', '999999999'])('%j is a whole number from 1', (text) => {
  expect(parseWholeNumber(text)).toBe(Number(text));
});

test.each([
  '',
  ' ',
  '0',
  '-1',
  '+1',
  '60s',
  '1m',
  '60 ',
  ' 60',
  '6e1',
  '0x3c',
  '060',
  '1.5',
  '60.0',
  '1000000000',
  'NaN',
  'Infinity',
  '٦٠',
])('%j is not a whole number from 1', (text) => {
  expect(parseWholeNumber(text)).toBeNull();
});
