// Listens for the triggers' NOTIFY on a connection of its own. A heartbeat query detects a broken connection, half-open
// sockets included, and a new one is opened after a growing, jittered pause. Notifications only make publishing quick; the
// poll guarantees it. Each new connection counts as a notification, because some may have been missed before it.
//
// A pooler in transaction mode accepts LISTEN but delivers nothing. So each connection is tested with a notification that
// is sent on an ordinary connection. The test is repeated when no notification has arrived for a while.

import { randomUUID } from 'node:crypto';
import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { jitter } from '../../back-off.ts';
import type { Database } from './open-database.ts';
import { serverAddress } from './server-address.ts';

/** Whether notifications arrive. If not, the watcher finds changes only by polling. */
export type Listening = { by: 'notification' } | { by: 'polling'; why: string };

export type ListenOptions = {
  /** For the listening connection. Behind a pooler in transaction mode, it must bypass the pooler. */
  connectionString: string;
  /** The ordinary connections, on which the test notifications are sent. */
  database: Database;
  /** Called for each notification and each new connection. Any role may NOTIFY as often as it likes. */
  onChange: () => void;
  /** Called when the result of the test is known, and whenever it changes. */
  onListening: (listening: Listening) => void;
  /** Milliseconds without a notification after which the connection is tested again. */
  quiet?: number;
};

/** Milliseconds: between heartbeats, until one counts as failed, and the bounds of the pause before a new connection. */
const [heartbeat, heartbeatTimeout, shortestPause, longestPause] = [10_000, 5_000, 100, 10_000];

/** Milliseconds after which a test notification counts as lost. */
const testTimeout = 5_000;

/** The prefix of a test notification's payload. It is not an organisation's id, so other watchers ignore it. */
export const testPayload = 'test:';

/** Listens until `signal` aborts. */
export async function listen(options: ListenOptions, signal: AbortSignal): Promise<void> {
  const { connectionString, database, onChange, onListening, quiet = 60_000 } = options;
  const address = serverAddress(connectionString);
  let reported = '';
  function report(listening: Listening): void {
    if (signal.aborted || JSON.stringify(listening) === reported) return;
    reported = JSON.stringify(listening);
    onListening(listening);
  }

  let pause = shortestPause;
  while (!signal.aborted) {
    const socket = new Socket();
    const client = new pg.Client({
      connectionString,
      stream: () => socket,
      application_name: 'belfry listener',
      connectionTimeoutMillis: heartbeatTimeout,
      query_timeout: heartbeatTimeout,
      keepAlive: true,
    });
    const broken = new Promise<never>((_, fail) => {
      client.on('error', fail);
      client.on('end', () => fail(new Error('the connection was closed')));
    });
    broken.catch(() => {}); // avoids an unhandled rejection when nothing waits for it
    async function waitFor(milliseconds: number, arrival: Promise<unknown>): Promise<void> {
      const over = new AbortController();
      const pausing = sleep(milliseconds, undefined, { signal: AbortSignal.any([signal, over.signal]) });
      await Promise.race([broken, arrival, pausing.catch(() => {})]).finally(() => over.abort());
    }

    let lastHeard = Number.NEGATIVE_INFINITY;
    let test = { payload: '', arrived: () => {} };
    client.on('notification', ({ payload = '' }) => {
      lastHeard = performance.now();
      if (payload === test.payload) test.arrived();
      else if (!payload.startsWith(testPayload)) onChange();
    });
    async function testNotification(): Promise<void> {
      let hasArrived = false;
      const arrival = new Promise<void>((arrived) => {
        test = { payload: `${testPayload}${randomUUID()}`, arrived };
      }).then(() => {
        hasArrived = true;
      });
      await sql`select pg_notify('belfry_change', ${test.payload})`.execute(database);
      await waitFor(testTimeout, arrival);
      lastHeard = performance.now();
      const why =
        `a notification sent on DATABASE_URL did not arrive within ${testTimeout / 1000} s on the connection to ${address}; ` +
        'a pooler in transaction mode delivers none: set BELFRY_LISTEN_URL to an address of the same database without the pooler';
      report(hasArrived ? { by: 'notification' } : { by: 'polling', why });
    }

    try {
      await client.connect();
      await client.query('listen belfry_change');
      pause = shortestPause;
      onChange();
      while (!signal.aborted) {
        if (performance.now() - lastHeard >= quiet) await testNotification();
        await waitFor(Math.min(heartbeat, quiet), new Promise(() => {}));
        if (!signal.aborted) await client.query('select 1');
      }
    } catch (error) {
      const reason = error instanceof Error ? error.message || Reflect.get(error, 'code') : String(error);
      report({ by: 'polling', why: `cannot listen at ${address}: ${reason}; retrying` });
    }
    // A clean shutdown would wait for a peer that may be gone, and the open socket would keep the process alive.
    await Promise.race([client.end().catch(() => {}), sleep(500)]);
    socket.destroy();
    if (!signal.aborted) await sleep(jitter(pause), undefined, { signal }).catch(() => {});
    pause = Math.min(pause * 2, longestPause);
  }
}
