import { expect, test } from 'vitest';
import { judgePublisher } from '../../src/snapshot/judge-publisher.ts';

const seconds = (count: number) => count * 1000;
const watcher = (age: number) => ({ age, watching: true });
const timer = (age: number) => ({ age, watching: false });

// Ages are by the store's clock, so a clock of a server or a publisher has no place here. The timeout is 60 s.
test.each([
  ['a watcher that spoke just now', watcher(seconds(1)), 'alive', 'alive'],
  ['one that was silent for as long as it may', watcher(seconds(60)), 'alive', 'alive'],
  ['one that was silent for longer', watcher(seconds(61)), 'silent', 'silent'],
  ['one that was silent for longer than --refuse-after', watcher(seconds(301)), 'silent', 'refused'],
  ['a build within --refuse-after', timer(seconds(300)), 'alive', 'alive'],
  ['a build longer ago than --refuse-after', timer(seconds(301)), 'alive', 'refused'],
  ['a build a year ago', timer(seconds(31_536_000)), 'alive', 'refused'],
  ['a watcher a moment ahead, as whole seconds can be', watcher(seconds(-2)), 'alive', 'alive'],
  ['a watcher a day ahead', watcher(seconds(-86_400)), 'silent', 'refused'],
  ['a build a day ahead', timer(seconds(-86_400)), 'alive', 'refused'],
  ['a watcher whose age the store does not tell', watcher(Number.POSITIVE_INFINITY), 'silent', 'refused'],
  ['a build whose age the store does not tell', timer(Number.POSITIVE_INFINITY), 'alive', 'refused'],
  ['none that can be read', null, 'silent', 'refused'],
])('%s: %j is %s, and with --refuse-after 300 %s', (_, heartbeat, without, withRefusal) => {
  const timeout = seconds(60);
  expect(judgePublisher(heartbeat, { timeout, refuseAfter: undefined }).state).toBe(without);
  expect(judgePublisher(heartbeat, { timeout, refuseAfter: seconds(300) }).state).toBe(withRefusal);
});
