import { execFileSync } from 'node:child_process';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { folderStore } from '../../src/snapshot/folder-store.ts';
import { listGenerations } from '../../src/snapshot/load-snapshot.ts';
import { type Store, StoreError } from '../../src/snapshot/store.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { storeContract } from './store-contract.ts';

storeContract('a folder', async () => folderStore(await temporaryFolder()));

const bytes = new TextEncoder().encode('content');

test('the folder is made when the first file is written', async () => {
  const folder = join(await temporaryFolder(), 'not', 'there', 'yet');
  const store = folderStore(folder);
  expect(await store.read('a')).toBeNull();
  expect(await store.list('a/')).toEqual([]);
  await store.write([{ path: 'a/b', bytes }]);
  expect(await readdir(folder)).toEqual(['a']);
});

// A file where a folder should be stops everybody, while permissions do not stop root.
const failures: [string, string, (store: Store) => Promise<unknown>][] = [
  ['write', 'file/below', (store) => store.write([{ path: 'file/below', bytes }])],
  ['write over a folder', 'folder', (store) => store.write([{ path: 'folder', bytes }])],
  ['replace', 'file/below', (store) => store.replace('file/below', bytes, null)],
  ['replace a folder', 'folder', (store) => store.replace('folder', bytes, null)],
  ['read a folder', 'folder', (store) => store.read('folder')],
  ['remove a folder', 'folder', (store) => store.remove(['folder'])],
];
test.each(failures)(
  'what it cannot do, as to %s, is thrown with the path and the cause, and leaves nothing behind',
  async (_, path, fail) => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'file'), 'as it was');
    await mkdir(join(folder, 'folder', 'inner'), { recursive: true });
    const error: unknown = await fail(folderStore(folder)).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(StoreError);
    expect(error).toMatchObject({ name: 'StoreError', cause: { code: expect.stringMatching(/^E[A-Z]+$/) } });
    expect(String(error)).toContain(path.split('/')[0]);
    expect((await readdir(folder, { recursive: true })).toSorted()).toEqual(['file', 'folder', 'folder/inner']);
  },
);

test('what a crashed writer left is listed for the clean-up, and is no generation', async () => {
  const folder = await temporaryFolder();
  const history = join(folder, 'organisations', 'north', 'history');
  await mkdir(history, { recursive: true });
  for (const name of ['3.json', '12.json', '.tmp-0123456789abcdef', 'notes.txt', '4.json.bak'])
    await writeFile(join(history, name), '');
  const store = folderStore(folder);
  expect((await listGenerations(store, 'north')).toSorted()).toEqual([12, 3]);
  expect((await store.list('organisations/north/')).map(({ path }) => path)).toContain(
    'organisations/north/history/.tmp-0123456789abcdef',
  );
});

const canMount = (() => {
  try {
    execFileSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt'], { stdio: 'ignore' });
    return process.getuid?.() === 0;
  } catch {
    return false;
  }
})();

test.runIf(canMount)('a full disk is an error that leaves the old file whole and no other behind', async () => {
  const folder = await temporaryFolder();
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', folder]);
  onTestFinished(() => {
    execFileSync('umount', [folder]);
  });
  const store = folderStore(folder);
  const old = Buffer.alloc(100_000, 'o');
  await store.write([{ path: 'a/file', bytes: old }]);
  const tooBig = Buffer.alloc(400_000, 'n');
  for (const attempt of [
    () => store.write([{ path: 'a/file', bytes: tooBig }]),
    () => store.replace('a/file', tooBig, old),
    () =>
      store.write([
        { path: 'a/small', bytes },
        { path: 'a/file', bytes: tooBig },
      ]),
  ]) {
    await expect(attempt()).rejects.toMatchObject({ name: 'StoreError', cause: { code: 'ENOSPC' } });
    expect(old.equals((await store.read('a/file')) ?? Buffer.of())).toBe(true);
  }
  expect((await readdir(join(folder, 'a'))).filter((name) => name.startsWith('.tmp-'))).toEqual([]);
});
