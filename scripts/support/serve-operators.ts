// Wires the operator's port from the environment: what the servers count, whether they should get requests, and the
// status page.

import type { Registry } from 'prom-client';
import { adminServer } from '../../src/serve/admin-server.ts';
import { overviewReader } from '../../src/serve/read-overview.ts';
import { lastSignOfLife } from '../../src/snapshot/sign-of-life.ts';
import { environment } from './environment.ts';
import { listen } from './listen.ts';
import { openStore } from './open-store.ts';

export type OperatorServer = {
  /** Where it answers, on loopback. */
  url: string;
  /** From now on /readyz fails, since the server of callers is about to end. */
  drain(): void;
  close(): Promise<void>;
};

/**
 * @param metrics what is counted by now
 * @param publisherTimeout seconds without a sign of life from a watching publisher after which /readyz fails
 */
export async function serveOperators(
  metrics: () => Promise<Registry>,
  publisherTimeout: number,
): Promise<OperatorServer> {
  const store = await openStore(environment.published);
  let draining = false;
  const readiness = async () => {
    const sign = await lastSignOfLife(store);
    const publisherAgeSeconds = sign && (Date.now() - sign.at) / 1000;
    const reasons = draining ? ['the server is shutting down'] : [];
    if (publisherAgeSeconds === null) reasons.push(`nothing is published in ${store.location} yet`);
    else if (sign?.watching && publisherAgeSeconds > publisherTimeout)
      reasons.push(`no publisher has given a sign of life for ${Math.round(publisherAgeSeconds)} s`);
    return { ready: reasons.length === 0, reasons, publisherAgeSeconds };
  };
  const server = adminServer({ metrics, readiness, overview: overviewReader(store, Date.now), now: Date.now });
  const bound = await listen(server, environment.adminPort, '127.0.0.1', 'ADMIN_PORT');
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
