// The thread that runs the embedded PostgreSQL, so that a query never blocks a server in the same process. It exposes
// PGlite on a Unix socket through PGlite's own socket package and stops on request. It is JavaScript because a thread
// does not inherit tsx, and loading that again takes a second of each start.

import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';
import { unpackCluster } from './unpack-cluster.js';

/**
 * The thread's parameters: PGlite's folder, the socket to listen on, and the file that holds an empty cluster.
 * @typedef {{ dataFolder: string; socket: string; emptyCluster: string }} EmbeddedWorkerData
 */

/** @type {EmbeddedWorkerData} */
const { dataFolder, socket, emptyCluster } = workerData;
// An earlier start was killed while it unpacked the cluster, so the folder holds no data yet.
const unfinished = `${dataFolder}.unfinished`;
if (existsSync(unfinished)) await rm(dataFolder, { recursive: true, force: true });
// PostgreSQL's initdb takes four seconds here, and unpacking what it would make less than one.
const isNew = !existsSync(join(dataFolder, 'PG_VERSION'));
if (isNew) {
  await writeFile(unfinished, '');
  await unpackCluster(emptyCluster, dataFolder);
}
// PostgreSQL touches all of its buffers when it starts. The cluster's own setting is sixteen times as much, for databases that are
// larger and have many sessions.
const startParams = [...PGlite.defaultStartParams, '-c', 'shared_buffers=8MB'];
const engine = await PGlite.create({ dataDir: dataFolder, startParams });
if (isNew) await rm(unfinished);
const server = new PGLiteSocketServer({ db: keepBatchesTogether(engine), path: socket, maxConnections: 100 });
rollBackAfterClose(server, engine);
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
 * @param {PGlite} database
 * @returns {PGlite}
 */
function keepBatchesTogether(database) {
  const extendedQuery = new Set([...'PBDECH'].map((type) => type.charCodeAt(0)));
  let batchIsOpen = false;
  return new Proxy(database, {
    get(target, name) {
      if (name === 'isInTransaction') return () => batchIsOpen || target.isInTransaction();
      if (name === 'exec') {
        // The socket package rolls back what a connection left open when it closed.
        return (/** @type {string} */ query) => {
          batchIsOpen = false;
          return target.exec(query);
        };
      }
      if (name === 'execProtocolRawStream') {
        return (/** @type {Parameters<PGlite['execProtocolRawStream']>} */ ...[message, options]) => {
          batchIsOpen = extendedQuery.has(message[0] ?? 0);
          // After a failure the package serves no other connection. The next process to connect starts another thread.
          return target.execProtocolRawStream(message, options).catch(() => process.exit(1));
        };
      }
      /** @type {unknown} */
      const value = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

/**
 * When a connection closes, the socket package rolls back its open transaction, but only if the last finished message was
 * that connection's. A client that is killed during a message would leave its transaction open and block all others. So
 * this check runs after that message has finished.
 * @param {PGLiteSocketServer} socketServer
 * @param {PGlite} database
 */
function rollBackAfterClose(socketServer, database) {
  /** @type {{ clearTransactionIfNeeded(connection: number): Promise<void> }} */
  const queue = Reflect.get(socketServer, 'queryQueue'); // the package does not expose its queue
  const release = queue.clearTransactionIfNeeded.bind(queue);
  queue.clearTransactionIfNeeded = async (connection) => {
    await database.runExclusive(async () => {});
    await new Promise((next) => setImmediate(next));
    await release(connection);
  };
}
