// The store on a local folder. A file is staged, synced, and renamed over its final path. Rename is atomic, and open readers
// keep the old file. The folder is synced after each rename and removal, or a power cut could undo them (see "Files are
// hard", https://danluu.com/file-consistency/).
//
// Creating folders and renaming are synchronous: the kernel does them in memory, and a call through the thread pool costs many
// times more. Reading, writing and syncing wait for the disk, so they use the thread pool. So does removing, since there may
// be thousands of files.

import { constants, readFileSync, realpathSync, renameSync, unlinkSync } from 'node:fs';
import { open, readdir, readFile, unlink } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import glob from 'fast-glob';
import { backOff } from '../../back-off.ts';
import { StoreError } from '../../errors.ts';
import { mapConcurrently } from '../../map-concurrently.ts';
import { isImmutable } from '../storage-headers.ts';
import { type AgedBytes, assertBelowRoot, type Store, sameBytes, storeFailure } from '../store.ts';
import { hasCode, ignoreMissing, makeFolder, orMissing, syncFolder } from './durable-folders.ts';
import { readFilePart } from './read-file-part.ts';
import { stageFile, sweepStaged, withdrawStaged } from './staged-files.ts';

/** How many files are written and synced, or removed, concurrently. */
const filesAtOnce = 16;

/** How often a replacement is retried when another one withdraws its staged file, and the milliseconds in between. */
const replaceAttempts = 20;
const pauses = { first: 4, longest: 64 };

/** Milliseconds between clean-ups of what killed processes left. */
const sweepInterval = 3_600_000;

/** A store in a folder, which servers read directly. */
export type FolderStore = Store & { readonly folder: string };

/**
 * A store in `folder`, which is created by the first write.
 * @param now the clock, in milliseconds since 1970
 */
export function folderStore(folder: string, now: () => number = Date.now): FolderStore {
  const root = resolve(folder);
  let swept = Number.NEGATIVE_INFINITY;

  async function sweepWhenDue(): Promise<void> {
    if (now() - swept < sweepInterval) return;
    swept = now();
    await attempt('clean', '.tmp/', async () => sweepStaged(root, swept));
  }

  /** Runs `work` with the absolute path, after checking that it is below the root. */
  const at = <Result>(action: string, path: string, work: (target: string) => Promise<Result>) =>
    attempt(action, path, async () => {
      assertBelowRoot(path);
      const target = join(root, path);
      assertWithoutLinks(path.endsWith('/') ? target : dirname(target));
      return work(target);
    });

  /** The real path of the root, which a link may lead to. */
  let realRoot: string | null = null;

  /** @throws Error when a symbolic link below the root is part of the path */
  function assertWithoutLinks(folder: string): void {
    for (let each = folder; each !== root && each.startsWith(root); each = dirname(each)) {
      const real = orMissing(() => realpathSync.native(each));
      if (real === null) continue;
      const below = relative(root, each);
      if (realRoot !== null && real === join(realRoot, below)) return;
      realRoot = realpathSync.native(root); // the link to it may have been changed
      if (real === join(realRoot, below)) return;
      throw new Error(`${each} is reached through a symbolic link; put the folder itself there`);
    }
  }

  const syncAll = async (paths: readonly string[]) => {
    const folders = [...new Set(paths.map((path) => dirname(join(root, path))))];
    await Promise.all(folders.map((each) => attempt('sync', each, () => syncFolder(each))));
  };

  return {
    location: root,
    folder: root,

    read: (path) => at('read', path, readOrNull),
    readPart: (path, part) => at('read', path, (target) => readFilePart(target, part).catch(ignoreMissing)),
    readWithAge: (path) => at('read', path, (target) => readAged(target).catch(ignoreMissing)),

    async write(files) {
      await sweepWhenDue();
      // Once for each folder: an organisation's files all go into one.
      const oneOfEach = new Map(files.map(({ path }) => [dirname(path), path]));
      for (const path of oneOfEach.values()) await at('write', path, (target) => makeFolder(dirname(target)));
      await mapConcurrently(files, filesAtOnce, ({ path, bytes }) =>
        attempt('write', path, () => renameInto(root, path, bytes)),
      );
      await syncAll(files.map(({ path }) => path));
    },

    async replace(path, bytes, expected) {
      await sweepWhenDue();
      return at('replace', path, async (target) => {
        await makeFolder(dirname(target));
        for (let round = 1; round <= replaceAttempts; round++) {
          const done = await replaceOnce(root, path, target, bytes, expected);
          if (done !== 'withdrawn') return done;
          await sleep(backOff(round, pauses));
        }
        return false;
      });
    },

    async remove(removed) {
      const unlinkNow = (target: string) => unlink(target).catch(ignoreMissing);
      // Records first, so that a crash leaves none that names a removed file.
      for (const path of removed.filter((each) => !isImmutable(each)))
        await at('remove', path, async (target) => {
          await unlinkNow(target);
          // A concurrent replacement that has already compared must not bring the record back.
          withdrawStaged(root, path);
          await unlinkNow(target);
        });
      await mapConcurrently(removed.filter(isImmutable), filesAtOnce, (path) => at('remove', path, unlinkNow));
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
 * Whether the folder contains a file at any depth. Removing files leaves empty folders, since another process may be about
 * to write into them; an empty folder counts as absent, as in a bucket.
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

/** Throws for a symbolic link, since its target was not published. */
const readOrNull = (target: string): Promise<Uint8Array | null> =>
  readFile(target, { flag: constants.O_RDONLY | constants.O_NOFOLLOW }).catch(ignoreMissing);

/** The same kernel sets a local file's mtime and the process's clock, so the two can be compared. */
async function readAged(target: string): Promise<AgedBytes> {
  const handle = await open(target, constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    const { mtimeMs } = await handle.stat();
    return { bytes: await handle.readFile(), age: Date.now() - mtimeMs };
  } finally {
    await handle.close();
  }
}

/**
 * Stages the file, deletes the files that others staged for the path, compares, and renames. So at most one of several
 * concurrent writers succeeds, and one that was paused in between finds its staged file deleted and must compare again.
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
    withdrawStaged(root, path, staged);
    // Synchronous, so that no other work of this process runs between comparing and renaming.
    const found = orMissing(() => readFileSync(target));
    if (!sameBytes(found, expected)) {
      orMissing(() => unlinkSync(staged));
      return false;
    }
    renameSync(staged, target);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return 'withdrawn';
    orMissing(() => unlinkSync(staged));
    throw error;
  }
  await syncFolder(dirname(target));
  return true;
}

async function renameInto(root: string, path: string, bytes: Uint8Array): Promise<void> {
  assertBelowRoot(path);
  const target = join(root, path);
  const staged = await stageFile(root, path, bytes);
  try {
    renameSync(staged, target);
  } catch (error) {
    orMissing(() => unlinkSync(staged));
    throw error;
  }
}
