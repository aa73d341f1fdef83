// The server of the library: the published output of a store, as a server of node:http.

import type { Server } from 'node:http';
import type { BucketStore } from '../../store/bucket/bucket-store.ts';
import type { FolderStore } from '../../store/folder/folder-store.ts';
import type { CorsOrigins } from '../http/cors.ts';
import type { ClientLimits } from './limited-server.ts';
import { nodeServer, type RequestCounter, type RequestLog } from './node-server.ts';
import { openPublished } from './open-published.ts';

export type ServerOptions = {
  /** What is served. A server only reads it, so any number of servers and processes may. */
  store: FolderStore | BucketStore;
  /** The clock, in milliseconds since 1970. */
  now: () => number;
  /** PEM texts. Without them the server speaks plain HTTP, which belongs behind a TLS proxy: keys must not travel in the clear. */
  tls?: { cert: Buffer; key: Buffer };
  /** How many bytes of files are kept in memory; 256 MB by default. */
  cacheBytes?: number;
  /** The origins whose pages may read the API; none by default. */
  corsOrigins?: CorsOrigins;
  /** Answer 500 when no publisher has written a heartbeat for this many milliseconds; by default never. */
  refuseAfter?: number;
  /** By default failures go to the console, and answers nowhere. */
  log?: RequestLog;
  /** Called for each answered request of the API. */
  metrics?: RequestCounter;
  /** Time limits of clients. */
  limits?: Partial<ClientLimits>;
};

/** A server that is not listening yet: `createServer({ store, now: Date.now }).listen(8080)`. */
export function createServer({ store, now, cacheBytes = 256 * 1024 * 1024, ...options }: ServerOptions): Server {
  return nodeServer({
    corsOrigins: [],
    tls: null,
    log: onConsole,
    metrics: { count() {} },
    ...options,
    now,
    ...openPublished(store, { cacheBytes, now }),
  });
}

const onConsole: RequestLog = { error: (fields, message) => console.error(message, fields), debug() {} };
