// The embedded PostgreSQL, used while DATABASE_URL is unset. The first process that needs it runs it in a thread, and the
// others connect to its socket. When that process ends, the next one to connect starts the server again. Two processes
// must never open one folder, so a lock is held while PGlite is open.

import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdir, unlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { EmbeddedServerError } from '../../errors.ts';
import { prebuilt } from '../../prebuilt.ts';
import type { EmbeddedWorkerData } from './embedded-worker.js';
import { answers, type FolderLock, takeFolderLock } from './folder-lock.ts';

/** The embedded server of a folder, whichever process runs it. */
export type EmbeddedServer = {
  /** The connection string for pg. */
  connectionString: string;
  /** Called before each connection: starts the server in this process if no other process runs it. */
  ensure(): Promise<void>;
  /** Stops what this process started, and nothing else. */
  close(): Promise<void>;
};

/** The folder of the embedded server's data, which exists once the server has run. */
export const embeddedDataFolder = (folder: string): string => join(resolve(folder), 'postgres');

/**
 * Starts the embedded server in `folder`, or finds the one that another process runs there.
 * @param openTimeout milliseconds to wait for another process that is opening or closing the database
 */
export async function openEmbeddedServer(folder: string, openTimeout = 30_000): Promise<EmbeddedServer> {
  const root = resolve(folder);
  const socket = join(root, '.s.PGSQL.5432'); // the name by which pg finds a socket in a folder
  assertSocketPathFits(root, socket);
  const explain = (cause: Error) => {
    if (cause instanceof EmbeddedServerError) throw cause;
    throw new EmbeddedServerError(`cannot use ${root} for the embedded database: ${cause.message}`, { cause });
  };
  await mkdir(root, { recursive: true, mode: 0o700 }).catch(explain);
  let own: RunningThread | null = null;
  let closed = false;
  let opening: Promise<void> | null = null;

  async function open(mayCreate: boolean): Promise<void> {
    const started = performance.now();
    while (!closed && performance.now() - started < openTimeout) {
      if (await answers(socket)) return;
      // If the folder was deleted or emptied, creating a new database there would hide the loss.
      if (!mayCreate && !existsSync(embeddedDataFolder(root)))
        throw new EmbeddedServerError(`the embedded database in ${root} no longer exists`);
      const lock = await takeFolderLock(root);
      if (lock !== null) {
        own = await startThread(root, socket, lock);
        own.ended.then(() => {
          own = null;
        });
        return;
      }
      await sleep(100);
    }
    throw new EmbeddedServerError(
      closed
        ? `the embedded database in ${root} was closed`
        : `the embedded database in ${root} is being opened by another process and did not answer within ${openTimeout / 1000} s; end that process, or set DATABASE_URL`,
    );
  }

  async function ensure(mayCreate = false): Promise<void> {
    if (own !== null) return;
    opening ??= open(mayCreate)
      .catch(explain)
      .finally(() => {
        opening = null;
      });
    await opening;
  }

  await ensure(true);
  return {
    connectionString: `postgres://postgres@/postgres?host=${encodeURIComponent(root)}`,
    ensure: () => ensure(),
    async close() {
      closed = true;
      await opening?.catch(() => {});
      await own?.close();
    },
  };
}

/**
 * The longest path of a Unix socket in bytes, on Linux and on every other system. Node cuts a longer one off without an
 * error. The lock's sockets have names of the same length as the server's.
 */
const maxSocketPath = process.platform === 'linux' ? 107 : 103;

/** @throws EmbeddedServerError */
function assertSocketPathFits(root: string, socket: string): void {
  const excess = Buffer.byteLength(socket) - maxSocketPath;
  if (excess <= 0) return;
  throw new EmbeddedServerError(
    `the path of the embedded database's folder, ${root}, is ${excess} bytes too long for the socket in it; set BELFRY_DATA to a folder with a shorter path`,
  );
}

/** The thread that runs the server. It holds the lock until it has ended, for whatever reason. */
type RunningThread = { ended: Promise<void>; close(): Promise<void> };

async function startThread(root: string, socket: string, lock: FolderLock): Promise<RunningThread> {
  await unlink(socket).catch(() => {});
  const workerData: EmbeddedWorkerData = {
    dataFolder: embeddedDataFolder(root),
    socket,
    emptyCluster: emptyClusterFile,
  };
  const worker = new Worker(workerFile, { workerData });
  worker.on('error', () => {}); // the thread exits, and the next connection starts another
  const ended = new Promise<void>((end) => worker.once('exit', () => end())).then(() => lock.release());
  try {
    await Promise.race([once(worker, 'message'), ended.then(() => Promise.reject(new Error('the thread ended')))]);
    await chmod(socket, 0o600);
  } catch (cause) {
    await worker.terminate();
    throw new EmbeddedServerError(`cannot start the embedded database in ${root}: ${reasonOf(cause)}`, { cause });
  }
  worker.unref();
  return {
    ended,
    async close() {
      worker.ref();
      worker.postMessage('close');
      await ended;
    },
  };
}

/**
 * PGlite's file system throws an object that is no Error, with the number of the failure as WASI counts them
 * (https://github.com/WebAssembly/WASI/blob/main/legacy/preview1/docs.md#errno). Unpacking the cluster throws Node's errors.
 */
function reasonOf(cause: unknown): string {
  const [number, code]: unknown[] = ['errno', 'code'].map((name) => Reflect.get(Object(cause), name));
  const meaning = meanings.find((known) => known.number === number || known.code === code)?.meaning;
  if (meaning !== undefined) return meaning;
  return cause instanceof Error ? cause.message : `its file system failed with ${JSON.stringify(cause)}`;
}

const meanings = [
  { number: 2, code: 'EACCES', meaning: 'permission denied' },
  { number: 19, code: 'EDQUOT', meaning: 'the disk quota is exceeded' },
  { number: 51, code: 'ENOSPC', meaning: 'no space is left on the disk' },
  { number: 69, code: 'EROFS', meaning: 'the file system is read-only' },
];

/** The file of an empty cluster, which `npm run generate-cluster` makes. */
export const emptyClusterFile = fileURLToPath(new URL('../empty-cluster.tar.br', import.meta.url));

const workerFile =
  prebuilt === null ? new URL('./embedded-worker.js', import.meta.url) : new URL('embedded-worker.js', prebuilt);
