// Damaged or swapped files of the published output are never served: the answer is a 500, and only the log has the cause.

import { appendFile, cp, mkdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseOrganisationId as org } from '../../src/access/ids.ts';
import type { Pointer } from '../../src/contract/types.generated.ts';
import { loadPublished } from '../../src/snapshot/load-published.ts';
import { encodingNames, paths } from '../../src/snapshot/paths.ts';
import type { PublishedFolder } from '../support/published-folder.ts';
import { changeRecord, recordPath } from '../support/record-places.ts';
import { listPath, type Served, served } from '../support/served.ts';

const now = Date.UTC(2026, 8, 1, 8);
type Damage = (context: Served & { pointer: Pointer; pathOf: (path: string) => string }) => Promise<unknown>;

const fileOf = ({ timetables }: Pointer) => {
  const { hash = '' } = timetables['v1'] ?? {};
  return paths.file(org('north'), 'v1', hash, 'identity');
};
const overwrite = (form: PublishedFolder, path: string, text: string) =>
  form.store.write([{ path, bytes: new TextEncoder().encode(text) }]);

const change =
  (how: Parameters<typeof changeRecord>[2]): Damage =>
  ({ form }) =>
    changeRecord(form.store, 'north', how);

const damages: [string, Damage][] = [
  ['a file is truncated', ({ pointer, pathOf }) => truncate(pathOf(fileOf(pointer)), 40)],
  ['a file has grown', ({ pointer, pathOf }) => appendFile(pathOf(fileOf(pointer)), ' ')],
  ['a byte of a file is changed', ({ pointer, pathOf }) => flipByte(pathOf(fileOf(pointer)))],
  ['a file is missing', ({ pointer, pathOf }) => rm(pathOf(fileOf(pointer)))],
  ['a folder lies in place of a file', ({ pointer, pathOf }) => replaceByFolder(pathOf(fileOf(pointer)))],
  [
    "a file is replaced by another organisation's",
    async ({ form, pointer, pathOf }) => {
      const other = await form.publish('south', { v1: { id: 'v1', name: 'The secret of the south' } });
      const southern = paths.file(org('south'), 'v1', other.timetables['v1']?.hash ?? '', 'identity');
      await cp(pathOf(southern), pathOf(fileOf(pointer)));
    },
  ],
  ['the record is truncated', ({ form }) => overwrite(form, recordPath('north'), '{"formatVersion":2,')],
  ['the record is empty', ({ form }) => overwrite(form, recordPath('north'), '')],
  ['the record is an array', ({ form }) => overwrite(form, recordPath('north'), '[]')],
  ['the record is not UTF-8', ({ pathOf }) => writeFile(pathOf(recordPath('north')), Buffer.from([0xff, 0xfe]))],
  ['a folder lies in place of the record', ({ pathOf }) => replaceByFolder(pathOf(recordPath('north')))],
  ['the record is of a newer format', change((record) => ({ ...record, formatVersion: 3 }))],
  ['the record has no access yet', change((record) => ({ ...record, access: null }))],
  ['the record has no pointer yet', change((record) => ({ ...record, pointer: null }))],
  ['the pointer names no list', change((record) => ({ ...record, pointer: { ...record.pointer, list: undefined } }))],
  [
    "the pointer is another organisation's",
    change((record) => ({ ...record, pointer: { ...record.pointer, organisationId: 'south' } })),
  ],
  [
    'a key of the record is not an object',
    change((record) => ({ ...record, access: { ...record.access, keys: { ['a'.repeat(64)]: 1 } } })),
  ],
  [
    // With the same document and the same key, so that everything that the other record names exists.
    "the record is replaced by another organisation's",
    async ({ form, key, pathOf }) => {
      await form.addOrganisation('south', { v1: { id: 'v1' } });
      await form.writeKey(key, 'south');
      await cp(pathOf(recordPath('south')), pathOf(recordPath('north')));
    },
  ],
];

test.each(damages)('when %s the answer is a 500 without the cause, and the log has the cause', async (_, damage) => {
  const context = await served({ v1: { id: 'v1' } }, { now: () => now });
  const { form, server, key, bearer } = context;
  const { pointer } = await loadPublished(form.store, org('north'));
  if (pointer === null) throw new Error('nothing is published');
  await damage({ ...context, pointer, pathOf: (path) => join(form.folder, path) });

  const { status, headers, body } = await server.call({ path: `${listPath}/v1`, headers: bearer });
  expect(status).toBe(500);
  expect(JSON.parse(body.toString())).toEqual({
    success: false,
    error: { code: 'INTERNAL_ERROR', message: 'Something went wrong on our side' },
    timestamp: '2026-09-01T08:00:00.000Z',
  });
  expect(headers).toMatchObject({ 'cache-control': 'no-store', 'content-type': 'application/json; charset=utf-8' });
  expect(headers).not.toHaveProperty('etag');

  const requestId = String(headers['x-request-id']);
  expect(requestId).toMatch(/^[0-9a-f-]{36}$/);
  const lines = server.logLines.map((line): Record<string, unknown> => JSON.parse(line));
  const failures = lines.filter(({ level }) => level === 50);
  expect(failures).toMatchObject([{ requestId, resource: 'timetable', error: expect.stringMatching(/\w+ \w+/) }]);
  expect(server.logLines.join('')).not.toContain(key);
});

test.each(encodingNames)(
  'a truncated %s encoding is a 500 until it is repaired, and the other encodings are served',
  async (torn) => {
    const { form, server, bearer } = await served({ v1: { id: 'v1' } });
    const { pointer } = await loadPublished(form.store, org('north'));
    const path = paths.file(org('north'), 'v1', pointer?.timetables['v1']?.hash ?? '', torn);
    const whole = await form.store.read(path);
    if (whole === null) throw new Error(`${path} is not published`);
    const ask = async (encoding: string) => {
      const headers = { ...bearer, 'Accept-Encoding': encoding };
      return (await server.call({ path: `${listPath}/v1`, headers })).status;
    };
    await form.store.write([{ path, bytes: whole.subarray(0, -1) }]);
    expect(await Promise.all(encodingNames.map(ask))).toEqual(encodingNames.map((each) => (each === torn ? 500 : 200)));
    await form.store.write([{ path, bytes: whole }]);
    expect(await ask(torn)).toBe(200);
  },
);

test('HEAD on a broken record is a 500 without a body, and a key in the path is not logged', async () => {
  const { form, server, key, bearer } = await served({});
  await overwrite(form, recordPath('north'), '');
  const reply = await server.call({ method: 'HEAD', path: `${listPath}/${key}?key=${key}`, headers: bearer });
  expect([reply.status, reply.body.length]).toEqual([500, 0]);
  expect(server.logLines.join('')).not.toContain(key);
});

async function flipByte(file: string): Promise<void> {
  const bytes = await readFile(file);
  bytes[30] = (bytes[30] ?? 0) ^ 1;
  await writeFile(file, bytes);
}

async function replaceByFolder(file: string): Promise<void> {
  await rm(file);
  await mkdir(file);
}
