// The admin port of a watcher: its health and its metrics, on loopback.

import type { Registry } from 'prom-client';
import { adminServer } from '../../src/admin/admin-server.ts';
import { judgeWatcher } from '../../src/admin/judge-watcher.ts';
import { readQueueFigures } from '../../src/database/queue/queue-figures.ts';
import { readHeartbeat } from '../../src/snapshot/heartbeat.ts';
import { adminHosts } from './admin-hosts.ts';
import { listenOn } from './listen-on.ts';
import { settings } from './settings.ts';
import type { OpenPublisher } from './with-database.ts';

/** @throws UsageError when the port is taken */
export async function serveWatcherAdmin(
  { database, publisher }: OpenPublisher,
  registry: Registry,
  signal: AbortSignal,
): Promise<{ close(): Promise<void> }> {
  const readiness = async () => {
    const heartbeat = await readHeartbeat(publisher.store).catch(() => null);
    const figures = await readQueueFigures(database).catch((error: unknown) =>
      error instanceof Error ? error : new Error(String(error)),
    );
    return judgeWatcher({ stopping: signal.aborted, heartbeatAge: heartbeat?.age ?? null, figures });
  };
  const server = adminServer({ metrics: async () => registry, readiness, now: Date.now, isOwnHost: adminHosts() });
  await listenOn(server, settings.watchAdminPort.value, settings.adminHost.value, 'WATCH_ADMIN_PORT');
  return {
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
