// The admin server over a published output, on a free port, as scripts/serve wires it.

import { once } from 'node:events';
import { onTestFinished } from 'vitest';
import { adminServer } from '../../src/health/admin-server.ts';
import type { Readiness } from '../../src/health/judge-readiness.ts';
import { type ServerMetrics, serverMetrics } from '../../src/health/metrics.ts';
import { type RememberedUse, rememberLastUse } from '../../src/health/remember-last-use.ts';
import { readHeartbeat } from '../../src/snapshot/heartbeat.ts';
import type { Store } from '../../src/store/store.ts';
import { type RawClient, rawClient } from './raw-client.ts';

export const ready: Readiness = { ready: true, reasons: [], findings: [], publisherAgeSeconds: 2.5 };

type RunningAdmin = RawClient & { url: string; metrics: ServerMetrics; uses: RememberedUse };

/** Serves until the test ends; until the file does when `whenDone` is `whenFileEnds`. */
export async function runningAdmin(
  store: Store,
  readiness: () => Promise<Readiness> = async () => ready,
  whenDone: (close: () => Promise<void>) => void = onTestFinished,
): Promise<RunningAdmin> {
  const metrics = serverMetrics(() => readHeartbeat(store));
  const uses = rememberLastUse();
  const server = adminServer({
    registry: metrics.registry,
    lastUse: uses.read,
    readiness,
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  const client = rawClient(address.port);
  whenDone(async () => {
    client.close();
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  });
  return { ...client, url: `http://127.0.0.1:${address.port}`, metrics, uses };
}
