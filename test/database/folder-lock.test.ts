import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { takeFolderLock } from '../../src/database/folder-lock.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** What those got who took the lock within the same two milliseconds. */
async function takeTogether(folder: string, takers: number) {
  const taken = await Promise.all(
    Array.from({ length: takers }, () => sleep(Math.random() * 2).then(() => takeFolderLock(folder))),
  );
  return taken.filter((lock) => lock !== null);
}

test('of those that find the owner gone at the same time, never more than one gets the lock', async () => {
  const folder = await temporaryFolder();
  let owners = 0;
  for (let round = 0; round < 300; round++) {
    const locks = await takeTogether(folder, 2 + (round % 12));
    expect(locks.length).toBeLessThanOrEqual(1);
    // Whoever comes later, as long as the owner lives, is refused too.
    if (locks.length === 1) expect(await takeTogether(folder, 3)).toEqual([]);
    owners += locks.length;
    for (const lock of locks) lock.release(); // as the kernel does when a process ends: the file stays, nobody listens
  }
  expect(owners).toBeGreaterThan(150);
});

test('the lock of an owner that has gone is free for the next one, and nothing else is left in the folder', async () => {
  const folder = await temporaryFolder();
  for (const number of [1, 2, 3]) {
    const lock = await takeFolderLock(folder);
    expect(await readdir(folder)).toEqual([`lock.${number}`]);
    expect(await takeFolderLock(folder)).toBeNull();
    lock?.release();
  }
});

test('the lock of a process of release 0.1 counts as well', async () => {
  const folder = await temporaryFolder();
  const earlier = createServer().listen(join(folder, 'lock'));
  await once(earlier, 'listening');
  expect(await takeFolderLock(folder)).toBeNull();
  earlier.close();
  const lock = await takeFolderLock(folder);
  expect(await readdir(folder)).toEqual(['lock.1']);
  lock?.release();
});
