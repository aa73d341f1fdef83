import { randomBytes } from 'node:crypto';
import { stat, truncate, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseOrganisationId as org } from '../../src/access/ids.ts';
import { listGenerations, loadPublished } from '../../src/snapshot/load-published.ts';
import { listName, paths } from '../../src/snapshot/paths.ts';
import { parsePointer, recordBytes } from '../../src/snapshot/read-record.ts';
import { defaultRetention, filesOf, removeGarbage } from '../../src/snapshot/remove-garbage.ts';
import { readRecordById } from '../../src/snapshot/stored-organisation.ts';
import type { Store } from '../../src/store/store.ts';
import {
  type PublishedFolder,
  type PublishedForm,
  publishedFolder,
  publishedForm,
} from '../support/published-folder.ts';
import { eachOutputKind } from '../support/published-output.ts';
import { readPointer } from '../support/published-school.ts';
import { changeRecord, recordPath } from '../support/record-places.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const minute = 60_000;
const hour = 60 * minute;

/** A published output of `north` with so many generations, each with another document. */
async function publishedTimes(times: number): Promise<PublishedFolder> {
  const form = publishedFolder(await temporaryFolder());
  for (let time = 1; time <= times; time++) await form.publish('north', { v1: { id: 'v1', time } });
  return form;
}

const generations = async ({ store }: Pick<PublishedForm, 'store'>) =>
  (await listGenerations(store, org('north'))).toSorted((one, other) => one - other);
const filesBelow = async ({ store }: PublishedFolder) =>
  (await store.list(paths.files(org('north')))).map(({ path }) => path).toSorted();

/** Every file that the current pointer and the kept earlier ones name. */
async function namedFiles(form: PublishedFolder): Promise<string[]> {
  const pointers = [readPointer(form.folder, 'north')];
  for (const generation of await generations(form))
    pointers.push(parsePointer((await form.store.read(paths.earlierPointer(org('north'), generation))) ?? Buffer.of()));
  return [...new Set(pointers.flatMap(filesOf))].toSorted();
}

test('the ten pointers before the current one stay with all their files; older ones are removed with theirs', async () => {
  const form = await publishedTimes(14);
  const removed = await removeGarbage(form.store, org('north'), Date.now() + 2 * hour);
  expect(await generations(form)).toEqual([4, 5, 6, 7, 8, 9, 10, 11, 12, 13]);
  expect(await filesBelow(form)).toEqual(await namedFiles(form));
  // Three pointers, and for each the three encodings of its document; the list was the same each time.
  expect(removed).toHaveLength(3 + 3 * 3);
  expect(await removeGarbage(form.store, org('north'), Date.now() + 3 * hour)).toEqual([]);
});

test('a pointer that was replaced less than a minute ago stays, even the 13th', async () => {
  const form = await publishedTimes(14);
  expect(await removeGarbage(form.store, org('north'), Date.now() + minute / 2)).toEqual([]);
  expect(await generations(form)).toHaveLength(13);
});

test('a record that is read once as it was one generation before removes nothing', async () => {
  const form = await publishedTimes(1);
  const older = (await form.store.read(recordPath('north'))) ?? Buffer.of();
  await form.publish('north', { v1: { id: 'v1', time: 2 } });
  const before = await filesBelow(form);
  let lies = 0;
  const lying: Store = {
    ...form.store,
    read: async (path) => (path === recordPath('north') && lies++ === 0 ? older : form.store.read(path)),
  };
  await expect(removeGarbage(lying, org('north'), Date.now() + 2 * hour)).rejects.toThrow('another one each time');
  expect(await filesBelow(form)).toEqual(before);
});

test('a file that nothing names stays for an hour, since a publisher may be about to name it', async () => {
  const form = await publishedTimes(1);
  const orphans = [
    paths.file(org('north'), 'v9', 'e'.repeat(64), 'gzip'),
    `${paths.files(org('north'))}.tmp-0123456789abcdef`,
  ];
  await form.store.write(orphans.map((path) => ({ path, bytes: Buffer.from('x') })));
  const written = Math.max(
    ...(await form.store.list(paths.files(org('north')))).map(({ changedAt }) => changedAt.getTime()),
  );
  expect(await removeGarbage(form.store, org('north'), written + hour - 1000)).toEqual([]);
  expect((await removeGarbage(form.store, org('north'), written + hour + 1000)).toSorted()).toEqual(orphans.toSorted());
});

