// Wires the server of callers from the environment: the published form in, a listening port out, and an orderly end.

import { readFile } from 'node:fs/promises';
import { pino } from 'pino';
import type { Registry } from 'prom-client';
import { bucketReader } from '../../src/serve/bucket-reader.ts';
import { bucketSiteListener } from '../../src/serve/bucket-site.ts';
import { parseCorsOrigins } from '../../src/serve/cors.ts';
import { folderReader } from '../../src/serve/folder-reader.ts';
import { nodeServer } from '../../src/serve/node-server.ts';
import { requestMetrics } from '../../src/serve/request-metrics.ts';
import { siteListener } from '../../src/serve/site.ts';
import { lastSignOfLife } from '../../src/snapshot/sign-of-life.ts';
import { environment } from './environment.ts';
import { listen } from './listen.ts';
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

export type RequestServer = {
  /** Where it answers, such as http://127.0.0.1:8080. */
  url: string;
  registry: Registry;
  /** Takes no new connections, lets requests in progress end, and then returns. */
  close(): Promise<void>;
};

/** How long requests in progress may take to end after a SIGTERM, in milliseconds. */
const drainTime = 10_000;

export async function serveRequests({
  behindTlsProxy,
  cacheBytes,
  refuseAfter,
}: ServerOptions): Promise<RequestServer> {
  const { host, port, published } = environment;
  const tls = await readTls();
  if (!isLoopback(host) && tls === null && !behindTlsProxy)
    throw new UsageError(
      `HOST is ${host}, and keys must not travel in the clear: set TLS_CERT and TLS_KEY, or say --behind-tls-proxy if one stands in front`,
    );
  const { store, reader, site } = await openPublished(published, cacheBytes);
  const metrics = requestMetrics(() => lastSignOfLife(store));
  const server = nodeServer({
    reader,
    site,
    corsOrigins: parseCorsOrigins(environment.corsOrigin),
    metrics,
    log: pino({ level: environment.logLevel, base: null }),
    now: Date.now,
    refuseAfter: refuseAfter && refuseAfter * 1000,
    tls,
  });
  const bound = await listen(server, port, host, 'PORT');
  const shownHost = host.includes(':') ? `[${host}]` : host;
  return {
    url: `${tls === null ? 'http' : 'https'}://${shownHost}:${bound}`,
    registry: metrics.registry,
    async close() {
      const force = setTimeout(() => server.closeAllConnections(), drainTime).unref();
      const closed = new Promise((done) => server.close(done));
      server.closeIdleConnections();
      await closed;
      clearTimeout(force);
    },
  };
}

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
