// Wires the server from the environment: the published form in, two listening ports out, and an orderly end.

import { readFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import { pino } from 'pino';
import { adminServer } from '../../src/serve/admin-server.ts';
import { bucketReader } from '../../src/serve/bucket-reader.ts';
import { bucketSiteListener } from '../../src/serve/bucket-site.ts';
import { parseCorsOrigins } from '../../src/serve/cors.ts';
import { folderReader } from '../../src/serve/folder-reader.ts';
import { nodeServer } from '../../src/serve/node-server.ts';
import { overviewReader } from '../../src/serve/read-overview.ts';
import { requestMetrics } from '../../src/serve/request-metrics.ts';
import { siteListener } from '../../src/serve/site.ts';
import { lastSignOfLife } from '../../src/snapshot/sign-of-life.ts';
import { environment } from './environment.ts';
import { isBucket, openStore } from './open-store.ts';
import { UsageError } from './usage-error.ts';

export type ServerOptions = {
  /** The operator's word that a TLS proxy stands in front of a server that is not bound to loopback. */
  behindTlsProxy: boolean;
  /** Bytes of files kept in memory. */
  cacheBytes: number;
  /** Seconds without a sign of life from a watching publisher after which the server says that it is not ready. */
  publisherTimeout: number;
  /** Seconds without any sign of life after which every request is refused; undefined for never. */
  refuseAfter: number | undefined;
};

export type RunningServer = {
  /** Where it answers, such as http://127.0.0.1:8080. */
  url: string;
  adminUrl: string;
  /** Takes no new connections, lets requests in progress end, and then returns. */
  close(): Promise<void>;
};

/** How long requests in progress may take to end after a SIGTERM, in milliseconds. */
const drainTime = 10_000;

export async function runServer(options: ServerOptions): Promise<RunningServer> {
  const { behindTlsProxy, cacheBytes, publisherTimeout, refuseAfter } = options;
  const { host, port, adminPort, published } = environment;
  const tls = await readTls();
  if (!isLoopback(host) && tls === null && !behindTlsProxy)
    throw new UsageError(
      `HOST is ${host}, and keys must not travel in the clear: set TLS_CERT and TLS_KEY, or say --behind-tls-proxy if one stands in front`,
    );
  const log = pino({ level: environment.logLevel, base: null });
  const { store, reader, site } = await openPublished(published, cacheBytes);
  const metrics = requestMetrics(() => lastSignOfLife(store));
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

  const server = nodeServer({
    reader,
    site,
    corsOrigins: parseCorsOrigins(environment.corsOrigin),
    metrics,
    log,
    now: Date.now,
    refuseAfter: refuseAfter && refuseAfter * 1000,
    tls,
  });
  const admin = adminServer({ metrics, readiness, overview: overviewReader(store, Date.now), now: Date.now });
  const bound = await listen(server, port, host, 'PORT');
  const adminBound = await listen(admin, adminPort, '127.0.0.1', 'ADMIN_PORT').catch((error: unknown) => {
    server.close();
    throw error;
  });
  const shownHost = host.includes(':') ? `[${host}]` : host;
  return {
    url: `${tls === null ? 'http' : 'https'}://${shownHost}:${bound}`,
    adminUrl: `http://127.0.0.1:${adminBound}`,
    async close() {
      draining = true;
      const force = setTimeout(() => server.closeAllConnections(), drainTime).unref();
      const closed = new Promise((done) => server.close(done));
      server.closeIdleConnections();
      await closed;
      clearTimeout(force);
      admin.closeAllConnections();
      await new Promise((done) => admin.close(done));
    },
  };
}

/** Resolves at the first SIGINT or SIGTERM; the ones after it change nothing, since a terminal and npm both send them. */
export const untilStopped = (): Promise<NodeJS.Signals> =>
  new Promise((stop) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop);
  });

/** The published form as the server reads it: from a folder, or from a bucket. */
async function openPublished(place: string, cacheBytes: number) {
  if (!isBucket(place)) {
    const reader = folderReader(place, { cacheBytes, now: Date.now });
    return { store: await openStore(place), reader, site: siteListener(place) };
  }
  const { bucketStore, serverPatience } = await import('../../src/snapshot/bucket-store.ts');
  const store = bucketStore(place, serverPatience);
  return { store, reader: bucketReader(store, cacheBytes), site: bucketSiteListener(store) };
}

async function readTls(): Promise<{ cert: Buffer; key: Buffer } | null> {
  const { tlsCert, tlsKey } = environment;
  if (tlsCert === undefined && tlsKey === undefined) return null;
  if (tlsCert === undefined || tlsKey === undefined)
    throw new UsageError('TLS_CERT and TLS_KEY belong together: set both');
  try {
    return { cert: await readFile(tlsCert), key: await readFile(tlsKey) };
  } catch (error) {
    throw new UsageError(`cannot read the TLS files: ${error instanceof Error ? error.message : String(error)}`);
  }
}

const isLoopback = (host: string) => host === 'localhost' || host === '::1' || /^127\./.test(host);

/** @returns the port it is bound to, which differs from `port` when that is 0 */
function listen(server: Server, port: number, host: string, setting: string): Promise<number> {
  return new Promise((bound, failed) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const taken = error.code === 'EADDRINUSE' ? `port ${port} is taken` : error.message;
      failed(new UsageError(`cannot listen on ${host}:${port}: ${taken}; set ${setting} to another`));
    });
    server.listen(port, host, () => {
      const address = server.address();
      bound(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}
