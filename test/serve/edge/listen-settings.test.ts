import { expect, test } from 'vitest';
import { listenSettings } from '../../../src/serve/edge/listen-settings.ts';

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
