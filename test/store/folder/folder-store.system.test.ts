import { mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parseOrganisationId as org } from '../../../src/access/ids.ts';
import { StoreError } from '../../../src/errors.ts';
import { listGenerations } from '../../../src/snapshot/load-published.ts';
import { folderStore } from '../../../src/store/folder/folder-store.ts';
import type { Store } from '../../../src/store/store.ts';
import { mayMount, mountDisk } from '../../support/mount-disk.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { storeContract } from '../store-contract.ts';

storeContract('a folder', async () => folderStore(await temporaryFolder()));

const bytes = new TextEncoder().encode('content');

test('the folder is created when the first file is written', async () => {
  const folder = join(await temporaryFolder(), 'not', 'there', 'yet');
  const store = folderStore(folder);
  expect(await store.read('a')).toBeNull();
  expect(await store.list('a/')).toEqual([]);
  await store.write([{ path: 'a/b', bytes }]);
  expect((await readdir(folder)).toSorted()).toEqual(['.tmp', 'a']);
});

// A file in place of a folder fails for every user, while permissions do not stop root.
const failures: [string, string, (store: Store) => Promise<unknown>][] = [
  ['write', 'file/below', (store) => store.write([{ path: 'file/below', bytes }])],
  ['write over a folder', 'folder', (store) => store.write([{ path: 'folder', bytes }])],
  ['replace', 'file/below', (store) => store.replace('file/below', bytes, null)],
  ['replace a folder', 'folder', (store) => store.replace('folder', bytes, null)],
  ['read a folder', 'folder', (store) => store.read('folder')],
  ['remove a folder', 'folder', (store) => store.remove(['folder'])],
];
test.each(failures)(
  'a failure to %s is a StoreError with the path and the cause, and leaves no other file',
  async (_, path, fail) => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'file'), 'as it was');
    await mkdir(join(folder, 'folder', 'inner'), { recursive: true });
    const error: unknown = await fail(folderStore(folder)).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(StoreError);
    expect(error).toMatchObject({ name: 'StoreError', cause: { code: expect.stringMatching(/^E[A-Z]+$/) } });
    expect(String(error)).toContain(path.split('/')[0]);
    const found = await readdir(folder, { recursive: true });
    expect(found.filter((name) => name !== '.tmp').toSorted()).toEqual(['file', 'folder', 'folder/inner']);
  },
);

test.each([
  ['the umask 000', 0o000, 0o750, 0o640],
  ['the umask 022', 0o022, 0o750, 0o640],
  ['the umask 077', 0o077, 0o700, 0o600],
])('with %s only the publisher can write, and at most its group can read', async (_, umask, folders, files) => {
  const before = process.umask(umask);
  onTestFinished(() => void process.umask(before));
  const root = join(await temporaryFolder(), 'out');
  const store = folderStore(root);
  const bytes = new Uint8Array([1]);
  await store.write([{ path: 'site/index.html', bytes }]);
  await store.replace('keys/aa/one.json', bytes, null);
  const modeOf = async (path: string) => (await stat(join(root, path))).mode & 0o777;
  for (const path of ['.', 'site', 'keys', 'keys/aa']) expect([path, await modeOf(path)]).toEqual([path, folders]);
  for (const path of ['site/index.html', 'keys/aa/one.json']) expect([path, await modeOf(path)]).toEqual([path, files]);
});

test('only files that are named like a generation are listed as one', async () => {
  const folder = await temporaryFolder();
  const history = join(folder, 'organisations', 'north', 'history');
  await mkdir(history, { recursive: true });
  for (const name of ['3.json', '12.json', '.tmp-0123456789abcdef', 'notes.txt', '4.json.bak'])
    await writeFile(join(history, name), '');
  expect((await listGenerations(folderStore(folder), org('north'))).toSorted()).toEqual([12, 3]);
});

test('a staged file of a killed process is not listed with the published ones, and is removed after an hour', async () => {
  const folder = await temporaryFolder();
  let now = Date.now();
  await folderStore(folder).write([{ path: 'keys/ab/key.json', bytes }]);
  const left = join(folder, '.tmp', 'keys~ab~key.json~0123456789abcdef');
  await writeFile(left, 'half');
  const store = folderStore(folder, () => now);
  await store.write([{ path: 'site/index.html', bytes }]);
  expect(await readdir(join(folder, '.tmp'))).toHaveLength(1);
  expect((await store.list('keys/')).map(({ path }) => path)).toEqual(['keys/ab/key.json']);
  now += 3_700_000;
  await store.write([{ path: 'site/index.html', bytes }]);
  expect(await readdir(join(folder, '.tmp'))).toEqual([]);
});

test('a symbolic link is not followed out of the folder: nothing outside is read, written, listed or removed', async () => {
  const [folder, outside] = [await temporaryFolder(), await temporaryFolder()];
  await mkdir(join(outside, 'files'));
  await writeFile(join(outside, 'files', 'v1.json'), 'outside');
  await mkdir(join(folder, 'organisations'));
  await symlink(outside, join(folder, 'organisations', 'north'));
  const store = folderStore(folder);
  const path = 'organisations/north/files/v1.json';
  for (const attempt of [
    () => store.read(path),
    () => store.write([{ path, bytes }]),
    () => store.replace(path, bytes, null),
    () => store.remove([path]),
    () => store.list('organisations/north/'),
    () => store.listNames('organisations/north/files/'),
  ])
    await expect(attempt()).rejects.toThrow(StoreError);
  await mkdir(join(folder, 'organisations', 'south'));
  await symlink(join(outside, 'files', 'v1.json'), join(folder, 'organisations', 'south', 'current.json'));
  await expect(store.read('organisations/south/current.json')).rejects.toThrow(StoreError);
  await store.remove(['organisations/south/current.json']);
  expect(await readFile(join(outside, 'files', 'v1.json'), 'utf8')).toBe('outside');
});

test('the folder itself may be reached through a link', async () => {
  const [folder, elsewhere] = [await temporaryFolder(), await temporaryFolder()];
  await symlink(folder, join(elsewhere, 'out'));
  const store = folderStore(join(elsewhere, 'out'));
  await store.write([{ path: 'a/b', bytes }]);
  expect(await readFile(join(folder, 'a', 'b'), 'utf8')).toBe('content');
});

test.skipIf(!mayMount())('a full disk is an error that leaves the old file intact and no other file', async () => {
  const folder = await mountDisk('256k');
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
    await expect(attempt()).rejects.toMatchObject({ name: 'StoreFullError', cause: { code: 'ENOSPC' } });
    expect(old.equals((await store.read('a/file')) ?? Buffer.of())).toBe(true);
  }
  expect(await readdir(join(folder, '.tmp'))).toEqual([]);
});
