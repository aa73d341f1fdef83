import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseOrganisationId as org, parseHandle } from '../../src/access/ids.ts';
import {
  daysName,
  encodingNames,
  hashOfLinkName,
  isOldRecord,
  listName,
  mayBeCompressed,
  nameOfSlices,
  paths,
} from '../../src/snapshot/paths.ts';

const organisationId = fc.stringMatching(/^[a-z0-9_-]{1,64}$/);
const id = fc.oneof(
  fc.stringMatching(/^[A-Za-z0-9_-]{1,64}$/),
  fc.constantFrom(listName, 'handle', 'problems', 'history', 'files', '__proto__', 'constructor'),
);
const handle = fc.stringMatching(/^[0-9a-z]{12}$/);
const hash = fc.stringMatching(/^[0-9a-f]{64}$/);
const place = fc.oneof(
  fc.tuple(fc.constant('record'), handle).map((of) => ({ of, path: paths.record(parseHandle(of[1])) })),
  fc.tuple(fc.constant('handle'), organisationId).map((of) => ({ of, path: paths.handle(org(of[1])) })),
  fc.tuple(fc.constant('problems'), organisationId).map((of) => ({ of, path: paths.problems(org(of[1])) })),
  fc
    .tuple(fc.constant('history'), organisationId, fc.nat())
    .map((of) => ({ of, path: paths.earlierPointer(org(of[1]), of[2]) })),
  // Only the first 32 digits of a hash are in the path, enough to rule out collisions.
  fc
    .tuple(fc.constant('file'), organisationId, id, hash, fc.constantFrom(...encodingNames))
    .map(([kind, organisation, name, digest, encoding]) => ({
      of: [kind, organisation, name, digest.slice(0, 32), encoding],
      path: paths.file(org(organisation), name, digest, encoding),
    })),
  fc
    .tuple(fc.constant('feed'), organisationId, id, hash, fc.constantFrom('identity' as const, 'gzip' as const))
    .map(([kind, organisation, name, digest, encoding]) => ({
      of: [kind, organisation, name, digest.slice(0, 32), encoding],
      path: paths.feedFile(org(organisation), name, digest, encoding),
    })),
  fc
    .tuple(fc.constant('pack'), organisationId, fc.oneof(fc.constantFrom(daysName, nameOfSlices('2026-W48')), id), hash)
    .map(([kind, organisation, name, digest]) => ({
      of: [kind, organisation, name, digest.slice(0, 32)],
      path: paths.pack(org(organisation), name, digest),
    })),
  fc.tuple(fc.constant('link'), handle, hash).map((of) => ({ of, path: paths.link(parseHandle(of[1]), of[2]) })),
);

test('different records, files and histories have different paths', () => {
  fc.assert(
    fc.property(fc.array(place, { minLength: 2, maxLength: 40 }), (places) => {
      const things = new Set(places.map(({ of }) => JSON.stringify(of)));
      expect(new Set(places.map(({ path }) => path)).size).toBe(things.size);
    }),
    { numRuns: 500 },
  );
});

test('versions whose ids differ only in case have different paths on a file system that ignores case', () => {
  fc.assert(
    fc.property(organisationId, hash, hash, (organisation, one, other) => {
      fc.pre(one.slice(0, 32) !== other.slice(0, 32));
      const lower = paths.file(org(organisation), 'v', one, 'br').toLowerCase();
      expect(paths.file(org(organisation), 'V', other, 'br').toLowerCase()).not.toBe(lower);
    }),
  );
});

test('a path is relative, has no `..`, and has no name that begins with a dot', () => {
  fc.assert(
    fc.property(place, ({ path }) => {
      expect(path).toMatch(/^(records|links|organisations)\//);
      for (const part of path.split('/')) expect(part).toMatch(/^[A-Za-z0-9_-][A-Za-z0-9._-]*$/);
    }),
  );
});

test('the files of an organisation are below its folder, and below no other', () => {
  fc.assert(
    fc.property(organisationId, organisationId, id, hash, (own, other, name, digest) => {
      const all = [
        paths.handle(org(own)),
        paths.problems(org(own)),
        paths.earlierPointer(org(own), 1),
        paths.file(org(own), name, digest, 'gzip'),
      ];
      for (const path of all) expect(path.startsWith(paths.organisation(org(other)))).toBe(own === other);
      expect(paths.file(org(own), name, digest, 'br').startsWith(paths.files(org(own)))).toBe(true);
      expect(paths.earlierPointer(org(own), 7).startsWith(paths.history(org(own)))).toBe(true);
    }),
  );
});

test.each([
  ["an organisation's record", paths.record(parseHandle('0k9zh4m7x1q2')), 'records/0k9zh4m7x1q2.json'],
  ['its handle', paths.handle(org('north')), 'organisations/north/handle.json'],
  ['an earlier pointer', paths.earlierPointer(org('north'), 12), 'organisations/north/history/12.json'],
  [
    'a list',
    paths.file(org('north'), listName, 'c'.repeat(64), 'identity'),
    `organisations/north/files/timetables.${'c'.repeat(32)}.json`,
  ],
  [
    'a gzip file',
    paths.file(org('north'), 'v1', 'c'.repeat(64), 'gzip'),
    `organisations/north/files/v1.${'c'.repeat(32)}.json.gz`,
  ],
  [
    'a brotli file',
    paths.file(org('north'), 'v1', 'c'.repeat(64), 'br'),
    `organisations/north/files/v1.${'c'.repeat(32)}.json.br`,
  ],
])('the path of %s', (_, path, expected) => {
  expect(path).toBe(expected);
});

test.each(['a.js', 'a.css', 'a.json', 'a.svg', 'a.d.ts', 'a.md', 'a.txt'])('%s is sent compressed, too', (path) => {
  expect(mayBeCompressed(path)).toBe(true);
});
test.each(['a.png', 'index.html', 'json', 'a.ts', 'a.js.gz'])('%s is not', (path) => {
  expect(mayBeCompressed(path)).toBe(false);
});

test.each([
  ['organisations/north/access.json', true],
  ['organisations/north/current.json', true],
  ['organisations/north/handle.json', false],
  ['organisations/north/history/access.json', false],
  ['x/organisations/north/access.json', false],
  ['organisations/north/access.json.gz', false],
])('whether %s is a record of release 0.1: %s', (path, isOld) => {
  expect(isOldRecord(path)).toBe(isOld);
});

test.each([
  [`${'a'.repeat(64)}.json`, 'a'.repeat(64)],
  ['a'.repeat(64), null],
  [`${'a'.repeat(63)}.json`, null],
  [`${'a'.repeat(64)}.json.tmp`, null],
  [`${'a'.repeat(64)}xjson`, null],
  ['.json', null],
])('the hash in %s, as the name of a record of a link', (name, hash) => {
  expect(hashOfLinkName(name)).toBe(hash);
});
