import { expect, test } from 'vitest';
import { judgePublisher } from '../../src/snapshot/judge-publisher.ts';

const seconds = (count: number) => count * 1000;
const watcher = (age: number) => ({ age, watching: true });
const timer = (age: number) => ({ age, watching: false });

// Ages are by the store's clock. The timeout is 60 s.
test.each([
  ['a watcher whose heartbeat is a second old', watcher(seconds(1)), 'alive', 'alive'],
  ['a watcher at the timeout', watcher(seconds(60)), 'alive', 'alive'],
  ['a watcher beyond the timeout', watcher(seconds(61)), 'silent', 'silent'],
  ['a watcher beyond --refuse-after', watcher(seconds(301)), 'silent', 'refused'],
  ['a build within --refuse-after', timer(seconds(300)), 'alive', 'alive'],
  ['a build longer ago than --refuse-after', timer(seconds(301)), 'alive', 'refused'],
  ['a build a year ago', timer(seconds(31_536_000)), 'alive', 'refused'],
  ['a watcher two seconds ahead, within the tolerance', watcher(seconds(-2)), 'alive', 'alive'],
  ['a watcher a day ahead', watcher(seconds(-86_400)), 'silent', 'refused'],
  ['a build a day ahead', timer(seconds(-86_400)), 'alive', 'refused'],
  ['a watcher of unknown age', watcher(Number.POSITIVE_INFINITY), 'silent', 'refused'],
  ['a build of unknown age', timer(Number.POSITIVE_INFINITY), 'alive', 'refused'],
  ['no valid heartbeat', null, 'silent', 'refused'],
])('%s: %j is %s, and with --refuse-after 300 %s', (_, heartbeat, without, withRefusal) => {
  const timeout = seconds(60);
  expect(judgePublisher(heartbeat, { timeout, refuseAfter: undefined }).state).toBe(without);
  expect(judgePublisher(heartbeat, { timeout, refuseAfter: seconds(300) }).state).toBe(withRefusal);
});

test('the reason says so when the age is unknown', () => {
  expect(judgePublisher(watcher(Number.POSITIVE_INFINITY), { timeout: seconds(60), refuseAfter: undefined })).toEqual({
    state: 'silent',
    reason: 'the age of the last heartbeat is unknown',
  });
});
