// Waits for the triggers' NOTIFY on a connection of its own. Whatever happens to that connection, half-open sockets
// included, it is noticed by a heartbeat and replaced with growing, jittered pauses. Notifications only make publishing
// quick: a poll guarantees it, and each new connection counts as a notification, for what was missed before it.

import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** Milliseconds: between heartbeats, until one counts as failed, and the bounds of the pause before a new connection. */
const [heartbeat, heartbeatTimeout, shortestPause, longestPause] = [10_000, 5_000, 100, 10_000];

/**
 * Listens until `signal` aborts.
 * @param onChange is called for each notification and each connection
 * @param onTrouble is told why a connection ended
 */
export async function listen(
  connectionString: string,
  signal: AbortSignal,
  onChange: () => void,
  onTrouble: (error: unknown) => void,
): Promise<void> {
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
    broken.catch(() => {}); // it may break while nobody waits for it
    try {
      await client.connect();
      client.on('notification', onChange);
      await client.query('listen belfry_change');
      pause = shortestPause;
      onChange();
      while (!signal.aborted) {
        await Promise.race([broken, sleep(heartbeat, undefined, { signal }).catch(() => {})]);
        if (!signal.aborted) await client.query('select 1');
      }
    } catch (error) {
      onTrouble(error);
    }
    // Ending politely would wait for a peer that may not be there, and its socket would keep the process alive.
    await Promise.race([client.end().catch(() => {}), sleep(500)]);
    socket.destroy();
    if (!signal.aborted) await sleep(pause * (0.5 + Math.random()), undefined, { signal }).catch(() => {});
    pause = Math.min(pause * 2, longestPause);
  }
}
