// The admin port of a watcher: its health and its metrics, on loopback.

import type { Registry } from 'prom-client';
import { readQueueFigures } from '../../src/database/queue/queue-figures.ts';
import { adminServer } from '../../src/health/admin-server.ts';
import { judgeWatcher } from '../../src/health/judge-watcher.ts';
import { readHeartbeat } from '../../src/snapshot/heartbeat.ts';
import type { OpenPublisher } from '../command/with-database.ts';
import { adminHosts } from '../options/admin-hosts.ts';
import { settings } from '../options/settings.ts';
import { listenOn } from './listen-on.ts';

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
  const server = adminServer({ registry, readiness, isOwnHost: adminHosts() });
  await listenOn(server, settings.watchAdminPort.value, settings.adminHost.value, 'WATCH_ADMIN_PORT');
  return {
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
