// Documents leave a reserve of the disk for access, and no revocation stops.

import { expect, test } from 'vitest';
import { StoreFullError } from '../../src/errors.ts';
import { folderStore } from '../../src/store/folder/folder-store.ts';
import { readSpace } from '../../src/store/folder/read-space.ts';
import { reservedBytes, reservingStore, type Space } from '../../src/store/reserving-store.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const megabyte = 1_000_000;

async function storeWith(space: Space) {
  const store = folderStore(await temporaryFolder());
  return reservingStore(store, { bytes: 200 * megabyte, readSpace: async () => space });
}

test('files are written while the reserve is left, and records always', async () => {
  const space = { free: 201 * megabyte, total: 1e12 };
  const store = await storeWith(space);
  await store.write([{ path: 'a', bytes: Buffer.alloc(megabyte) }]);
  await expect(store.write([{ path: 'b', bytes: Buffer.alloc(megabyte + 1) }])).rejects.toThrow(StoreFullError);
  space.free = 10;
  await expect(store.write([{ path: 'c', bytes: Buffer.from('x') }])).rejects.toThrow(
    /cannot write c: 0 MB are free at .*, and BELFRY_RESERVE_MB keeps 200 MB of them for access/,
  );
  expect(await store.replace('record', Buffer.from('x'), null)).toBe(true);
  expect(await store.read('c')).toBeNull();
});

test('of a small disk a tenth is the reserve', () => {
  expect(reservedBytes(200 * megabyte, { free: 0, total: 50 * megabyte })).toBe(5 * megabyte);
  expect(reservedBytes(200 * megabyte, { free: 0, total: 1e12 })).toBe(200 * megabyte);
});

test('the space of a folder that is not there yet is that of the one around it', async () => {
  const folder = await temporaryFolder();
  const [here, there] = [await readSpace(folder), await readSpace(`${folder}/not/yet`)];
  expect(there.total).toBe(here.total);
});
