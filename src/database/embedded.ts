// The embedded PostgreSQL: what serves while DATABASE_URL is unset. The first process to want it runs it, in a thread,
// and the others find it by its socket. Two processes must never open one folder, so a lock is held from before PGlite
// opens until after it has closed. The lock is a listening Unix socket: the kernel says whether its owner lives, which
// no file with a process id can, and a crash frees it.

import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmod, link, mkdir, rename, unlink } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { EmbeddedWorkerData } from './embedded-worker.ts';

/** A running embedded server. `connectionString` is for pg; `close` ends what this process started, and only that. */
export type EmbeddedServer = { connectionString: string; close(): Promise<void> };

/** The embedded database cannot be started. */
export class EmbeddedServerError extends Error {
  override readonly name = 'EmbeddedServerError';
}

/** How long to wait for another process that is opening or closing the database, in milliseconds. */
const patience = 30_000;

/** Starts the embedded server in `folder`, or finds the one that another process runs there. */
export async function openEmbeddedServer(folder: string): Promise<EmbeddedServer> {
  const root = resolve(folder);
  await mkdir(root, { recursive: true, mode: 0o700 }).catch((cause: Error) => {
    throw new EmbeddedServerError(`cannot use ${root} for the embedded database: ${cause.message}`, { cause });
  });
  const socket = join(root, '.s.PGSQL.5432'); // the name by which pg finds a socket in a folder
  const connectionString = `postgres://postgres@/postgres?host=${encodeURIComponent(root)}`;
  const started = Date.now();
  while (Date.now() - started < patience) {
    if (await answers(socket)) return { connectionString, close: async () => {} };
    const lock = await takeLock(root);
    if (lock !== null) return { connectionString, close: await startServer(root, socket, lock) };
    await sleep(100);
  }
  throw new EmbeddedServerError(
    `the embedded database in ${root} is being opened by another process and did not answer within ${patience / 1000} s; end that process, or set DATABASE_URL`,
  );
}

async function startServer(root: string, socket: string, lock: Server): Promise<() => Promise<void>> {
  await unlink(socket).catch(() => {});
  const workerData: EmbeddedWorkerData = { dataFolder: join(root, 'postgres'), socket };
  // A thread does not inherit tsx, so its first step is to load itself through it.
  const entry = JSON.stringify(new URL('./embedded-worker.ts', import.meta.url).href);
  const loader = `import('tsx/esm/api').then(({ tsImport }) => tsImport(${entry}, ${entry}))`;
  const worker = new Worker(loader, { eval: true, workerData });
  try {
    await Promise.race([
      once(worker, 'message'),
      once(worker, 'exit').then(() => Promise.reject(new Error('the thread ended'))),
    ]);
    await chmod(socket, 0o600);
  } catch (cause) {
    lock.close();
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new EmbeddedServerError(`cannot start the embedded database in ${root}: ${reason}`, { cause });
  }
  worker.unref();
  return async () => {
    const exited = once(worker, 'exit');
    worker.ref();
    worker.postMessage('close');
    await exited;
    lock.close();
  };
}

/**
 * Takes the lock of the folder, or returns null while another process holds it. A new socket is linked to the lock's
 * name, which succeeds for one process only. A dead lock is moved aside first, and looked at once more: should it have
 * come alive in between, it is put back.
 */
async function takeLock(root: string): Promise<Server | null> {
  const name = join(root, 'lock');
  const own = join(root, `lock-${randomBytes(4).toString('hex')}`);
  const server = createServer((connection) => connection.destroy()).listen(own);
  await once(server, 'listening');
  server.unref();
  try {
    if (!(await answers(name))) {
      const dead = `${own}-dead`;
      const moved = await rename(name, dead).then(
        () => true,
        () => false,
      );
      if (moved && (await answers(dead))) await link(dead, name).catch(() => {});
      if (moved) await unlink(dead);
    }
    await link(own, name);
    return server;
  } catch {
    server.close();
    return null;
  } finally {
    await unlink(own).catch(() => {});
  }
}

/** Whether a process listens on the Unix socket. */
function answers(path: string): Promise<boolean> {
  return new Promise((settle) => {
    const connection = connect(path);
    const end = (alive: boolean) => {
      connection.destroy();
      settle(alive);
    };
    connection.once('connect', () => end(true)).once('error', () => end(false));
  });
}
