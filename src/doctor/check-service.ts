// The checks of `doctor` on a running installation: notifications arrive, a watcher runs, and the database and the store are
// bound to each other.

import { commandLine } from '../command-line.ts';
import { type Listening, listen } from '../database/connect/listen.ts';
import type { Database, OpenDatabase } from '../database/connect/open-database.ts';
import { readStoreBinding } from '../database/store-binding.ts';
import { assertStoreMatches, type BindingTools } from '../publish/database/bind-store.ts';
import { readHeartbeat } from '../snapshot/heartbeat.ts';
import { judgePublisher, watcherTimeout } from '../snapshot/judge-publisher.ts';
import type { Store } from '../store/store.ts';
import { type Diagnosis, fine, limited, wrong } from './diagnosis.ts';

/** @param listenUrl the address on which `watch` would listen for notifications */
export async function checkNotifications({ database, embedded }: OpenDatabase, listenUrl: string): Promise<Diagnosis> {
  const check = 'notifications';
  if (embedded) return fine(check, 'not used with the embedded database; changes are found by polling');
  const listening = await testNotifications(database, listenUrl);
  if (listening.by === 'notification') return fine(check, 'arrive');
  return limited(check, `do not arrive: ${listening.why}`, 'Access changes are published at the next poll instead');
}

async function testNotifications(database: Database, connectionString: string): Promise<Listening> {
  const stop = new AbortController();
  const result: { listening: Listening } = { listening: { by: 'polling', why: 'the test did not end' } };
  const onListening = (listening: Listening) => {
    result.listening = listening;
    stop.abort();
  };
  await listen({ connectionString, database, onChange() {}, onListening }, stop.signal);
  return result.listening;
}

export async function checkWatcher(store: Store): Promise<Diagnosis> {
  const check = 'watcher';
  const start = `Start \`${commandLine('watch')}\`, or run \`${commandLine('build')}\` from a timer; its log says why it ended`;
  const heartbeat = await readHeartbeat(store);
  const verdict = judgePublisher(heartbeat, { timeout: watcherTimeout, refuseAfter: undefined });
  if (heartbeat === null || verdict.state !== 'alive')
    return wrong(check, verdict.state === 'alive' ? 'has never run' : verdict.reason, start);
  const age = Math.max(0, Math.round(heartbeat.age / 1000));
  if (!heartbeat.watching) return limited(check, `none runs; the last build was ${age} s ago`, start);
  return fine(check, `is alive, its last heartbeat ${age} s old`);
}

export async function checkBinding(tools: BindingTools): Promise<Diagnosis> {
  const check = 'binding';
  await assertStoreMatches(tools);
  const binding = await readStoreBinding(tools.open.database);
  const store = tools.store.location;
  if (binding?.storeId == null)
    return fine(check, `neither is bound yet; the first build binds the database to ${store}`);
  return fine(check, `the database publishes to ${store}`);
}
