// What every store must do. A driver's test runs this and adds its own tests.

import { describe, expect, test } from 'vitest';
import { StoreError } from '../../src/errors.ts';
import type { Store } from '../../src/store/store.ts';
import { waitUntil } from '../support/wait-until.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const text = (found: Uint8Array | null) => found && new TextDecoder().decode(found);
const put = (store: Store, files: Record<string, string>) =>
  store.write(Object.entries(files).map(([path, content]) => ({ path, bytes: bytes(content) })));
const pathsBelow = async (store: Store, prefix: string) =>
  (await store.list(prefix)).map(({ path }) => path).toSorted();

/** @param makeStore makes an empty store, which is removed after the test */
export function storeContract(name: string, makeStore: () => Promise<Store>): void {
  describe(`${name} as a store`, () => {
    test('has a location', async () => {
      expect((await makeStore()).location).not.toBe('');
    });

    test('reads what was written, byte for byte, and null for what was not', async () => {
      const store = await makeStore();
      const every = Uint8Array.from({ length: 256 }, (_, byte) => byte);
      await store.write([{ path: 'a/b/c', bytes: every }]);
      expect(Buffer.from((await store.read('a/b/c')) ?? []).equals(every)).toBe(true);
      for (const path of ['a/b/c/d', 'a/b/d', 'x']) expect(await store.read(path)).toBeNull();
    });

    test('reads any part of a file, byte for byte, and null for a file that is not there', async () => {
      const store = await makeStore();
      const every = Uint8Array.from({ length: 256 }, (_, byte) => byte);
      await store.write([{ path: 'a/b/c', bytes: every }]);
      for (const [offset, length] of [
        [0, 1],
        [7, 100],
        [255, 1],
        [0, 256],
      ] as const) {
        const part = await store.readPart('a/b/c', { offset, length, size: 256 });
        expect(Buffer.from(part ?? []).equals(every.subarray(offset, offset + length))).toBe(true);
        for (const path of ['a/b/c/d', 'a/b/d', 'x'])
          expect(await store.readPart(path, { offset, length, size: 256 })).toBeNull();
      }
    });

    test.each([
      ['a file of another size', { offset: 3, length: 2, size: 8 }],
      ['a file that is shorter than the part', { offset: 3, length: 20, size: 30 }],
      ['all of a file that is longer', { offset: 0, length: 5, size: 5 }],
      ['all of a file that is shorter', { offset: 0, length: 30, size: 30 }],
      ['a part that begins after the end', { offset: 10, length: 5, size: 20 }],
      ['a part that is not within its file', { offset: 6, length: 2, size: 7 }],
      ['no byte', { offset: 3, length: 0, size: 7 }],
      ['a part that begins before the file', { offset: -1, length: 2, size: 7 }],
      ['half a byte', { offset: 0.5, length: 1, size: 7 }],
    ])('asked for a part of %s, it fails', async (_, part) => {
      const store = await makeStore();
      await put(store, { a: 'content' });
      await expect(store.readPart('a', part)).rejects.toThrow(StoreError);
    });

    test('reads a file with its age, which grows with time and starts again with each write', async () => {
      const store = await makeStore();
      expect(await store.readWithAge('a/b')).toBeNull();
      await put(store, { 'a/b': 'one' });
      const first = await store.readWithAge('a/b');
      expect(text(first?.bytes ?? null)).toBe('one');
      expect(first?.age).toBeGreaterThan(-5_000);
      const older = await waitUntil('it is older by a second and more', async () => {
        const found = await store.readWithAge('a/b');
        return found !== null && found.age >= Math.max(first?.age ?? 0, 0) + 1_500 && found.age;
      });
      await put(store, { 'a/b': 'two' });
      const again = await store.readWithAge('a/b');
      expect(text(again?.bytes ?? null)).toBe('two');
      expect(again?.age).toBeLessThan(older);
    });

    test('writes 101 files at once: in new folders, over an old file, and an empty one', async () => {
      const store = await makeStore();
      await put(store, { 'a/1': 'old' });
      const files = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`a/${index}`, `${index}`]));
      await put(store, { ...files, 'b/empty': '' });
      expect(await pathsBelow(store, 'a/')).toHaveLength(100);
      expect(text(await store.read('a/1'))).toBe('1');
      expect(text(await store.read('b/empty'))).toBe('');
      await store.write([]);
    });

    test.each([
      ['is unchanged', 'old', 'old', true],
      ['is absent as expected', null, null, true],
      ['has changed since', 'newer', 'old', false],
      ['was removed since', null, 'old', false],
      ['was created since', 'newer', null, false],
      ['is longer by a byte', 'old ', 'old', false],
    ])('replaces a file only while it is what the caller expects: it %s', async (_, found, expected, done) => {
      const store = await makeStore();
      if (found !== null) await put(store, { 'a/pointer': found });
      const replaced = await store.replace('a/pointer', bytes('new'), expected === null ? null : bytes(expected));
      expect(replaced).toBe(done);
      expect(text(await store.read('a/pointer'))).toBe(done ? 'new' : found);
      expect(await pathsBelow(store, 'a/')).toEqual(done || found !== null ? ['a/pointer'] : []);
    });

    test('lets exactly one of 20 concurrent replacements succeed', async () => {
      const store = await makeStore();
      for (const expected of [null, bytes('0')]) {
        const names = Array.from({ length: 20 }, (_, index) => `${expected === null ? '' : 'next '}${index}`);
        const done = await Promise.all(names.map((each) => store.replace('a/pointer', bytes(each), expected)));
        expect(done.filter((each) => each)).toHaveLength(1);
        expect(text(await store.read('a/pointer'))).toBe(names[done.indexOf(true)]);
        await put(store, { 'a/pointer': '0' });
      }
    });

    test('readers see complete files while they are overwritten', async () => {
      const store = await makeStore();
      const contents = [bytes('a'.repeat(300_000)), bytes('b'.repeat(200_000))];
      const [first = bytes(''), second = bytes('')] = contents;
      await store.write([{ path: 'a/file', bytes: first }]);
      let writing = true;
      const reader = async () => {
        let reads = 0;
        for (; writing || reads === 0; reads++) {
          const found = Buffer.from((await store.read('a/file')) ?? []);
          expect(contents.some((content) => found.equals(content))).toBe(true);
        }
        return reads;
      };
      const readers = [reader(), reader(), reader()];
      for (let round = 0; round < 30; round++)
        await store.write([{ path: 'a/file', bytes: round % 2 ? first : second }]);
      writing = false;
      expect(Math.min(...(await Promise.all(readers)))).toBeGreaterThan(0);
    });

    test('removes files, and ignores missing ones', async () => {
      const store = await makeStore();
      await put(store, { 'a/1': '1', 'a/2': '2', 'b/1': '3' });
      await store.remove(['a/1', 'a/never', 'never/at/all', 'b/1']);
      await store.remove([]);
      expect(await pathsBelow(store, 'a/')).toEqual(['a/2']);
      expect(await store.read('a/1')).toBeNull();
      await put(store, { 'a/1': 'again' });
      expect(text(await store.read('a/1'))).toBe('again');
    });

    test('lists the files below a prefix at any depth, with the time of their change and their size', async () => {
      const store = await makeStore();
      const before = Date.now();
      await put(store, { 'a/1': '', 'a/b/2': 'four', 'a/b/c/3': 'é', 'ab/4': '' });
      const listed = await store.list('a/');
      expect(listed.map(({ path }) => path).toSorted()).toEqual(['a/1', 'a/b/2', 'a/b/c/3']);
      const sizes = new Map(listed.map(({ path, size }) => [path, size]));
      expect(['a/1', 'a/b/2', 'a/b/c/3'].map((path) => sizes.get(path))).toEqual([0, 4, 2]);
      for (const { changedAt } of listed) {
        expect(changedAt.getTime()).toBeGreaterThan(before - 2_000);
        expect(changedAt.getTime()).toBeLessThan(Date.now() + 2_000);
      }
    });

    test('lists the names directly below a prefix: of files, and of folders that contain files', async () => {
      const store = await makeStore();
      await put(store, { 'a/1': '', 'a/b/2': '', 'a/b/c/3': '', 'ab/4': '' });
      expect((await store.listNames('a/')).toSorted()).toEqual(['1', 'b']);
    });

    test('lists nothing below a missing folder or a file', async () => {
      const store = await makeStore();
      await put(store, { 'a/1': '' });
      for (const prefix of ['never/', 'a/1/']) {
        expect(await store.list(prefix)).toEqual([]);
        expect(await store.listNames(prefix)).toEqual([]);
      }
    });

    test.each(['', '..', '../a', 'a/../../b', 'a//b', '/etc/passwd', 'a/./b', 'a/..', 'a\\b', 'a\0'])(
      'refuses the invalid path %j',
      async (path) => {
        const store = await makeStore();
        await put(store, { 'a/1': '1' });
        for (const attempt of [
          () => store.read(path),
          () => store.readPart(path, { offset: 0, length: 1, size: 1 }),
          () => store.write([{ path, bytes: bytes('x') }]),
          () => store.replace(path, bytes('x'), null),
          () => store.remove([path]),
          () => store.list(`${path}/`),
          () => store.listNames(`${path}/`),
        ])
          await expect(attempt()).rejects.toThrow(StoreError);
        expect(await pathsBelow(store, 'a/')).toEqual(['a/1']);
      },
    );

    test('does not share bytes with its callers', async () => {
      const store = await makeStore();
      const own = bytes('content');
      await store.write([{ path: 'a', bytes: own }]);
      own.fill(0);
      const found = await store.read('a');
      found?.fill(0);
      expect(text(await store.read('a'))).toBe('content');
    });
  });
}
