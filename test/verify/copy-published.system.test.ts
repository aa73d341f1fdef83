// Copying while the target may be read: files are copied before the pointers that name them, and the next copy completes
// an interrupted one.

import { expect, test } from 'vitest';
import { folderStore } from '../../src/store/folder/folder-store.ts';
import { copyPublished } from '../../src/verify/copy-published.ts';
import { publishedFolder } from '../support/published-folder.ts';
import { readFiles } from '../support/published-school.ts';
import { steppingStore } from '../support/stepping-store.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

async function twoSchools() {
  const form = publishedFolder(await temporaryFolder());
  await form.addOrganisation('north', { v1: { id: 'v1' }, v2: { id: 'v2' } });
  await form.addOrganisation('south', { v1: { id: 'v1' } });
  return form;
}

test('copies each file that differs, returns the counts, and keeps files that only the target has', async () => {
  const form = await twoSchools();
  const target = await temporaryFolder();
  await folderStore(target).write([{ path: 'organisations/west/handle.json', bytes: Buffer.from('{}') }]);
  const progress: number[][] = [];
  const first = await copyPublished(form.store, folderStore(target), (done, total) => progress.push([done, total]));
  const files = readFiles(form.folder, '**');
  expect(first).toEqual({ files: files.size, copied: files.size });
  expect(progress).toEqual(Array.from(files, (_, index) => [index + 1, files.size]));
  expect(readFiles(target, '**')).toEqual(new Map([...files, ['organisations/west/handle.json', '{}']]));

  await form.publish('south', { v1: { id: 'v1', name: 'renamed' } });
  const changed = [...readFiles(form.folder, '**')].filter(([path, text]) => files.get(path) !== text).length;
  const second = await copyPublished(form.store, folderStore(target));
  expect(second.copied).toBe(changed);
  expect(changed).toBeGreaterThan(0);
  expect(changed).toBeLessThan(files.size);
});

test('interrupted after any file, it leaves no record without its files', async () => {
  const form = await twoSchools();
  const total = readFiles(form.folder, '**').size;
  for (let steps = 1; steps <= total; steps++) {
    const target = folderStore(await temporaryFolder());
    const cutOff = steppingStore(target, ({ number }) => {
      if (number > steps) throw new Error('cut off');
    });
    const copied = copyPublished(form.store, cutOff).then(
      () => true,
      () => false,
    );
    expect(await copied).toBe(steps === total);
    const there = new Set((await target.list('organisations/')).map(({ path }) => path));
    const everyFile = [...readFiles(form.folder, 'organisations/**').keys()];
    if ((await target.list('records/')).length > 0) expect(everyFile.filter((path) => !there.has(path))).toEqual([]);
    await copyPublished(form.store, target);
    expect((await target.list('organisations/')).length + (await target.list('records/')).length).toBe(total);
  }
});

test('150,000 listed files that are gone when they are read are counted, and not copied', async () => {
  const store = folderStore(await temporaryFolder());
  // Removed since they were listed, which spares the test the reading and the writing.
  const listed = Array.from({ length: 150_000 }, (_, number) => ({
    path: `organisations/north/files/${number}`,
    changedAt: new Date(),
    size: 1,
  }));
  const crowded = {
    ...store,
    list: async (prefix: string) => (prefix === 'organisations/' ? listed : []),
    read: async () => null,
  };
  expect(await copyPublished(crowded, store)).toEqual({ files: 150_000, copied: 0 });
});