test('temporary files of a crashed writer beside the records are removed after an hour, and the records stay', async () => {
  const form = await publishedTimes(2);
  await form.writeAccess('north');
  const left = `${paths.organisation(org('north'))}.tmp-0123456789abcdef`;
  await form.store.write([
    { path: left, bytes: Buffer.from('{"half') },
    { path: paths.problems(org('north')), bytes: Buffer.from('{}') },
  ]);
  expect(await removeGarbage(form.store, org('north'), Date.now() + 2 * hour)).toEqual([left]);
  for (const path of [recordPath('north'), paths.problems(org('north')), paths.handle(org('north'))])
    expect(await form.store.read(path)).not.toBeNull();
});

test('packs that the record names stay at any age, and replaced ones as long as somebody may be reading them', async () => {
  const form = await publishedTimes(1);
  const publishPacks = async (text: string) => {
    const slices = { '2026-W48': { 'class/7A': { text } } };
    await form.derive('north', { calendar: {}, weeks: {}, slices });
    await form.publishDays('north', { '2026-11-23': { text } });
    const packs = (await filesBelow(form)).filter((path) => path.endsWith('.pack'));
    for (const path of packs) await utimes(join(form.folder, path), 1, 1);
    return packs;
  };
  const first = await publishPacks('one');
  expect(first.map((path) => path.split('/').at(-1)?.split('.')[0])).toEqual(['2026-W48-slices', 'days']);
  const both = await publishPacks('two');
  const replaced = both.filter((path) => first.includes(path));
  const { days, derived } = (await readRecordById(form.store, org('north'))).record ?? {};
  const now = Date.parse(days?.publishedAt ?? '');
  // The helper names no replaced pack of slices.
  const slices = replaced.filter((path) => path.includes('slices'));
  expect(derived?.replacedPacks).toBeUndefined();
  expect(await removeGarbage(form.store, org('north'), now + 59_000)).toEqual(slices);
  expect(await removeGarbage(form.store, org('north'), now + 700 * hour)).toEqual(
    replaced.filter((path) => path.includes('days')),
  );
  expect((await filesBelow(form)).filter((path) => path.endsWith('.pack'))).toHaveLength(2);
});

test('a record that is read once as it was with an older pack of days removes nothing', async () => {
  const form = await publishedTimes(1);
  await form.publishDays('north', { '2026-11-23': { text: 'one' } });
  const older = (await form.store.read(recordPath('north'))) ?? Buffer.of();
  await form.publishDays('north', { '2026-11-23': { text: 'two' } });
  const before = await filesBelow(form);
  const stale: Store = {
    ...form.store,
    read: async (path) => (path === recordPath('north') ? older : form.store.read(path)),
  };
  expect(await removeGarbage(stale, org('north'), Date.now() + 2 * hour)).toEqual([]);
  expect(await filesBelow(form)).toEqual(before);
});

test('files that the current pointer names stay at any age', async () => {
  const form = await publishedTimes(1);
  for (const path of await filesBelow(form)) await utimes(join(form.folder, path), 1, 1);
  expect(await removeGarbage(form.store, org('north'), Date.now() + 700 * hour)).toEqual([]);
  expect(await filesBelow(form)).toHaveLength(6);
});

test('a file that only a kept earlier pointer names stays', async () => {
  const form = await publishedTimes(2);
  const first = JSON.parse(
    Buffer.from((await form.store.read(paths.earlierPointer(org('north'), 1))) ?? []).toString(),
  );
  expect(await removeGarbage(form.store, org('north'), Date.now() + 700 * hour)).toEqual([]);
  for (const path of filesOf(first)) expect(await form.store.read(path)).not.toBeNull();
});

test('no file of another organisation is removed', async () => {
  const form = await publishedTimes(14);
  await form.publish('north-2', { v1: { id: 'v1' } });
  await form.publish('north-2', { v2: { id: 'v2' } });
  const before = (await form.store.list(paths.organisation(org('north-2')))).length;
  const removed = await removeGarbage(form.store, org('north'), Date.now() + 2 * hour);
  expect(removed.every((path) => path.startsWith(paths.organisation(org('north'))))).toBe(true);
  expect(await form.store.list(paths.organisation(org('north-2')))).toHaveLength(before);
});

test('the files of release 0.1 are removed at once', async () => {
  const form = await publishedTimes(1);
  const old = ['access', 'current'].map((name) => `${paths.organisation(org('north'))}${name}.json`);
  await form.store.write(old.map((path) => ({ path, bytes: Buffer.from('{"formatVersion":1}') })));
  expect((await removeGarbage(form.store, org('north'), Date.now())).toSorted()).toEqual(old);
});

test('nothing is removed while the record is lost, since it will be written again', async () => {
  const form = await publishedTimes(1);
  const before = await filesBelow(form);
  await form.store.remove([recordPath('north')]);
  expect(await removeGarbage(form.store, org('north'), Date.now() + 700 * hour)).toEqual([]);
  expect(await filesBelow(form)).toEqual(before);
});

