// The thread that runs the embedded PostgreSQL, so that a query never blocks a server in the same process. It exposes
// PGlite on a Unix socket through PGlite's own socket package and stops on request.

import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';

/** The thread's parameters: PGlite's folder and the socket to listen on. */
export type EmbeddedWorkerData = { dataFolder: string; socket: string };

const { dataFolder, socket }: EmbeddedWorkerData = workerData;
const engine = await PGlite.create({ dataDir: dataFolder });
const server = new PGLiteSocketServer({ db: keepBatchesTogether(engine), path: socket, maxConnections: 100 });
releaseAfterTheDead(server, engine);
await server.start();
parentPort?.postMessage('ready');
parentPort?.once('message', async () => {
  await server.stop();
  await engine.close();
  parentPort?.close();
});

/**
 * PGlite is one session that all connections share. The socket package may switch to another connection after each
 * protocol message, unless a transaction is open. A query with parameters is five messages (Parse, Bind, Describe,
 * Execute, Sync), so two connections could run each other's statement. We therefore report a batch that has not reached
 * its Sync as an open transaction, which keeps the session on its connection. (https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-EXT-QUERY)
 */
function keepBatchesTogether(database: PGlite): PGlite {
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
          // After a failure the package serves no other connection. The next process to connect starts another thread.
          return target.execProtocolRawStream(message, options).catch(() => process.exit(1));
        };
      }
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

type Queue = { clearTransactionIfNeeded(connection: number): Promise<void> };

/**
 * When a connection closes, the socket package rolls back its open transaction, but only if the last finished message was
 * that connection's. A client that is killed during a message would leave its transaction open and block all others. So
 * this check runs after that message has finished.
 */
function releaseAfterTheDead(socketServer: PGLiteSocketServer, database: PGlite): void {
  const queue: Queue = Reflect.get(socketServer, 'queryQueue'); // the package does not expose its queue
  const release = queue.clearTransactionIfNeeded.bind(queue);
  queue.clearTransactionIfNeeded = async (connection) => {
    await database.runExclusive(async () => {});
    await new Promise((next) => setImmediate(next));
    await release(connection);
  };
}
