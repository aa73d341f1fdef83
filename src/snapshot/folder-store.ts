// The store on a local folder. A file is staged, synced, and renamed over its final path: rename is atomic, and readers keep
// what they have open. The folder is synced after each rename and removal, since a name that has changed in memory alone
// is as it was after a power cut (see "Files are hard", https://danluu.com/file-consistency/).

import { constants, readFileSync, renameSync } from 'node:fs';
import { mkdir, open, readdir, readFile, realpath, rename, unlink } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import glob from 'fast-glob';
import { StoreError } from '../errors.ts';
import { isFile } from './paths.ts';
import { folderMode, ignoreMissing, stageFile, sweepStaged, withdrawStaged } from './staged-files.ts';
import { type AgedBytes, assertBelowRoot, type Store, sameBytes, storeFailure } from './store.ts';

/** How many files are written and synced at the same time. */
const writesAtOnce = 16;

/** How often a replacement is begun again that another one has ended. */
const replaceAttempts = 20;

/** Milliseconds between two looks at what killed processes have left. */
const sweepInterval = 3_600_000;

/**
 * A store in `folder`, which is made when the first file is written.
 * @param now the clock, in milliseconds since 1970
 */
export function folderStore(folder: string, now: () => number = Date.now): Store {
  const root = resolve(folder);
  let swept = Number.NEGATIVE_INFINITY;

  async function sweepNowAndThen(): Promise<void> {
    if (now() - swept < sweepInterval) return;
    swept = now();
    await attempt('clean', '.tmp/', () => sweepStaged(root, swept));
  }

  /** Does something with the absolute path, which is checked to lie below the root. */
  const at = <Result>(action: string, path: string, work: (target: string) => Promise<Result>) =>
    attempt(action, path, async () => {
      assertBelowRoot(path);
      const target = join(root, path);
      await assertWithoutLinks(root, path.endsWith('/') ? target : dirname(target));
      return work(target);
    });

  const syncAll = async (paths: readonly string[]) => {
    const folders = new Set(paths.map((path) => dirname(join(root, path))));
    for (const each of folders) await attempt('sync', each, () => syncFolder(each));
  };

  return {
    location: root,

    read: (path) => at('read', path, readOrNull),
    readWithAge: (path) => at('read', path, (target) => readAged(target).catch(ignoreMissing)),

    async write(files) {
      await sweepNowAndThen();
      for (let start = 0; start < files.length; start += writesAtOnce) {
        const batch = files.slice(start, start + writesAtOnce);
        await Promise.all(
          batch.map(({ path, bytes }) => at('write', path, (target) => renameInto(root, path, target, bytes))),
        );
      }
      await syncAll(files.map(({ path }) => path));
    },

    async replace(path, bytes, expected) {
      await sweepNowAndThen();
      return at('replace', path, async (target) => {
        await makeFolder(dirname(target));
        for (let attempt = 1; attempt <= replaceAttempts; attempt++) {
          const done = await replaceOnce(root, path, target, bytes, expected);
          if (done !== 'withdrawn') return done;
          await sleep(Math.random() * 5 * attempt);
        }
        return false;
      });
    },

    async remove(removed) {
      for (const path of removed)
        await at('remove', path, async (target) => {
          await unlink(target).catch(ignoreMissing);
          if (isFile(path)) return;
          // A replacement that has compared already must not bring it back; what came in between goes as well.
          await withdrawStaged(root, path);
          await unlink(target).catch(ignoreMissing);
        });
      await syncAll(removed);
    },

    async list(prefix) {
      return at('list', prefix, async (target) => {
        const options = { cwd: target, dot: true, stats: true, followSymbolicLinks: false } as const;
        const found = (await glob('**', options).catch(ignoreMissing)) ?? [];
        return found.map(({ path, stats }) => ({
          path: prefix + path,
          changedAt: stats?.mtime ?? new Date(0),
          size: stats?.size ?? 0,
        }));
      });
    },

    listNames: (prefix) =>
      at('list', prefix, async (target) => {
        const entries = (await readdir(target, { withFileTypes: true }).catch(ignoreMissing)) ?? [];
        const names: string[] = [];
        for (const entry of entries)
          if (!entry.isDirectory() || (await holdsFile(join(target, entry.name)))) names.push(entry.name);
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
    if (cause instanceof StoreError) throw cause;
    throw storeFailure(action, path, cause);
  }
}

/** @throws Error where a symbolic link below the root leads away from where the folder seems to be */
async function assertWithoutLinks(root: string, folder: string): Promise<void> {
  for (let each = folder; each !== root && each.startsWith(root); each = dirname(each)) {
    const real = await realpath(each).catch(ignoreMissing);
    if (real === null) continue;
    if (real === join(await realpath(root), relative(root, each))) return;
    throw new Error(`${each} is reached through a symbolic link; put the folder itself there`);
  }
}

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;

/** A link instead of a file is an error: what it leads to was not published. */
const readOrNull = (target: string): Promise<Uint8Array | null> =>
  readFile(target, { flag: constants.O_RDONLY | constants.O_NOFOLLOW }).catch(ignoreMissing);

/** The kernel that stamps a local file's time is the one that tells the time here. */
async function readAged(target: string): Promise<AgedBytes> {
  const handle = await open(target, constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    const { mtimeMs } = await handle.stat();
    return { bytes: await handle.readFile(), age: Date.now() - mtimeMs };
  } finally {
    await handle.close();
  }
}

function readSyncOrNull(target: string): Uint8Array | null {
  try {
    return readFileSync(target);
  } catch (error) {
    return ignoreMissing(error);
  }
}

/** Makes the folder and, when it is new, puts each new name on disk from the outermost inwards. */
async function makeFolder(folder: string): Promise<void> {
  const outermost = await mkdir(folder, { recursive: true, mode: folderMode });
  if (outermost === undefined) return;
  for (let each = folder; each.length >= outermost.length; each = dirname(each)) await syncFolder(dirname(each));
}

/**
 * Everybody stages, then withdraws what others have staged, then compares and renames. So of several at once at most one
 * succeeds, and a publisher that was stopped in between finds nothing left to rename: it has to compare again.
 */
async function replaceOnce(
  root: string,
  path: string,
  target: string,
  bytes: Uint8Array,
  expected: Uint8Array | null,
): Promise<boolean | 'withdrawn'> {
  const staged = await stageFile(root, path, bytes);
  try {
    await withdrawStaged(root, path, staged);
    // Comparing and renaming stand in one synchronous stretch, so that nothing of this process comes between them.
    if (!sameBytes(readSyncOrNull(target), expected)) {
      await unlink(staged).catch(ignoreMissing);
      return false;
    }
    renameSync(staged, target);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return 'withdrawn';
    await unlink(staged).catch(ignoreMissing);
    throw error;
  }
  await syncFolder(dirname(target));
  return true;
}

async function renameInto(root: string, path: string, target: string, bytes: Uint8Array): Promise<void> {
  await makeFolder(dirname(target));
  const staged = await stageFile(root, path, bytes);
  try {
    await rename(staged, target);
  } catch (error) {
    await unlink(staged).catch(ignoreMissing);
    throw error;
  }
}

/** A folder that has gone has no name left to lose. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(ignoreMissing);
  if (handle === null) return;
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
