// Wires the server of callers from the environment: the published output in, a listening port out, and an orderly end.

import { readFile } from 'node:fs/promises';
import { pino } from 'pino';
import type { Registry } from 'prom-client';
import { requestMetrics } from '../../src/admin/request-metrics.ts';
import { SettingError } from '../../src/errors.ts';
import { bucketReader } from '../../src/serve/node/bucket-reader.ts';
import { bucketSiteListener } from '../../src/serve/node/bucket-site.ts';
import { folderReader } from '../../src/serve/node/folder-reader.ts';
import { siteListener } from '../../src/serve/node/folder-site.ts';
import { nodeServer } from '../../src/serve/node/node-server.ts';
import { serverTimeouts } from '../../src/snapshot/bucket-client.ts';
import { bucketStore } from '../../src/snapshot/bucket-store.ts';
import { readHeartbeat } from '../../src/snapshot/heartbeat.ts';
import { listen } from './listen.ts';
import { isBucket, openStore } from './open-store.ts';
import { bucketServer, publishedLocation, settings } from './settings.ts';

export type ServerOptions = {
  /** The operator's word that a TLS proxy stands in front of a server that is not bound to loopback. */
  behindTlsProxy: boolean;
  /** Bytes of files kept in memory. */
  cacheBytes: number;
  /** Seconds without a heartbeat of a watching publisher after which the server says that it is not ready. */
  publisherTimeout: number;
  /** Seconds without any heartbeat after which every request is refused; undefined for never. */
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
  const host = settings.host.value;
  const tls = await readTls();
  if (!isLoopback(host) && tls === null && !behindTlsProxy)
    throw new SettingError(
      `HOST is ${host}, and keys must not travel in the clear: set TLS_CERT and TLS_KEY, or say --behind-tls-proxy if one stands in front`,
    );
  const { store, openReader, site } = await openPublished(publishedLocation(), cacheBytes);
  const metrics = requestMetrics(() => readHeartbeat(store));
  const server = nodeServer({
    openReader,
    site,
    corsOrigins: settings.corsOrigins.value ?? [],
    metrics,
    log: pino({ level: settings.logLevel.value, base: null }),
    now: Date.now,
    refuseAfter: refuseAfter && refuseAfter * 1000,
    tls,
  });
  const bound = await listen(server, settings.port.value, host, 'PORT');
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

/** The published output as the server reads it: from a folder, or from a bucket. */
async function openPublished(location: string, cacheBytes: number) {
  if (!isBucket(location)) {
    const openReader = folderReader(location, { cacheBytes, now: Date.now });
    return { store: await openStore(location), openReader, site: siteListener(location) };
  }
  const store = bucketStore(location, bucketServer(), serverTimeouts);
  const reader = bucketReader(store, cacheBytes);
  return { store, openReader: () => reader, site: bucketSiteListener(store) };
}

async function readTls(): Promise<{ cert: Buffer; key: Buffer } | null> {
  const [tlsCert, tlsKey] = [settings.tlsCert.value, settings.tlsKey.value];
  if (tlsCert === undefined && tlsKey === undefined) return null;
  if (tlsCert === undefined || tlsKey === undefined)
    throw new SettingError('TLS_CERT and TLS_KEY belong together: set both');
  try {
    return { cert: await readFile(tlsCert), key: await readFile(tlsKey) };
  } catch (error) {
    throw new SettingError(
      `cannot read the files of TLS_CERT and TLS_KEY: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

const isLoopback = (host: string) => host === 'localhost' || host === '::1' || /^127\./.test(host);
