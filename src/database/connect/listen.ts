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
import { backOff, type Pauses } from '../../back-off.ts';
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

/** Milliseconds: between heartbeats, and until one counts as failed. */
const [heartbeat, heartbeatTimeout] = [10_000, 5_000];

/** The pauses before a new connection. */
const pauses: Pauses = { first: 100, longest: 10_000 };

/** Milliseconds after which a test notification counts as lost. */
const testTimeout = 5_000;

/** The prefix of a test notification's payload. It is not an organisation's id, so other watchers ignore it. */
export const testPayload = 'test:';

/** Listens until `signal` aborts. */
export async function listen(options: ListenOptions, signal: AbortSignal): Promise<void> {
  const address = serverAddress(options.connectionString);
  const report = reporter(options.onListening, signal);
  let failures = 0;
  while (!signal.aborted) {
    const connection = prepareConnection(options.connectionString, signal);
    try {
      await connection.client.connect();
      await connection.client.query('listen belfry_change');
      failures = 0;
      await hear(connection, options, report, signal);
    } catch (error) {
      const reason = error instanceof Error ? error.message || Reflect.get(error, 'code') : String(error);
      report({ by: 'polling', why: `cannot listen at ${address}: ${reason}; retrying` });
    }
    await connection.close();
    failures += 1;
    if (!signal.aborted) await sleep(backOff(failures, pauses), undefined, { signal }).catch(() => {});
  }
}

/** Reports each result that differs from the one before, until `signal` aborts. */
function reporter(onListening: ListenOptions['onListening'], signal: AbortSignal): ListenOptions['onListening'] {
  let reported = '';
  return (listening) => {
    if (signal.aborted || JSON.stringify(listening) === reported) return;
    reported = JSON.stringify(listening);
    onListening(listening);
  };
}

type Connection = {
  client: pg.Client;
  /** Waits so many milliseconds, or until `arrival` or the end of listening. Rejects as soon as the connection breaks. */
  waitFor(milliseconds: number, arrival?: Promise<unknown>): Promise<void>;
  close(): Promise<void>;
};

/** A connection that has yet to be made. */
function prepareConnection(connectionString: string, signal: AbortSignal): Connection {
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
  return {
    client,
    async waitFor(milliseconds, arrival = new Promise(() => {})) {
      const over = new AbortController();
      const pausing = sleep(milliseconds, undefined, { signal: AbortSignal.any([signal, over.signal]) });
      await Promise.race([broken, arrival, pausing.catch(() => {})]).finally(() => over.abort());
    },
    async close() {
      // A clean shutdown would wait for a peer that may be gone, and the open socket would keep the process alive.
      await Promise.race([client.end().catch(() => {}), sleep(500)]);
      socket.destroy();
    },
  };
}

/** Passes notifications on until the connection breaks, or `signal` aborts. */
async function hear(
  connection: Connection,
  { connectionString, database, onChange, quiet = 60_000 }: ListenOptions,
  report: ListenOptions['onListening'],
  signal: AbortSignal,
): Promise<void> {
  const { client, waitFor } = connection;
  let lastHeard = Number.NEGATIVE_INFINITY;
  client.on('notification', ({ payload = '' }) => {
    lastHeard = performance.now();
    if (!payload.startsWith(testPayload)) onChange();
  });
  onChange();
  while (!signal.aborted) {
    if (performance.now() - lastHeard >= quiet) {
      const hasArrived = await testNotification(connection, database);
      lastHeard = performance.now();
      report(hasArrived ? { by: 'notification' } : { by: 'polling', why: explainSilence(connectionString) });
    }
    await waitFor(Math.min(heartbeat, quiet));
    if (!signal.aborted) await client.query('select 1');
  }
}

/** Whether a notification that is sent on an ordinary connection arrives on this one. */
async function testNotification({ client, waitFor }: Connection, database: Database): Promise<boolean> {
  const sent = `${testPayload}${randomUUID()}`;
  let hasArrived = false;
  let onNotification = (_: pg.Notification) => {};
  const arrival = new Promise<void>((arrived) => {
    onNotification = ({ payload }) => {
      if (payload !== sent) return;
      hasArrived = true;
      arrived();
    };
  });
  client.on('notification', onNotification);
  try {
    await sql`select pg_notify('belfry_change', ${sent})`.execute(database);
    await waitFor(testTimeout, arrival);
  } finally {
    client.off('notification', onNotification);
  }
  return hasArrived;
}

const explainSilence = (connectionString: string): string =>
  `a notification sent on DATABASE_URL did not arrive within ${testTimeout / 1000} s on the connection to ` +
  `${serverAddress(connectionString)}; a pooler in transaction mode delivers none: set BELFRY_LISTEN_URL to an address ` +
  'of the same database without the pooler';
