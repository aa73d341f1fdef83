// The lock of the embedded database's folder: a listening Unix socket. The kernel knows whether its owner lives, which a
// file with a process id cannot tell, and a crash frees it.
//
// Such locks usually fail when a dead one is removed: between the check and the removal, another process may have replaced it
// with a live one. So each owner takes the next number, `lock.1`, `lock.2` and so on, and removes only lower numbers than its
// own. The highest number therefore always stays, and its owner has the folder. Release 0.1 had one lock, `lock`, which counts
// as number 0.

import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { link, readdir, unlink } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';

/** A lock that this process holds, until `release` or the process's end. */
export type FolderLock = { release(): void };

/** Takes the lock of a folder, or returns null while another process, or this one, holds it. */
export async function takeFolderLock(folder: string): Promise<FolderLock | null> {
  const highest = Math.max(0, ...(await lockNumbers(folder)));
  if (await answers(lockFile(folder, highest))) return null;
  const own = highest + 1;
  // Listens under a name of its own first, so that the lock answers from the moment it exists.
  const unlinked = join(folder, `lock-${randomBytes(4).toString('hex')}`);
  const server = createServer((connection) => connection.destroy()).listen(unlinked);
  await once(server, 'listening');
  server.unref();
  const isTaken = await link(unlinked, lockFile(folder, own)).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return false;
      server.close();
      throw error;
    },
  );
  await unlink(unlinked);
  const numbers = isTaken ? await lockNumbers(folder) : [];
  // A slow process may take a number that was just removed. Then a higher one exists.
  if (Math.max(0, ...numbers) !== own) {
    server.close();
    if (isTaken) await unlink(lockFile(folder, own)).catch(() => {});
    return null;
  }
  for (const number of numbers) if (number < own) await unlink(lockFile(folder, number)).catch(() => {});
  return { release: () => void server.close() };
}

const lockFile = (folder: string, number: number): string => join(folder, number === 0 ? 'lock' : `lock.${number}`);

async function lockNumbers(folder: string): Promise<number[]> {
  return (await readdir(folder)).flatMap((name) => {
    const found = /^lock(?:\.(\d{1,15}))?$/.exec(name);
    return found === null ? [] : [Number(found[1] ?? 0)];
  });
}

/**
 * Whether a process listens on a Unix socket. Only a refusal by the kernel means no: a stopped process, or one whose
 * backlog is full (EAGAIN), is alive.
 */
export function answers(socket: string): Promise<boolean> {
  return new Promise((settle) => {
    const connection = connect(socket);
    const end = (alive: boolean) => {
      connection.destroy();
      settle(alive);
    };
    connection
      .once('connect', () => end(true))
      .once('error', (error: NodeJS.ErrnoException) => end(!nobodyListens.has(error.code ?? '')));
  });
}

const nobodyListens = new Set(['ECONNREFUSED', 'ENOENT', 'ENOTSOCK']);
