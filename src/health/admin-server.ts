// The admin port of a server or a watcher, for loopback unless a setting says otherwise: liveness, readiness, metrics, and of a server a status page
// for people and when keys were last used. It needs no key, so it answers only requests whose Host is a name of its own.

import type { RequestListener, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Registry } from 'prom-client';
import { createHttpServer, usualServerLimits } from '../create-http-server.ts';
import type { Readiness } from './judge-readiness.ts';
import { ownHosts } from './own-hosts.ts';
import { type Overview, unreadableOverview } from './read-overview.ts';
import { describeLastUse, type LastUse } from './remember-last-use.ts';
import { summariseRequests } from './request-section.ts';
import { statusPage } from './status-page.ts';

/** What the endpoints report. `now` is the clock, in milliseconds since 1970. */
export type AdminSources = {
  /** The current metrics, of all workers. */
  metrics: () => Promise<Registry>;
  readiness: () => Promise<Readiness>;
  /** For the status page; a watcher has none. */
  overview?: (from: string) => Promise<Overview>;
  /** When keys were last used, of all workers; a watcher has none. */
  lastUse?: () => Promise<LastUse>;
  now: () => number;
  /** Whether a Host header is a name of this port; by default of loopback alone. */
  isOwnHost?: (host: string | undefined) => boolean;
};

/** Those who ask are few, near, and send no body. */
const limits = { ...usualServerLimits, headersTimeout: 5_000, requestTimeout: 5_000, maxConnections: 100 };

/** Milliseconds after which a client that neither sends nor reads anything is cut off. */
const idleTimeout = 70_000;

/** Creates the server; the caller makes it listen. */
export function adminServer({
  metrics,
  readiness,
  overview,
  lastUse,
  now,
  isOwnHost = ownHosts(false, []),
}: AdminSources): Server {
  const paths = [
    ...(overview === undefined ? [] : ['/']),
    '/healthz',
    '/readyz',
    ...(lastUse === undefined ? [] : ['/last-used']),
  ].join(', ');
  const page = async (read: NonNullable<typeof overview>, query: URLSearchParams) => {
    const from = query.get('from') ?? '';
    const [found, requests, state] = await Promise.all([
      read(from).catch(unreadableOverview),
      metrics().then(summariseRequests),
      readiness(),
    ]);
    return statusPage(found, requests, state, { still: query.has('still'), from, now: now() });
  };
  const listener: RequestListener = (request, response) => {
    const send = (status: number, headers: Record<string, string> | string, body: string) => {
      const described = typeof headers === 'string' ? { 'Content-Type': headers } : headers;
      response.writeHead(status, { ...described, 'Cache-Control': 'no-store' });
      response.end(request.method === 'HEAD' ? undefined : body);
    };
    if (!isOwnHost(request.headers.host)) {
      send(
        421,
        'text/plain',
        'This port answers only requests whose Host is localhost, 127.0.0.1 or [::1], or a name in ADMIN_NAMES.\n',
      );
      return;
    }
    const answer = async () => {
      const [path, query] = (request.url ?? '').split('?');
      switch (path) {
        case '/': {
          if (overview === undefined) break;
          const { headers, body } = await page(overview, new URLSearchParams(query));
          return send(200, headers, body);
        }
        case '/healthz':
          return send(200, 'text/plain', 'ok\n');
        case '/readyz': {
          // Monitors know the findings as `issues`.
          const { ready, reasons, findings: issues, publisherAgeSeconds } = await readiness();
          const body = JSON.stringify({ ready, reasons, issues, publisherAgeSeconds });
          return send(ready ? 200 : 503, 'application/json', `${body}\n`);
        }
        case '/last-used': {
          if (lastUse === undefined) break;
          return send(200, 'application/json', `${JSON.stringify(describeLastUse(await lastUse()))}\n`);
        }
        case '/metrics': {
          const registry = await metrics();
          return send(200, registry.contentType, await registry.metrics());
        }
      }
      return send(404, 'text/plain', `Not found. This port serves ${paths} and /metrics.\n`);
    };
    answer().catch((error: unknown) => send(500, 'text/plain', `${String(error)}\n`));
  };
  const refuse = (_: Error, socket: Duplex) => socket.destroy();
  return createHttpServer(listener, { limits, tls: null, refuse }).setTimeout(idleTimeout);
}
