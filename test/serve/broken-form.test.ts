// A published form that is damaged, or in which files were exchanged, must never be an answer: it is a 500 whose cause
// only the log tells.

import { appendFile, cp, mkdir, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Pointer } from '../../src/contract/types.generated.ts';
import { loadSnapshot } from '../../src/snapshot/load-snapshot.ts';
import { encodingNames, paths } from '../../src/snapshot/paths.ts';
import { recordBytes } from '../../src/snapshot/read-record.ts';
import { keyRecordPath, type PublishedFolder } from '../support/published-folder.ts';
import { listPath, type Served, served } from '../support/served.ts';

const now = Date.UTC(2026, 8, 1, 8);
type Damage = (context: Served & { pointer: Pointer; inForm: (path: string) => string }) => Promise<unknown>;

const fileOf = ({ timetables }: Pointer) => {
  const { hash = '' } = timetables['v1'] ?? {};
  return paths.file('north', 'v1', hash, 'identity');
};
const overwrite = (form: PublishedFolder, path: string, text: string) =>
  form.store.write([{ path, bytes: new TextEncoder().encode(text) }]);

const damages: [string, Damage][] = [
  ['a file is cut short', ({ pointer, inForm }) => truncate(inForm(fileOf(pointer)), 40)],
  ['a file has grown', ({ pointer, inForm }) => appendFile(inForm(fileOf(pointer)), ' ')],
  ['a file has another byte', ({ pointer, inForm }) => flipByte(inForm(fileOf(pointer)))],
  ['a file is missing', ({ pointer, inForm }) => rm(inForm(fileOf(pointer)))],
  ['a folder lies in place of a file', ({ pointer, inForm }) => replaceByFolder(inForm(fileOf(pointer)))],
  [
    'a file is the one of another organisation',
    async ({ form, pointer, inForm }) => {
      const other = await form.publish('south', { v1: { id: 'v1', name: 'The secret of the south' } });
      const southern = paths.file('south', 'v1', other.timetables['v1']?.hash ?? '', 'identity');
      await cp(inForm(southern), inForm(fileOf(pointer)));
    },
  ],
  ['the pointer is torn', ({ form }) => overwrite(form, paths.pointer('north'), '{"formatVersion":1,')],
  ['the pointer is empty', ({ form }) => overwrite(form, paths.pointer('north'), '')],
  ['the pointer is missing', ({ form }) => form.store.remove([paths.pointer('north')])],
  ['the pointer names no files', ({ form, pointer }) => overwritePointer(form, { ...pointer, list: undefined })],
  ['the pointer is of a newer format', ({ form, pointer }) => overwritePointer(form, { ...pointer, formatVersion: 2 })],
  [
    // The same document: the files that the foreign pointer names are there, byte for byte.
    'the pointer is the one of another organisation',
    async ({ form, inForm }) => {
      await form.publish('south', { v1: { id: 'v1' } });
      await cp(inForm(paths.pointer('south')), inForm(paths.pointer('north')));
    },
  ],
  [
    'the access record is the one of another organisation',
    async ({ form, inForm }) => {
      await form.writeAccess('south');
      await rename(inForm(paths.accessRecord('south')), inForm(paths.accessRecord('north')));
    },
  ],
  ['the access record is missing', ({ form }) => form.store.remove([paths.accessRecord('north')])],
  ['the access record is an array', ({ form }) => overwrite(form, paths.accessRecord('north'), '[]')],
  [
    "the key's record is the one of another key",
    async ({ form, key, inForm }) => {
      const other = await form.addOrganisation('south', { v1: { id: 'v1' } });
      await cp(inForm(keyRecordPath(other)), inForm(keyRecordPath(key)));
    },
  ],
  [
    "the key's record is no UTF-8",
    ({ key, inForm }) => writeFile(inForm(keyRecordPath(key)), Buffer.from([0xff, 0xfe])),
  ],
  [
    "the key's record lacks its organisation",
    ({ form, key }) => overwrite(form, keyRecordPath(key), '{"formatVersion":1}'),
  ],
  ["a folder lies in place of the key's record", ({ key, inForm }) => replaceByFolder(inForm(keyRecordPath(key)))],
];

test.each(damages)('when %s the answer is a 500 without the cause, and the log has the cause', async (_, damage) => {
  const context = await served({ v1: { id: 'v1' } }, { now: () => now });
  const { form, server, key, bearer } = context;
  const { pointer } = await loadSnapshot(form.store, 'north');
  if (pointer === null) throw new Error('nothing is published');
  await damage({ ...context, pointer, inForm: (path) => join(form.folder, path) });

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
  'a torn %s form does not stop the other forms, and is served again once it is whole',
  async (torn) => {
    const { form, server, bearer } = await served({ v1: { id: 'v1' } });
    const { pointer } = await loadSnapshot(form.store, 'north');
    const path = paths.file('north', 'v1', pointer?.timetables['v1']?.hash ?? '', torn);
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

test('a request that fails is a 500 for HEAD too, and the key is not logged when it stands in the path', async () => {
  const { form, server, key, bearer } = await served({});
  await form.store.remove([paths.pointer('north')]);
  const reply = await server.call({ method: 'HEAD', path: `${listPath}/${key}?key=${key}`, headers: bearer });
  expect([reply.status, reply.body.length]).toEqual([500, 0]);
  expect(server.logLines.join('')).not.toContain(key);
});

const overwritePointer = (form: PublishedFolder, pointer: object) =>
  form.store.write([{ path: paths.pointer('north'), bytes: recordBytes(pointer) }]);

async function flipByte(file: string): Promise<void> {
  const bytes = await readFile(file);
  bytes[30] = (bytes[30] ?? 0) ^ 1;
  await writeFile(file, bytes);
}

async function replaceByFolder(file: string): Promise<void> {
  await rm(file);
  await mkdir(file);
}