test('nothing is removed of an organisation that has published nothing', async () => {
  const form = publishedFolder(await temporaryFolder());
  await form.writeAccess('north');
  expect(await removeGarbage(form.store, org('north'), Date.now() + 2 * hour)).toEqual([]);
});

test('a truncated earlier pointer does not stop the clean-up, and is removed', async () => {
  const form = await publishedTimes(14);
  await form.store.write(
    [2, 13].map((each) => ({ path: paths.earlierPointer(org('north'), each), bytes: Buffer.from('{"for') })),
  );
  await removeGarbage(form.store, org('north'), Date.now() + 2 * hour);
  expect(await generations(form)).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
  expect((await loadPublished(form.store, org('north'))).pointer?.generation).toBe(14);
  const current = (await loadPublished(form.store, org('north'))).pointer;
  for (const path of current ? filesOf(current) : []) expect(await form.store.read(path)).not.toBeNull();
});

test('a pointer names the three encodings of its list and of each version', async () => {
  const form = await publishedTimes(1);
  const { pointer } = await loadPublished(form.store, org('north'));
  if (pointer === null) throw new Error('nothing is published');
  expect(filesOf(pointer).toSorted()).toEqual(await filesBelow(form));
  expect(filesOf(pointer).filter((path) => path.includes(`/${listName}.`))).toHaveLength(3);
});

describe('of a calendar and its weeks', () => {
  const week = (text: string) => ({ calendar: { text }, weeks: { '2026-W48': { text }, '2026-W49': { text } } });
  const calendarFiles = async (form: PublishedFolder) =>
    (await filesBelow(form)).filter((path) => /\/(calendar|2026-W\d\d)\./.test(path));
  /** Makes every file that was written so far look as old as that. */
  const age = async (form: PublishedFolder, milliseconds: number) => {
    const at = new Date(Date.now() - milliseconds);
    for (const path of await filesBelow(form)) await utimes(join(form.folder, path), at, at);
  };

  test('the files that the record names stay at any age', async () => {
    const form = await publishedTimes(2);
    await form.derive('north', week('first'));
    await age(form, 100 * hour);
    expect(await removeGarbage(form.store, org('north'), Date.now())).toEqual([]);
    expect(await calendarFiles(form)).toHaveLength(9);
    const retention = { ...defaultRetention, bytes: 0 };
    await removeGarbage(form.store, org('north'), Date.now() + hour, { retention });
    expect(await calendarFiles(form)).toHaveLength(9);
  });

  test('what was replaced stays for a minute, and then only as long as any file that nothing names', async () => {
    const form = await publishedTimes(1);
    const first = await form.derive('north', week('first'));
    await age(form, 100 * hour);
    await form.derive('north', week('second'));
    const now = Date.now();
    expect(await removeGarbage(form.store, org('north'), now + minute - 1000)).toEqual([]);
    expect(await calendarFiles(form)).toHaveLength(18);
    expect(await removeGarbage(form.store, org('north'), now + minute + 1000)).toEqual(
      expect.arrayContaining([paths.file(org('north'), 'calendar', first.calendar.hash, 'br')]),
    );
    expect(await calendarFiles(form)).toHaveLength(9);
  });

  test('in a full store what was replaced goes after five seconds', async () => {
    const form = await publishedTimes(1);
    await form.derive('north', week('first'));
    await form.derive('north', week('second'));
    const now = Date.now();
    const retention = { ...defaultRetention, bytes: 0 };
    expect(await removeGarbage(form.store, org('north'), now + 4_000, { retention })).toEqual([]);
    expect(await removeGarbage(form.store, org('north'), now + 6_000, { retention })).toHaveLength(9);
  });

  test('when the calendar was removed, its files go after an hour', async () => {
    const form = await publishedTimes(1);
    await form.derive('north', week('first'));
    await form.derive('north', null);
    expect(await removeGarbage(form.store, org('north'), Date.now() + hour - minute)).toEqual([]);
    await removeGarbage(form.store, org('north'), Date.now() + hour + minute);
    expect(await calendarFiles(form)).toEqual([]);
  });

  test('a record that is read as it was before its calendar was published anew removes nothing of the new one', async () => {
    const form = await publishedTimes(1);
    await form.derive('north', week('first'));
    const stale = (await form.store.read(recordPath('north'))) ?? Buffer.of();
    await form.derive('north', week('second'));
    const lying: Store = {
      ...form.store,
      read: async (path) => (path === recordPath('north') ? stale : form.store.read(path)),
    };
    expect(await removeGarbage(lying, org('north'), Date.now() + 2 * hour)).toEqual([]);
    expect(await calendarFiles(form)).toHaveLength(18);
  });
});

