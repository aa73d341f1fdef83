// One server process with the settings of the environment: a port for callers, the admin port, and an orderly shutdown.

import { pino } from 'pino';
import type { Registry } from 'prom-client';
import { SettingError } from '../../src/errors.ts';
import { adminServer } from '../../src/health/admin-server.ts';
import { judgeReadiness, type WorkerState } from '../../src/health/judge-readiness.ts';
import { serverMetrics } from '../../src/health/metrics.ts';
import { type LastUse, rememberLastUse } from '../../src/health/remember-last-use.ts';
import { release } from '../../src/release.ts';
import { isLoopback } from '../../src/serve/loopback.ts';
import { drainServer, type Patience } from '../../src/serve/node/drain-server.ts';
import { nodeServer } from '../../src/serve/node/node-server.ts';
import { openPublished } from '../../src/serve/node/open-published.ts';
import { readHeartbeat } from '../../src/snapshot/heartbeat.ts';
import type { SilenceLimits } from '../../src/snapshot/judge-publisher.ts';
import { serverTimeouts } from '../../src/store/bucket/bucket-client.ts';
import { openStore } from '../command/open-store.ts';
import { adminHosts } from '../options/admin-hosts.ts';
import { type ServerCommandOptions, silenceLimits } from '../options/server-options.ts';
import { publishedLocation, settings } from '../options/settings.ts';
import { certificateEnd } from './certificate-end.ts';
import { listenOn } from './listen-on.ts';
import { readTls } from './read-tls.ts';

export type RunningServer = {
  /** Such as http://127.0.0.1:8080. */
  url: string;
  adminUrl: string;
  /** Stops accepting connections and waits for requests in progress. */
  close(): Promise<void>;
};

/** A server in this process. */
export async function runServer(options: ServerCommandOptions): Promise<RunningServer> {
  const requests = await serveRequests(options);
  const sources = {
    metrics: async () => requests.registry,
    lastUse: async () => requests.lastUse(),
    limits: silenceLimits(options),
  };
  const admin = await serveAdmin(sources).catch(async (error: unknown) => {
    await requests.close();
    throw error;
  });
  return {
    url: requests.url,
    adminUrl: admin.url,
    async close() {
      admin.drain();
      await requests.close();
      await admin.close();
    },
  };
}

type RequestServer = {
  url: string;
  registry: Registry;
  /** When each key was last used. */
  lastUse: () => LastUse;
  /** Stops accepting connections and waits for those that are open. May be called again with less patience. */
  close(patience?: Patience): Promise<void>;
};

/** For a server that stops: a caller that has just sent a request is answered. */
const stopping: Patience = { idle: 500, requests: 10_000 };

/** Serves callers on HOST and PORT. @throws SettingError for a server beyond loopback without TLS */
export async function serveRequests({
  behindTlsProxy,
  cacheBytes,
  refuseAfter,
}: ServerCommandOptions): Promise<RequestServer> {
  const host = settings.host.value;
  const tls = await readTls();
  if (!isLoopback(host) && tls === null && !behindTlsProxy)
    throw new SettingError(
      `HOST is ${host}, and keys must not travel in the clear: set TLS_CERT and TLS_KEY, or give --behind-tls-proxy if a TLS proxy is in front`,
    );
  const store = openStore(publishedLocation(), serverTimeouts);
  const metrics = serverMetrics(() => readHeartbeat(store), {
    release,
    certificateEnds: tls === null ? null : certificateEnd(tls.cert),
  });
  const uses = rememberLastUse();
  const server = nodeServer({
    ...openPublished(store, { cacheBytes, now: Date.now }),
    corsOrigins: settings.corsOrigins.value ?? [],
    metrics,
    noteUse: uses.note,
    log: pino({ level: settings.logLevel.value, base: null }),
    now: Date.now,
    refuseAfter: refuseAfter && refuseAfter * 1000,
    tls,
  });
  const bound = await listenOn(server, settings.port.value, host, 'PORT');
  const shownHost = host.includes(':') ? `[${host}]` : host;
  return {
    url: `${tls === null ? 'http' : 'https'}://${shownHost}:${bound}`,
    registry: metrics.registry,
    lastUse: uses.read,
    close: (patience = stopping) => drainServer(server, patience),
  };
}

type AdminPort = {
  url: string;
  /** Makes /readyz fail, since the server is about to stop. */
  drain(): void;
  close(): Promise<void>;
};

/** Where this machine reaches what listens on the host. */
const nearestTo = (host: string): string =>
  ['0.0.0.0', '::', 'localhost'].includes(host) ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;

type AdminOptions = {
  /** The current metrics, of all workers. */
  metrics: () => Promise<Registry>;
  lastUse: () => Promise<LastUse>;
  /** How long publishers may be silent. */
  limits: SilenceLimits;
  /** How many processes serve; absent for a server of one. */
  workers?: () => WorkerState;
};

/** Serves metrics and health on the admin port, on loopback. */
export async function serveAdmin({ metrics, lastUse, limits, workers }: AdminOptions): Promise<AdminPort> {
  const store = openStore(publishedLocation(), serverTimeouts);
  let draining = false;
  const readiness = async () => {
    const heartbeat = await readHeartbeat(store).catch((error: unknown) =>
      error instanceof Error ? error : new Error(String(error)),
    );
    return judgeReadiness(heartbeat, { draining, limits, workers: workers?.() ?? null });
  };
  const server = adminServer({ metrics, lastUse, readiness, isOwnHost: adminHosts() });
  const bound = await listenOn(server, settings.adminPort.value, settings.adminHost.value, 'ADMIN_PORT');
  return {
    url: `http://${nearestTo(settings.adminHost.value)}:${bound}`,
    drain() {
      draining = true;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
