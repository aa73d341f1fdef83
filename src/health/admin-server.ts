// The admin port of a server or a watcher, for loopback unless a setting says otherwise: liveness, readiness, metrics, and of a
// server when keys were last used. It needs no key, so it answers only requests whose Host is a name of its own.

import type { RequestListener, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Registry } from 'prom-client';
import { commandLine } from '../command-line.ts';
import { createHttpServer, usualServerLimits } from '../create-http-server.ts';
import type { Readiness } from './judge-readiness.ts';
import { ownHosts } from './own-hosts.ts';
import { describeLastUse, type LastUse } from './remember-last-use.ts';

/** What the endpoints report. */
export type AdminSources = {
  registry: Registry;
  readiness: () => Promise<Readiness>;
  /** When keys were last used; a watcher has none. */
  lastUse?: () => LastUse;
  /** Whether a Host header is a name of this port; by default of loopback alone. */
  isOwnHost?: (host: string | undefined) => boolean;
};

/** Those who ask are few, near, and send no body. */
const limits = { ...usualServerLimits, headersTimeout: 5_000, requestTimeout: 5_000, maxConnections: 100 };

/** Milliseconds after which a client that neither sends nor reads anything is cut off. */
const idleTimeout = 70_000;

/** For people who open the port in a browser. */
const signpost = `The dashboard and \`${commandLine('status --all')}\` show each organisation and who needs attention.\n`;

const pageHeaders = { 'Content-Security-Policy': "default-src 'none'", 'X-Content-Type-Options': 'nosniff' };

/** The same for a person in a browser, with links. @param text without markup of its own */
const pageOf = (text: string): string => `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Belfry: admin port</title>
<p>${text
  .trim()
  .replaceAll(/\/[a-z][a-z-]+/g, '<a href="$&">$&</a>')
  .replaceAll(/`([^`]+)`/g, '<code>$1</code>')}</p>
`;

/** Creates the server; the caller makes it listen. */
export function adminServer({ registry, readiness, lastUse, isOwnHost = ownHosts(false, []) }: AdminSources): Server {
  const paths = ['/healthz', '/readyz', ...(lastUse === undefined ? [] : ['/last-used'])].join(', ');
  const listener: RequestListener = (request, response) => {
    const send = (status: number, type: string, body: string) => {
      response.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store' });
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
    const say = (status: number, text: string) => {
      if (!/\btext\/html\b/.test(request.headers.accept ?? '')) return send(status, 'text/plain', text);
      for (const [name, value] of Object.entries(pageHeaders)) response.setHeader(name, value);
      send(status, 'text/html; charset=utf-8', pageOf(text));
    };
    const answer = async () => {
      const [path] = (request.url ?? '').split('?');
      switch (path) {
        case '/':
          return say(200, `${signpost}This port serves ${paths} and /metrics.\n`);
        case '/favicon.ico': // which browsers ask for
          return send(204, 'image/x-icon', '');
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
          return send(200, 'application/json', `${JSON.stringify(describeLastUse(lastUse()))}\n`);
        }
        case '/metrics': {
          return send(200, registry.contentType, await registry.metrics());
        }
      }
      return say(404, `Not found. This port serves ${paths} and /metrics.\n`);
    };
    answer().catch((error: unknown) => send(500, 'text/plain', `${String(error)}\n`));
  };
  const refuse = (_: Error, socket: Duplex) => socket.destroy();
  return createHttpServer(listener, { limits, tls: null, refuse }).setTimeout(idleTimeout);
}