describe('the size of the kept files is bounded', () => {
  /** Half of the size limit, less some room for small files. */
  const half = defaultRetention.bytes / 2 - 10_000;
  const second = 1_000;
  const pointerOf = async ({ store }: PublishedFolder, generation: number) =>
    JSON.parse(Buffer.from((await store.read(paths.earlierPointer(org('north'), generation))) ?? []).toString());

  /** So many generations, of which all but the last two are large. */
  async function largeGenerations(times: number) {
    const form = await publishedTimes(times);
    for (let generation = 1; generation < times - 1; generation++) {
      const { hash } = (await pointerOf(form, generation)).timetables.v1;
      await truncate(join(form.folder, paths.file(org('north'), 'v1', hash, 'identity')), half);
    }
    return form;
  }

  test('of the files that nothing names, the oldest are removed until the rest is within the limit', async () => {
    const form = await publishedTimes(1);
    const orphans = ['c', 'a', 'b'].map((name) => paths.file(org('north'), name, 'e'.repeat(64), 'gzip'));
    await form.store.write(orphans.map((path) => ({ path, bytes: Buffer.from('x') })));
    for (const [index, path] of orphans.entries()) {
      await truncate(join(form.folder, path), half);
      await utimes(join(form.folder, path), new Date(), new Date(Date.now() - (9 - index) * minute));
    }
    expect(await removeGarbage(form.store, org('north'), Date.now())).toEqual([orphans[0]]);
    expect(await removeGarbage(form.store, org('north'), Date.now())).toEqual([]);
  });

  test('the oldest earlier generations are removed with their files, even within a minute', async () => {
    const form = await largeGenerations(7); // five large ones, of which two fit
    const gone = [await pointerOf(form, 1), await pointerOf(form, 2), await pointerOf(form, 3)];
    const removed = await removeGarbage(form.store, org('north'), Date.now() + 10 * second);
    expect(await generations(form)).toEqual([4, 5, 6]);
    expect(await filesBelow(form)).toEqual(await namedFiles(form));
    for (const { timetables } of gone)
      expect(removed).toContain(paths.file(org('north'), 'v1', timetables.v1.hash, 'identity'));
  });

  test('a generation that was replaced less than five seconds ago stays, since it may still be read', async () => {
    const form = await largeGenerations(7);
    const firstReplaced = Date.parse((await pointerOf(form, 2)).publishedAt);
    expect(await removeGarbage(form.store, org('north'), firstReplaced + 4 * second)).toEqual([]);
    expect(await generations(form)).toHaveLength(6);
  });

  test('when the store is full, only the current generation and the one before it stay', async () => {
    const form = await publishedTimes(14);
    const orphan = paths.file(org('north'), 'v9', 'e'.repeat(64), 'gzip');
    await form.store.write([{ path: orphan, bytes: Buffer.from('x') }]);
    const retention = { ...defaultRetention, bytes: 0 };
    const removed = await removeGarbage(form.store, org('north'), Date.now() + 10 * second, { retention });
    expect(removed).toContain(orphan);
    expect(await generations(form)).toEqual([13]);
    expect(await filesBelow(form)).toEqual((await namedFiles(form)).filter((path) => path !== orphan));
  });
});

const day = 24 * hour;

