// The operator's port, for loopback only: whether the server lives, whether it should get requests, what it counts.

import { createServer, type Server } from 'node:http';
import type { Registry } from 'prom-client';

/** Whether the server should get requests, and what an operator should know. */
export type Readiness = { ready: boolean; reasons: string[]; publisherAgeSeconds: number | null };

/** A server that is not listening yet. */
export function adminServer(registry: Registry, readiness: () => Promise<Readiness>): Server {
  return createServer((request, response) => {
    const send = (status: number, type: string, body: string) => {
      response.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store' });
      response.end(request.method === 'HEAD' ? undefined : body);
    };
    const answer = async () => {
      switch (request.url?.split('?')[0]) {
        case '/healthz':
          return send(200, 'text/plain', 'ok\n');
        case '/readyz': {
          const state = await readiness();
          return send(state.ready ? 200 : 503, 'application/json', `${JSON.stringify(state)}\n`);
        }
        case '/metrics':
          return send(200, registry.contentType, await registry.metrics());
        default:
          return send(404, 'text/plain', 'Here are /healthz, /readyz and /metrics.\n');
      }
    };
    answer().catch((error: unknown) => send(500, 'text/plain', `${String(error)}\n`));
  });
}
