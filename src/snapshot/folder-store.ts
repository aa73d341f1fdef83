// The store on a local folder. A file is written beside its place under a temporary name, synced, and renamed over it:
// rename is atomic, and readers keep what they have open. The folder is synced after the rename, since a name that is
// not on disk is lost with the power (see "Files are hard", https://danluu.com/file-consistency/).

import { randomBytes } from 'node:crypto';
import { readFileSync, renameSync } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, unlink } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import glob from 'fast-glob';
import { type Store, StoreError } from './store.ts';

/** Temporary names start with a dot, which no published name does; a crash leaves them behind for the clean-up. */
const temporaryName = () => `.tmp-${randomBytes(8).toString('hex')}`;

/** How many files are written and synced at the same time. */
const writesAtOnce = 16;

/** A store in `folder`, which is made when the first file is written. */
export function folderStore(folder: string): Store {
  const root = resolve(folder);
  const place = (path: string) => join(root, path);

  return {
    location: root,

    read: (path) => attempt('read', path, () => readOrNull(place(path))),

    async write(files) {
      const folders = new Set(files.map(({ path }) => dirname(place(path))));
      for (const each of folders) await attempt('create', each, () => makeFolder(each));
      for (let start = 0; start < files.length; start += writesAtOnce) {
        const batch = files.slice(start, start + writesAtOnce);
        await Promise.all(batch.map(({ path, bytes }) => attempt('write', path, () => writeWhole(place(path), bytes))));
      }
      for (const each of folders) await attempt('sync', each, () => syncFolder(each));
    },

    async replace(path, bytes, expected) {
      const target = place(path);
      return attempt('replace', path, async () => {
        await makeFolder(dirname(target));
        const temporary = await writeTemporary(dirname(target), bytes);
        try {
          // Comparing and renaming stand in one synchronous stretch, so that nothing of this process comes between them.
          // Between processes the publisher's claim in the database is the guard.
          if (!same(readSyncOrNull(target), expected)) {
            await unlink(temporary);
            return false;
          }
          renameSync(temporary, target);
        } catch (error) {
          await unlink(temporary).catch(ignoreMissing);
          throw error;
        }
        await syncFolder(dirname(target));
        return true;
      });
    },

    async remove(removed) {
      for (const path of removed) await attempt('remove', path, () => unlink(place(path)).catch(ignoreMissing));
    },

    async list(prefix) {
      return attempt('list', prefix, async () => {
        const options = { cwd: place(prefix), dot: true, stats: true, followSymbolicLinks: false } as const;
        const found = (await glob('**', options).catch(ignoreMissing)) ?? [];
        return found.map(({ path, stats }) => ({ path: prefix + path, changedAt: stats?.mtime ?? new Date(0) }));
      });
    },

    listNames: (prefix) =>
      attempt('list', prefix, async () => {
        const entries = (await readdir(place(prefix), { withFileTypes: true }).catch(ignoreMissing)) ?? [];
        const names: string[] = [];
        for (const entry of entries)
          if (!entry.isDirectory() || (await holdsFile(join(place(prefix), entry.name)))) names.push(entry.name);
        return names;
      }),
  };
}

/**
 * Whether there is a file anywhere below. Removing files leaves their folders, since somebody may be about to write into
 * them; what holds nothing counts as not there, as in a bucket.
 */
async function holdsFile(folder: string): Promise<boolean> {
  const entries = (await readdir(folder, { withFileTypes: true }).catch(ignoreMissing)) ?? [];
  if (entries.some((entry) => !entry.isDirectory())) return true;
  for (const { name } of entries) if (await holdsFile(join(folder, name))) return true;
  return false;
}

async function attempt<Result>(action: string, path: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    throw new StoreError(action, path, { cause });
  }
}

const isMissing = (error: unknown) =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');

function ignoreMissing(error: unknown): null {
  if (isMissing(error)) return null;
  throw error;
}

const readOrNull = (file: string): Promise<Uint8Array | null> => readFile(file).catch(ignoreMissing);

function readSyncOrNull(file: string): Uint8Array | null {
  try {
    return readFileSync(file);
  } catch (error) {
    return ignoreMissing(error);
  }
}

const same = (one: Uint8Array | null, other: Uint8Array | null) =>
  one === null || other === null ? one === other : Buffer.compare(one, other) === 0;

/** Makes the folder and, when it is new, puts each new name on disk from the outermost inwards. */
async function makeFolder(folder: string): Promise<void> {
  const outermost = await mkdir(folder, { recursive: true });
  if (outermost === undefined) return;
  for (let each = folder; each.length >= outermost.length; each = dirname(each)) await syncFolder(dirname(each));
}

async function writeWhole(target: string, bytes: Uint8Array): Promise<void> {
  const temporary = await writeTemporary(dirname(target), bytes);
  try {
    await rename(temporary, target);
  } catch (error) {
    await unlink(temporary).catch(ignoreMissing);
    throw error;
  }
}

async function writeTemporary(folder: string, bytes: Uint8Array): Promise<string> {
  const temporary = join(folder, temporaryName());
  const handle = await open(temporary, 'wx');
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } catch (error) {
    await unlink(temporary).catch(ignoreMissing);
    throw error;
  } finally {
    await handle.close();
  }
  return temporary;
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
