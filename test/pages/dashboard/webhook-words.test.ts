// Every event of which a webhook can tell has words, and so has each reason for which a receiver is not reached, as the sender writes
// it down.

import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { eventTypes } from '../../../src/database/webhooks/webhook-events.ts';
import { eventWords } from '../../../src/pages/dashboard/webhooks/event-words.ts';
import { reasonOf } from '../../../src/pages/dashboard/webhooks/reason-of.ts';
import { parseNetworks } from '../../../src/webhooks/judge-address.ts';
import { postEvent, type Resolve } from '../../../src/webhooks/send/post-event.ts';
import { freePort } from '../../support/free-port.ts';

test('every event has words, and there are no others', () => {
  expect(Object.keys(eventWords).toSorted()).toEqual([...eventTypes].toSorted());
});

const allowed = parseNetworks(['127.0.0.1/32']) ?? [];
const nowhere: Resolve = (name, done) =>
  done(Object.assign(new Error(`getaddrinfo ENOTFOUND ${name}`), { code: 'ENOTFOUND' }), []);
const isPublic: Resolve = (_, done) => done(null, [{ address: '93.184.216.34', family: 4 }]);
/** What answers like no receiver. */
const breakingOff = () =>
  new Promise<{ port: number; close: () => void }>((listening) => {
    const server = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1', () => {
      const address = server.address();
      listening({ port: typeof address === 'object' ? (address?.port ?? 0) : 0, close: () => server.close() });
    });
  });

test('each reason that the sender writes down has its words', async () => {
  const { port, close } = await breakingOff();
  const reasons = await Promise.all(
    (
      [
        ['hookNobodyThere', `http://127.0.0.1:${await freePort()}/`, undefined],
        ['hookNoSuchName', 'https://nothing.example/', nowhere],
        ['hookNotPublic', 'https://10.0.0.1/', undefined],
        ['hookNotHttps', 'http://public.example/', isPublic],
        ['hookBrokeOff', `http://127.0.0.1:${port}/`, undefined],
      ] as const
    ).map(async ([words, url, resolve]) => {
      const { error } = await postEvent(url, { headers: {}, body: '{}' }, { allowed, ...(resolve && { resolve }) });
      return [words, reasonOf(error ?? ''), error];
    }),
  );
  close();
  for (const [words, found, error] of reasons) expect(found, error ?? '').toBe(words);
  expect(reasonOf('it did not answer within 15 s')).toBe('hookLate');
  expect(reasonOf('self-signed certificate')).toBe('hookCertificate');
});
