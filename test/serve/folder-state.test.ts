import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { folderState } from '../../src/serve/node/folder-state.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** Longer than the granularity of file times. */
const settled = () => sleep(40);

async function folderWithRecord() {
  const folder = join(await temporaryFolder(), 'records');
  await mkdir(folder);
  await writeFile(join(folder, 'one.json'), 'one');
  await settled();
  return folder;
}

const changes: Record<string, (folder: string) => Promise<unknown>> = {
  'a record is replaced': async (folder) => {
    await writeFile(join(folder, '..', 'new.json'), 'two');
    await rename(join(folder, '..', 'new.json'), join(folder, 'one.json'));
  },
  'a record is added': (folder) => writeFile(join(folder, 'two.json'), 'two'),
  'a record is removed': (folder) => rm(join(folder, 'one.json')),
  'the folder is replaced by another': async (folder) => {
    await rename(folder, `${folder}.old`);
    await mkdir(folder);
  },
  'the folder is removed': (folder) => rm(folder, { recursive: true }),
};

test.each(Object.entries(changes))('%s: from then on the state differs', async (_, change) => {
  const folder = await folderWithRecord();
  const readState = folderState(folder, { now: Date.now, ticks: () => performance.now() });
  readState();
  await settled();
  const before = readState();
  expect(readState()).toBe(before);
  await change(folder);
  expect(readState()).not.toBe(before);
  await settled();
  expect(readState()).not.toBe(before);
});

test('a folder that changed 5 ms ago, or in the future, has a new state on each call', async () => {
  const folder = await folderWithRecord();
  const { mtimeMs } = await stat(folder);
  let time = mtimeMs + 5;
  const readState = folderState(folder, { now: () => time, ticks: () => time });
  expect(readState()).not.toBe(readState());
  time = mtimeMs - 3_600_000;
  expect(readState(), 'changed in the future').not.toBe(readState());
  time = mtimeMs + 1000;
  readState();
  time += 26;
  expect(readState()).toBe(readState());
});

test('a folder has a new state on each call until 25 ms after its times were first read', async () => {
  const folder = await folderWithRecord();
  let time = (await stat(folder)).mtimeMs + 3_600_000;
  const readState = folderState(folder, { now: () => time, ticks: () => time });
  expect(readState()).not.toBe(readState());
  time += 25;
  expect(readState()).not.toBe(readState());
  time += 1;
  expect(readState()).toBe(readState());
});

test('a state is kept for a second at most, and not when the clock goes back', async () => {
  const folder = await folderWithRecord();
  const { mtimeMs } = await stat(folder);
  let time = mtimeMs + 10_000;
  const readState = folderState(folder, { now: () => time, ticks: () => time });
  readState();
  time += 26;
  const before = readState();
  time += 1000;
  expect(readState()).toBe(before);
  time += 1;
  const later = readState();
  expect(later).not.toBe(before);
  time -= 5000;
  expect(readState()).not.toBe(later);
});

test('the time of day proves nothing: set forward, it neither settles a folder nor keeps a state', async () => {
  const folder = await folderWithRecord();
  let time = (await stat(folder)).mtimeMs + 10_000;
  let tick = 0;
  const readState = folderState(folder, { now: () => time, ticks: () => tick });
  expect(readState()).not.toBe(readState());
  time += 3_600_000;
  expect(readState(), 'an hour later by the time of day').not.toBe(readState());
  tick += 26;
  const before = readState();
  expect(readState()).toBe(before);
  tick += 1_001;
  expect(readState(), 'a second later, while the time of day stands').not.toBe(before);
});