for (const { kind, missing, make } of eachOutputKind)
  describe.skipIf(missing)(`with a size limit near the size of the school, in ${kind}`, () => {
    const versions = ['v1', 'v2', 'v3', 'v4'];
    const bytesOf = async (store: Store) =>
      (await store.list(paths.organisation(org('north')))).reduce((sum, { size }) => sum + size, 0);

    /** So many generations, in each of which every document is another and incompressible. */
    async function renamed(times: number) {
      const form = publishedForm((await make()).store);
      for (let time = 1; time <= times; time++) {
        const documents = versions.map((id) => [id, { id, text: randomBytes(20_000).toString('base64') }] as const);
        await form.publish('north', Object.fromEntries(documents));
      }
      const pointer = (await loadPublished(form.store, org('north'))).pointer;
      if (pointer === null) throw new Error('nothing is published');
      const files = new Set(filesOf(pointer));
      const shown = await form.store.list(paths.files(org('north')));
      const size = shown.filter(({ path }) => files.has(path)).reduce((sum, file) => sum + file.size, 0);
      return { form, files, size };
    }
    const prune = (store: Store, bytes: number, later: number) =>
      removeGarbage(store, org('north'), Date.now() + later, { retention: { ...defaultRetention, bytes } });

    test.each([
      ['half its size', 0.5, [5]],
      ['2.5 times its size', 2.5, [4, 5]],
      ['10 times its size', 10, [1, 2, 3, 4, 5]],
    ])('a limit of %s keeps the current generation, one before it and as many more as fit', async (_, times, left) => {
      const { form, files, size } = await renamed(6);
      await prune(form.store, size * times, 2 * minute);
      expect(await generations(form)).toEqual(left);
      expect(await bytesOf(form.store)).toBeLessThan(size * (left.length + 1.2));
      const stored = new Set((await form.store.list(paths.files(org('north')))).map(({ path }) => path));
      expect([...files].filter((path) => !stored.has(path))).toEqual([]);
      expect(stored.size).toBe(files.size + left.length * versions.length * 3);
    });

    test('a generation that was just replaced stays at any size, since it may still be read', async () => {
      const { form } = await renamed(4);
      const second = parsePointer((await form.store.read(paths.earlierPointer(org('north'), 2))) ?? Buffer.of());
      const now = Date.parse(second.publishedAt) + 3_000;
      const retention = { ...defaultRetention, bytes: 0 };
      expect(await removeGarbage(form.store, org('north'), now, { retention })).toEqual([]);
      expect(await generations(form)).toEqual([1, 2, 3]);
    });

    test('the latest earlier generation is removed when it is older than 30 days', async () => {
      const { form, files } = await renamed(3);
      await prune(form.store, 0, 31 * day);
      expect(await generations(form)).toEqual([]);
      const stored = await form.store.list(paths.files(org('north')));
      expect(new Set(stored.map(({ path }) => path))).toEqual(files);
    });
  });

/** Sets the times of a replaced pointer, in milliseconds before now: its file's, and its successor's `publishedAt`. */
async function replaced(form: PublishedFolder, generation: number, { stored, said }: { stored: number; said: number }) {
  const publishedAt = new Date(Date.now() - said).toISOString();
  const path = paths.earlierPointer(org('north'), generation + 1);
  const bytes = await form.store.read(path);
  if (bytes !== null) {
    const { mtime } = await stat(join(form.folder, path));
    await form.store.write([{ path, bytes: recordBytes({ ...parsePointer(bytes), publishedAt }) }]);
    await utimes(join(form.folder, path), mtime, mtime);
  }
  await changeRecord(form.store, 'north', (record) =>
    record.pointer?.generation === generation + 1 ? { ...record, pointer: { ...record.pointer, publishedAt } } : record,
  );
  const seconds = (Date.now() - stored) / 1000;
  await utimes(join(form.folder, paths.earlierPointer(org('north'), generation)), seconds, seconds);
}

test('an earlier pointer is removed with its files 30 days after it was replaced, even if fewer than ten are kept', async () => {
  const form = await publishedTimes(3);
  expect(await removeGarbage(form.store, org('north'), Date.now() + 30 * day - hour)).toEqual([]);
  await removeGarbage(form.store, org('north'), Date.now() + 30 * day + minute);
  expect(await generations(form)).toEqual([]);
  expect(await filesBelow(form)).toEqual(await namedFiles(form));
  expect(await filesBelow(form)).toHaveLength(6);
});

test('the age limit is a setting, which cannot go below the minute for readers', async () => {
  const form = await publishedTimes(3);
  const at = (later: number, milliseconds: number) =>
    removeGarbage(form.store, org('north'), Date.now() + later, { retention: { ...defaultRetention, milliseconds } });
  await at(29 * day, 30 * day);
  await at(minute / 2, 0);
  expect(await generations(form)).toEqual([1, 2]);
  await at(minute + 1000, 0);
  expect(await generations(form)).toEqual([]);
});

test.each([
  ['the clock of the store', { stored: 31 * day, said: 0 }],
  ['the clock of the publisher, as in a copied store', { stored: 0, said: 31 * day }],
])('a pointer is removed when it is 31 days old only by %s', async (_, times) => {
  const form = await publishedTimes(3);
  await replaced(form, 1, times);
  await removeGarbage(form.store, org('north'), Date.now());
  expect(await generations(form)).toEqual([2]);
});

test('a pointer whose successor is truncated is removed by the clock of the store', async () => {
  const form = await publishedTimes(3);
  await replaced(form, 1, { stored: 31 * day, said: 0 });
  await form.store.write([{ path: paths.earlierPointer(org('north'), 2), bytes: Buffer.from('{"for') }]);
  await removeGarbage(form.store, org('north'), Date.now());
  expect(await generations(form)).toEqual([]);
});
