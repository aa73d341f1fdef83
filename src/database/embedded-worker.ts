// The thread in which the embedded PostgreSQL runs, so that a query never holds up a server in the same process. It
// offers PGlite on a Unix socket through PGlite's own socket package and ends when it is told to.

import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';

/** What the thread is started with: PGlite's folder and the socket to listen on. */
export type EmbeddedWorkerData = { dataFolder: string; socket: string };

const { dataFolder, socket }: EmbeddedWorkerData = workerData;
const engine = await PGlite.create({ dataDir: dataFolder });
const server = new PGLiteSocketServer({ db: keepBatchesWhole(engine), path: socket, maxConnections: 100 });
await server.start();
parentPort?.postMessage('ready');
parentPort?.once('message', async () => {
  await server.stop();
  await engine.close();
  parentPort?.close();
});

/**
 * PGlite is one session that all connections take turns in, and the socket package hands the turn on after each protocol
 * message unless a transaction is open. A query with parameters is five messages (Parse, Bind, Describe, Execute, Sync),
 * so two connections could run each other's statement. Calling a batch that has not reached its Sync a transaction keeps
 * the turn where it is. (https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-EXT-QUERY)
 */
function keepBatchesWhole(database: PGlite): PGlite {
  const extendedQuery = new Set([...'PBDECH'].map((type) => type.charCodeAt(0)));
  let batchIsOpen = false;
  return new Proxy(database, {
    get(target, name) {
      if (name === 'isInTransaction') return () => batchIsOpen || target.isInTransaction();
      if (name === 'exec') {
        // The socket package rolls back what a connection left open when it closed.
        return (query: string) => {
          batchIsOpen = false;
          return target.exec(query);
        };
      }
      if (name === 'execProtocolRawStream') {
        return (...[message, options]: Parameters<PGlite['execProtocolRawStream']>) => {
          batchIsOpen = extendedQuery.has(message[0] ?? 0);
          return target.execProtocolRawStream(message, options);
        };
      }
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
