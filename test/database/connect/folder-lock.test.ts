import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { takeFolderLock } from '../../../src/database/connect/folder-lock.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** The locks that were acquired by so many attempts within two milliseconds. */
async function takeTogether(folder: string, attempts: number) {
  const taken = await Promise.all(
    Array.from({ length: attempts }, () => sleep(Math.random() * 2).then(() => takeFolderLock(folder))),
  );
  return taken.filter((lock) => lock !== null);
}

test('of several concurrent attempts after the owner has ended, at most one gets the lock', async () => {
  const folder = await temporaryFolder();
  let owners = 0;
  for (let round = 0; round < 300; round++) {
    const locks = await takeTogether(folder, 2 + (round % 12));
    expect(locks.length).toBeLessThanOrEqual(1);
    // Later attempts fail while the owner has it.
    if (locks.length === 1) expect(await takeTogether(folder, 3)).toEqual([]);
    owners += locks.length;
    for (const lock of locks) lock.release(); // as when a process ends: the file stays, but nothing listens
  }
  expect(owners).toBeGreaterThan(150);
});

test('a released lock can be taken again, and only the newest lock is in the folder', async () => {
  const folder = await temporaryFolder();
  for (const number of [1, 2, 3]) {
    const lock = await takeFolderLock(folder);
    expect(await readdir(folder)).toEqual([`lock.${number}`]);
    expect(await takeFolderLock(folder)).toBeNull();
    lock?.release();
  }
});

test('the lock of release 0.1 is respected', async () => {
  const folder = await temporaryFolder();
  const earlier = createServer().listen(join(folder, 'lock'));
  await once(earlier, 'listening');
  expect(await takeFolderLock(folder)).toBeNull();
  earlier.close();
  const lock = await takeFolderLock(folder);
  expect(await readdir(folder)).toEqual(['lock.1']);
  lock?.release();
});
