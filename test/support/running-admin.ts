// The operator's port over a published form, on a port of its own, as scripts/serve wires it.

import { once } from 'node:events';
import { onTestFinished } from 'vitest';
import { adminServer, type Readiness } from '../../src/serve/admin-server.ts';
import { overviewReader } from '../../src/serve/read-overview.ts';
import { type RequestMetrics, requestMetrics } from '../../src/serve/request-metrics.ts';
import { lastSignOfLife } from '../../src/snapshot/sign-of-life.ts';
import type { Store } from '../../src/snapshot/store.ts';
import { type RawClient, rawClient } from './raw-client.ts';

export const ready: Readiness = { ready: true, reasons: [], publisherAgeSeconds: 2.5 };

export type RunningAdmin = RawClient & { url: string; metrics: RequestMetrics };

/** Serves until the test ends. */
export async function runningAdmin(
  store: Store,
  readiness: () => Promise<Readiness> = async () => ready,
): Promise<RunningAdmin> {
  const metrics = requestMetrics(() => lastSignOfLife(store));
  const server = adminServer({
    metrics: async () => metrics.registry,
    readiness,
    overview: overviewReader(store, Date.now),
    now: Date.now,
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  const client = rawClient(address.port);
  onTestFinished(async () => {
    client.close();
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  });
  return { ...client, url: `http://127.0.0.1:${address.port}`, metrics };
}
