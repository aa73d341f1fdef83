// One server process with the settings of the environment: a port for callers, the admin port, and an orderly shutdown.

import { pino } from 'pino';
import type { Registry } from 'prom-client';
import { useCertificate } from '../../src/create-http-server.ts';
import { SettingError } from '../../src/errors.ts';
import { adminServer } from '../../src/health/admin-server.ts';
import { judgeReadiness } from '../../src/health/judge-readiness.ts';
import { serverMetrics } from '../../src/health/metrics.ts';
import { type LastUse, rememberLastUse } from '../../src/health/remember-last-use.ts';
import { release } from '../../src/release.ts';
import { isLoopback } from '../../src/serve/loopback.ts';
import { drainServer } from '../../src/serve/node/drain-server.ts';
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
import { listenOnSocket, passedSocket } from './passed-socket.ts';
import { readTls } from './read-tls.ts';

export type RunningServer = {
  /** Such as http://127.0.0.1:8080. */
  url: string;
  adminUrl: string;
  /**
   * Reads the certificate again.
   * @returns whether there is one. @throws when it cannot be read or does not fit its key, and serves on with the earlier one
   */
  renewCertificate(): Promise<boolean>;
  /** Stops accepting connections and waits for requests in progress. */
  close(): Promise<void>;
};

/** Serves callers, and metrics and health on the admin port. */
export async function runServer(options: ServerCommandOptions): Promise<RunningServer> {
  const requests = await serveRequests(options);
  const admin = await serveAdmin(requests, silenceLimits(options)).catch(async (error: unknown) => {
    await requests.close();
    throw error;
  });
  return {
    url: requests.url,
    adminUrl: admin.url,
    renewCertificate: requests.renewCertificate,
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
  renewCertificate(): Promise<boolean>;
  close(): Promise<void>;
};

/** Milliseconds. A caller that has just sent a request is answered. */
const patience = { idle: 500, requests: 10_000 };

/** Serves callers on HOST and PORT, or on the socket that was passed. @throws SettingError for a server beyond loopback without TLS */
async function serveRequests({
  behindTlsProxy,
  cacheBytes,
  refuseAfter,
}: ServerCommandOptions): Promise<RequestServer> {
  let tls = await readTls();
  const isEncrypted = tls !== null || behindTlsProxy;
  const socket = passedSocket();
  if (socket === null) refuseInTheClear(`HOST is ${settings.host.value}`, settings.host.value, isEncrypted);
  else if (settings.host.isSet || settings.port.isSet)
    console.error('HOST and PORT are not used: systemd passed a socket, and its unit says where that listens.');
  const store = openStore(publishedLocation(), serverTimeouts);
  const metrics = serverMetrics(() => readHeartbeat(store), {
    release,
    certificateEnds: () => (tls === null ? null : certificateEnd(tls.cert)),
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
  const { host, port } =
    socket === null
      ? { host: settings.host.value, port: await listenOn(server, settings.port.value, settings.host.value, 'PORT') }
      : await listenOnSocket(server, socket, (host) =>
          refuseInTheClear(`the socket listens on ${host}`, host, isEncrypted),
        );
  const shownHost = host.includes(':') ? `[${host}]` : host;
  return {
    url: `${tls === null ? 'http' : 'https'}://${shownHost}:${port}`,
    registry: metrics.registry,
    lastUse: uses.read,
    async renewCertificate() {
      const renewed = await readTls();
      if (renewed === null) return false;
      useCertificate(server, renewed);
      tls = renewed;
      return true;
    },
    close: () => drainServer(server, patience),
  };
}

/** Throws for a server that whoever is not on this machine would reach without TLS. */
function refuseInTheClear(where: string, host: string, isEncrypted: boolean): void {
  if (isLoopback(host) || isEncrypted) return;
  throw new SettingError(
    `${where}, and keys must not travel in the clear: set TLS_CERT and TLS_KEY, or give --behind-tls-proxy if a TLS proxy is in front`,
  );
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

/** Serves metrics and health on the admin port. @param limits how long publishers may be silent */
async function serveAdmin(
  { registry, lastUse }: Pick<RequestServer, 'registry' | 'lastUse'>,
  limits: SilenceLimits,
): Promise<AdminPort> {
  const store = openStore(publishedLocation(), serverTimeouts);
  let draining = false;
  const readiness = async () => {
    const heartbeat = await readHeartbeat(store).catch((error: unknown) =>
      error instanceof Error ? error : new Error(String(error)),
    );
    return judgeReadiness(heartbeat, { draining, limits });
  };
  const server = adminServer({ registry, lastUse, readiness, isOwnHost: adminHosts() });
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
