// Wires the admin port from the environment: what the servers count, whether they should get requests, and the
// status page.

import type { Registry } from 'prom-client';
import { adminServer } from '../../src/admin/admin-server.ts';
import { judgeReadiness, type WorkerState } from '../../src/admin/judge-readiness.ts';
import { overviewReader } from '../../src/admin/read-overview.ts';
import { readHeartbeat } from '../../src/snapshot/heartbeat.ts';
import type { PublisherLimits } from '../../src/snapshot/judge-publisher.ts';
import { listen } from './listen.ts';
import { openStore } from './open-store.ts';
import { publishedLocation, settings } from './settings.ts';

export type AdminPort = {
  /** Where it answers, on loopback. */
  url: string;
  /** From now on /readyz fails, since the server of callers is about to end. */
  drain(): void;
  close(): Promise<void>;
};

export type OperatorSources = {
  /** What is counted by now. */
  metrics: () => Promise<Registry>;
  /** How long publishers may be silent. */
  limits: PublisherLimits;
  /** How many processes serve; absent for a server of one. */
  workers?: () => WorkerState;
};

export async function serveAdmin({ metrics, limits, workers }: OperatorSources): Promise<AdminPort> {
  const store = await openStore(publishedLocation());
  let draining = false;
  const readiness = async () => {
    const heartbeat = await readHeartbeat(store).catch((error: unknown) =>
      error instanceof Error ? error : new Error(String(error)),
    );
    return judgeReadiness(heartbeat, { draining, limits, workers: workers?.() ?? null });
  };
  const server = adminServer({ metrics, readiness, overview: overviewReader(store, Date.now), now: Date.now });
  const bound = await listen(server, settings.adminPort.value, '127.0.0.1', 'ADMIN_PORT');
  return {
    url: `http://127.0.0.1:${bound}`,
    drain() {
      draining = true;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
