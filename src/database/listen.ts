// Listens for the triggers' NOTIFY on a connection of its own. A heartbeat query detects a broken connection, half-open
// sockets included, and a new one is opened after a growing, jittered pause. Notifications only make publishing quick; the
// poll guarantees it. Each new connection counts as a notification, because some may have been missed before it.

import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** Milliseconds: between heartbeats, until one counts as failed, and the bounds of the pause before a new connection. */
const [heartbeat, heartbeatTimeout, shortestPause, longestPause] = [10_000, 5_000, 100, 10_000];

/** Milliseconds between two wake-ups: any role may NOTIFY as often as it likes. */
export const wakeUpInterval = 25;

/**
 * Listens until `signal` aborts.
 * @param onChange is called for each connection and after each notification, once for those that come within
 *   `wakeUpInterval` after the first
 * @param onFailure is told why a connection ended
 */
export async function listen(
  connectionString: string,
  signal: AbortSignal,
  onChange: () => void,
  onFailure: (error: unknown) => void,
): Promise<void> {
  const onNotification = coalesce(onChange);
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
      client.on('notification', onNotification);
      await client.query('listen belfry_change');
      pause = shortestPause;
      onChange();
      while (!signal.aborted) {
        await Promise.race([broken, sleep(heartbeat, undefined, { signal }).catch(() => {})]);
        if (!signal.aborted) await client.query('select 1');
      }
    } catch (error) {
      onFailure(error);
    }
    // A clean shutdown would wait for a peer that may be gone, and the open socket would keep the process alive.
    await Promise.race([client.end().catch(() => {}), sleep(500)]);
    socket.destroy();
    if (!signal.aborted) await sleep(pause * (0.5 + Math.random()), undefined, { signal }).catch(() => {});
    pause = Math.min(pause * 2, longestPause);
  }
}

/** Runs the first call at once, and combines those within the interval into one call at its end. */
function coalesce(wake: () => void): () => void {
  let resting = false;
  let missed = false;
  function call() {
    if (resting) {
      missed = true;
      return;
    }
    resting = true;
    missed = false;
    wake();
    setTimeout(() => {
      resting = false;
      if (missed) call();
    }, wakeUpInterval);
  }
  return call;
}
