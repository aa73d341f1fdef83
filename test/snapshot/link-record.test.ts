// The two halves of a link's record: each is replaced only while it is what the caller read, and keeps the other.

import { expect, test } from 'vitest';
import { parseOrganisationId as org } from '../../src/access/ids.ts';
import type { PersonalFiles } from '../../src/contract/types.generated.ts';
import { ConflictError } from '../../src/errors.ts';
import { type LinkAccess, readLink, replaceLinkAccess, replacePersonalFiles } from '../../src/snapshot/link-record.ts';
import { paths } from '../../src/snapshot/paths.ts';
import { folderStore } from '../../src/store/folder/folder-store.ts';
import { handleFor } from '../support/record-places.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const hash = 'ab'.repeat(32);
const place = { organisationId: org('school'), handle: handleFor('school'), sha256: hash };
const stored = { bytes: 100, sha256: hash };
const documentsOf = (generation: number): PersonalFiles => ({
  generation,
  changedAt: '2026-11-23T00:00:00.000Z',
  feed: { hash, identity: stored, gzip: stored },
  my: { hash, identity: stored, gzip: stored, br: stored },
});
const access = (fence: number, revoked = false): LinkAccess => ({
  ...{ linkId: 'link_1', kind: 'teacher', entityId: 't1', name: null, expiresAt: null, revoked, fence },
});
const always = async () => {};

async function emptyStore() {
  const store = folderStore(await temporaryFolder());
  const read = () => readLink(store, place);
  const publish = async (next: LinkAccess, from = read()) => replaceLinkAccess(store, place, await from, next, always);
  const derive = async (generation: number, from = read()) =>
    replacePersonalFiles(store, place, await from, documentsOf(generation), always);
  return { store, read, publish, derive };
}

test.each([
  ['another publisher has replaced it', async () => {}],
  ['it did not exist, and another publisher has created it', null],
])('access is not replaced when %s', async (_, before) => {
  const { read, publish } = await emptyStore();
  if (before !== null) await publish(access(1));
  const late = await read();
  await publish(access(2, true));
  await expect(publish(access(1), Promise.resolve(late))).rejects.toThrow(ConflictError);
  expect((await read()).record).toMatchObject({ revoked: true, fence: 2 });
});

test('access that another publisher has removed is not brought back', async () => {
  const { store, read, publish } = await emptyStore();
  await publish(access(1));
  const late = await read();
  await store.remove([paths.link(place.handle, hash)]);
  await expect(publish(access(2), Promise.resolve(late))).rejects.toThrow(ConflictError);
  expect((await read()).state).toBe('absent');
});

test('each half keeps what the other became since it was read', async () => {
  const { read, publish, derive } = await emptyStore();
  await publish(access(1));
  const late = await read();
  expect(await derive(1)).toBe('replaced');
  await publish(access(2), Promise.resolve(late));
  expect((await read()).record).toMatchObject({ fence: 2, documents: { generation: 1 } });
  const before = await read();
  await publish(access(3));
  expect(await derive(2, Promise.resolve(before))).toBe('replaced');
  expect((await read()).record).toMatchObject({ fence: 3, documents: { generation: 2 } });
  await expect(derive(1, Promise.resolve(before))).rejects.toThrow(ConflictError);
});

test.each([
  ['revoked', access(2, true)],
  ['not published', null],
])('a link that is %s gets no documents, even by who read it before', async (_, next) => {
  const { store, read, publish, derive } = await emptyStore();
  await publish(access(1));
  const late = await read();
  if (next === null) await store.remove([paths.link(place.handle, hash)]);
  else await publish(next);
  expect(await derive(1, Promise.resolve(late))).toBe('refused');
  expect((await read()).record?.documents ?? null).toBeNull();
});

test("a damaged record, or another organisation's, is replaced whole", async () => {
  const { store, read, publish, derive } = await emptyStore();
  await publish(access(1));
  await derive(1);
  const path = paths.link(place.handle, hash);
  const bytes = String(Buffer.from((await store.read(path)) ?? []));
  for (const damaged of [bytes.slice(0, 40), bytes.replace('school', 'others')]) {
    await store.write([{ path, bytes: Buffer.from(damaged) }]);
    expect([(await read()).state, await derive(1)]).toEqual(['damaged', 'refused']);
    await publish(access(2));
    expect((await read()).record).toMatchObject({ organisationId: 'school', fence: 2, documents: null });
  }
});
