import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listGenerations, loadSnapshot } from '../../src/snapshot/load-snapshot.ts';
import { listName, paths } from '../../src/snapshot/paths.ts';
import { filesOf, removeOrphans } from '../../src/snapshot/remove-orphans.ts';
import { type PublishedFolder, publishedFolder } from '../support/published-folder.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const minute = 60_000;
const hour = 60 * minute;

/** A published form in which `north` has published so many times, each time another document. */
async function publishedTimes(times: number): Promise<PublishedFolder> {
  const form = publishedFolder(await temporaryFolder());
  for (let time = 1; time <= times; time++) await form.publish('north', { v1: { id: 'v1', time } });
  return form;
}

const generations = async ({ store }: PublishedFolder) =>
  (await listGenerations(store, 'north')).toSorted((one, other) => one - other);
const filesBelow = async ({ store }: PublishedFolder) =>
  (await store.list(paths.files('north'))).map(({ path }) => path).toSorted();

/** Every file that the current pointer and the kept earlier ones name. */
async function namedFiles(form: PublishedFolder): Promise<string[]> {
  const pointers = [await form.store.read(paths.pointer('north'))];
  for (const generation of await generations(form))
    pointers.push(await form.store.read(paths.earlierPointer('north', generation)));
  return [...new Set(pointers.flatMap((bytes) => filesOf(JSON.parse(Buffer.from(bytes ?? []).toString()))))].toSorted();
}

test('the ten pointers before the current one stay, with all their files; older ones go, with theirs', async () => {
  const form = await publishedTimes(14);
  const removed = await removeOrphans(form.store, 'north', Date.now() + 2 * hour);
  expect(await generations(form)).toEqual([4, 5, 6, 7, 8, 9, 10, 11, 12, 13]);
  expect(await filesBelow(form)).toEqual(await namedFiles(form));
  // Three pointers, and for each the three encodings of its document; the list was the same each time.
  expect(removed).toHaveLength(3 + 3 * 3);
  expect(await removeOrphans(form.store, 'north', Date.now() + 3 * hour)).toEqual([]);
});

test('a pointer that was replaced less than a minute ago stays, however many there are', async () => {
  const form = await publishedTimes(14);
  expect(await removeOrphans(form.store, 'north', Date.now() + minute / 2)).toEqual([]);
  expect(await generations(form)).toHaveLength(13);
});

test('a file that nothing names stays for an hour: somebody may be about to name it', async () => {
  const form = await publishedTimes(1);
  const orphans = [paths.file('north', 'v9', 'e'.repeat(64), 'gzip'), `${paths.files('north')}.tmp-0123456789abcdef`];
  await form.store.write(orphans.map((path) => ({ path, bytes: Buffer.from('x') })));
  const written = Math.max(
    ...(await form.store.list(paths.files('north'))).map(({ changedAt }) => changedAt.getTime()),
  );
  expect(await removeOrphans(form.store, 'north', written + hour - 1000)).toEqual([]);
  expect((await removeOrphans(form.store, 'north', written + hour + 1000)).toSorted()).toEqual(orphans.toSorted());
});

test('what a crashed writer left beside the records goes after an hour too, and the records stay', async () => {
  const form = await publishedTimes(2);
  await form.writeAccess('north');
  const left = `${paths.organisation('north')}.tmp-0123456789abcdef`;
  await form.store.write([
    { path: left, bytes: Buffer.from('{"half') },
    { path: paths.problems('north'), bytes: Buffer.from('{}') },
  ]);
  expect(await removeOrphans(form.store, 'north', Date.now() + 2 * hour)).toEqual([left]);
  for (const path of [paths.accessRecord('north'), paths.problems('north'), paths.pointer('north')])
    expect(await form.store.read(path)).not.toBeNull();
});

test('files that the current pointer names stay, however old they are', async () => {
  const form = await publishedTimes(1);
  for (const path of await filesBelow(form)) await utimes(join(form.folder, path), 1, 1);
  expect(await removeOrphans(form.store, 'north', Date.now() + 1000 * hour)).toEqual([]);
  expect(await filesBelow(form)).toHaveLength(6);
});

test('a file that an earlier, kept pointer shares with nothing else stays', async () => {
  const form = await publishedTimes(2);
  const first = JSON.parse(Buffer.from((await form.store.read(paths.earlierPointer('north', 1))) ?? []).toString());
  expect(await removeOrphans(form.store, 'north', Date.now() + 1000 * hour)).toEqual([]);
  for (const path of filesOf(first)) expect(await form.store.read(path)).not.toBeNull();
});

test('another organisation loses nothing', async () => {
  const form = await publishedTimes(14);
  await form.publish('north-2', { v1: { id: 'v1' } });
  await form.publish('north-2', { v2: { id: 'v2' } });
  const before = (await form.store.list(paths.organisation('north-2'))).length;
  const removed = await removeOrphans(form.store, 'north', Date.now() + 2 * hour);
  expect(removed.every((path) => path.startsWith(paths.organisation('north')))).toBe(true);
  expect(await form.store.list(paths.organisation('north-2'))).toHaveLength(before);
});

test('an organisation that has published nothing is left alone', async () => {
  const form = publishedFolder(await temporaryFolder());
  await form.writeAccess('north');
  expect(await removeOrphans(form.store, 'north', Date.now() + 2 * hour)).toEqual([]);
});

test('an earlier pointer that is torn does not stop the clean-up, and goes', async () => {
  const form = await publishedTimes(14);
  await form.store.write(
    [2, 13].map((each) => ({ path: paths.earlierPointer('north', each), bytes: Buffer.from('{"for') })),
  );
  await removeOrphans(form.store, 'north', Date.now() + 2 * hour);
  expect(await generations(form)).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
  expect((await loadSnapshot(form.store, 'north')).pointer?.generation).toBe(14);
  const current = (await loadSnapshot(form.store, 'north')).pointer;
  for (const path of current ? filesOf(current) : []) expect(await form.store.read(path)).not.toBeNull();
});

test('a pointer names the three encodings of its list and of each version', async () => {
  const form = await publishedTimes(1);
  const { pointer } = await loadSnapshot(form.store, 'north');
  if (pointer === null) throw new Error('nothing is published');
  expect(filesOf(pointer).toSorted()).toEqual(await filesBelow(form));
  expect(filesOf(pointer).filter((path) => path.includes(`/${listName}.`))).toHaveLength(3);
});
