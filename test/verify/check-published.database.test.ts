import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseOrganisationId as org } from '../../src/access/ids.ts';
import type { OpenDatabase } from '../../src/database/connect/open-database.ts';
import { encodeResponse } from '../../src/snapshot/encode-response.ts';
import { encodingNames, paths } from '../../src/snapshot/paths.ts';
import { sha256 } from '../../src/snapshot/sha256.ts';
import { folderStore } from '../../src/store/folder/folder-store.ts';
import { checkPublished } from '../../src/verify/check-published.ts';
import { buildSchool, loadSchool, publisherOf, readData, readPointer, validate } from '../support/published-school.ts';
import { recordPath } from '../support/record-places.ts';
import { publishedTimetable, smallTimetable } from '../support/small-timetable.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { openTestDatabase } from '../support/test-database.ts';

const keySha256 = 'ab'.repeat(32);
const record = recordPath('school');
let open: OpenDatabase;

beforeAll(async () => {
  open = await openTestDatabase();
  await loadSchool(open.database, 'school', [smallTimetable(), publishedTimetable('version-2')]);
  await loadSchool(open.database, 'other', [publishedTimetable('foreign', { groupId: 'group-2' })]);
  await sql`insert into api_key (id, organisation_id, name, sha256)
    values ('key_1', 'school', 'x', ${keySha256})`.execute(open.database);
});
afterAll(() => open.close());

async function publishBoth(): Promise<string> {
  const folder = await temporaryFolder();
  for (const id of ['school', 'other']) await buildSchool(publisherOf(folder), open.database, id);
  return folder;
}
const check = (folder: string) => checkPublished(folderStore(folder), validate);

test('an intact published output has no problems', async () => {
  expect(await check(await publishBoth())).toEqual({
    organisations: 2,
    keys: 1,
    links: 0,
    // Three versions, two lists, and the list without drafts of the school that has one, each in three encodings; and what changed.
    files: 20,
    orphans: [],
    storeRecord: null,
    problems: [],
  });
});

test('an empty or missing folder has no problems', async () => {
  const folder = await temporaryFolder();
  for (const each of [folder, join(folder, 'nothing')])
    expect(await check(each)).toMatchObject({ organisations: 0, problems: [] });
});

test('a file that no pointer names is an orphan, not a fault', async () => {
  const folder = await publishBoth();
  const path = `${paths.files(org('school'))}version-9.0123456789abcdef.json`;
  writeFileSync(join(folder, path), '{}');
  expect(await check(folder)).toMatchObject({ orphans: [path], problems: [] });
});

/** Changes a JSON file of the folder. */
function edit(folder: string, path: string, change: (value: Record<string, unknown>) => unknown) {
  const value = JSON.parse(readFileSync(join(folder, path), 'utf8'));
  writeFileSync(join(folder, path), `${JSON.stringify(change(value))}\n`);
}

const fileOf = (folder: string, name: string, encoding: (typeof encodingNames)[number]) => {
  const { list, timetables } = readPointer(folder, 'school');
  return paths.file(org('school'), name, (timetables[name] ?? list).hash, encoding);
};

/** Publishes other data of a version or the list under its right hash, with a pointer that names it. */
async function forge(folder: string, name: string, data: unknown) {
  const { file, bytes } = await encodeResponse(new TextEncoder().encode(JSON.stringify(data)));
  for (const encoding of encodingNames)
    writeFileSync(join(folder, paths.file(org('school'), name, file.hash, encoding)), bytes[encoding]);
  const pointer = readPointer(folder, 'school');
  const changed =
    name === 'timetables'
      ? { ...pointer, list: file }
      : { ...pointer, timetables: { ...pointer.timetables, [name]: file } };
  edit(folder, record, (value) => ({ ...value, pointer: changed }));
}

/** Replaces a stored encoding and makes the pointer describe the new bytes. */
function replaceForm(folder: string, encoding: 'gzip' | 'br' | 'identity', bytes: Uint8Array) {
  writeFileSync(join(folder, fileOf(folder, 'version-2', encoding)), bytes);
  const pointer = readPointer(folder, 'school');
  const file = pointer.timetables['version-2'];
  const form = { bytes: bytes.length, sha256: sha256(bytes) };
  const timetables = { ...pointer.timetables, 'version-2': { ...file, [encoding]: form } };
  edit(folder, record, (value) => ({ ...value, pointer: { ...pointer, timetables } }));
}

const dataOf = (folder: string, name: string) => readData<Record<string, unknown>>(folder, 'school', name)[0] ?? {};

/** Changes the pointer of the school, as a publisher would that did not hide its drafts. */
const showDrafts = (folder: string, how: (pointer: ReturnType<typeof readPointer>) => object) => {
  const pointer = readPointer(folder, 'school');
  edit(folder, record, (value) => ({ ...value, pointer: { ...pointer, ...how(pointer) } }));
};

const damages: [string, (folder: string) => unknown, RegExp][] = [
  ['a missing record', (folder) => rmSync(join(folder, record)), /records\/.* is missing or damaged/],
  [
    'a truncated record',
    (folder) => writeFileSync(join(folder, record), '{"formatVersion":2'),
    /records\/.* is missing or/,
  ],
  [
    'another organisation’s record',
    (folder) => cpSync(join(folder, recordPath('other')), join(folder, record)),
    /records\/.* belongs to organisation other/,
  ],
  [
    'a record in another’s place',
    (folder) => edit(folder, record, (value) => ({ ...value, handle: '0k9zh4m7x1q2' })),
    /is in the place of another organisation's record/,
  ],
  [
    'a record of another format',
    (folder) => edit(folder, record, (value) => ({ ...value, formatVersion: 3 })),
    /formatVersion/,
  ],
  [
    'a record without access',
    (folder) => edit(folder, record, (value) => ({ ...value, access: null })),
    /has no access published/,
  ],
  [
    'drafts in the list without drafts',
    (folder) => showDrafts(folder, ({ list }) => ({ publishedList: list })),
    /is not the list without its drafts/,
  ],
  [
    'a draft that is not marked as one',
    (folder) =>
      showDrafts(folder, ({ timetables }) => {
        const { draft: _, ...file } = timetables['version-1'] ?? { draft: true };
        return { timetables: { ...timetables, 'version-1': file } };
      }),
    /lists version version-1 as draft, and its pointer does not/,
  ],
  [
    'a record without documents',
    (folder) => edit(folder, record, (value) => ({ ...value, pointer: null })),
    /has no documents published/,
  ],
  [
    'another organisation’s pointer',
    (folder) => edit(folder, record, (value) => ({ ...value, pointer: readPointer(folder, 'other') })),
    /has the pointer of organisation other/,
  ],
  [
    'access that contradicts itself',
    (folder) =>
      edit(folder, record, (value) => ({ ...value, access: { ...Object(value['access']), state: 'locked' } })),
    /records\/.* \$\.access\.lockedBecause/,
  ],
  [
    'a missing handle',
    (folder) => rmSync(join(folder, paths.handle(org('school')))),
    /handle\.json is missing or damaged/,
  ],
  [
    'a record of no organisation',
    (folder) => cpSync(join(folder, record), join(folder, 'records/0k9zh4m7x1q2.json')),
    /records\/0k9zh4m7x1q2\.json is a record that no organisation uses/,
  ],
  [
    'a truncated earlier pointer',
    (folder) => {
      mkdirSync(join(folder, paths.history(org('school'))));
      writeFileSync(join(folder, paths.earlierPointer(org('school'), 1)), '{');
    },
    /history\/1\.json/,
  ],
  [
    'an invalid problems.json',
    (folder) => writeFileSync(join(folder, paths.problems(org('school'))), '[]'),
    /problems\.json/,
  ],
  [
    'a heartbeat that lacks a number',
    (folder) => writeFileSync(join(folder, paths.publisher), '{"at":1,"watching":true}'),
    /publisher\.json \$ lacks the field queueDepth/,
  ],
  [
    'a record of the store that does not name it',
    (folder) => writeFileSync(join(folder, paths.storeRecord), '{"formatVersion":2,"databaseId":"d","database":""}'),
    /store\.json \$ lacks the field storeId; `npm run bind -- --force` rewrites it/,
  ],
  [
    'a missing file',
    (folder) => rmSync(join(folder, fileOf(folder, 'version-2', 'br'))),
    /version-2\..*\.br is named by a pointer but missing/,
  ],
  [
    'an altered file',
    (folder) => writeFileSync(join(folder, fileOf(folder, 'version-2', 'gzip')), 'x'),
    /version-2\..*\.gz does not have the hash that its pointer names/,
  ],
  [
    'two files that were swapped',
    (folder) => {
      const [one, other] = [fileOf(folder, 'version-1', 'identity'), fileOf(folder, 'version-2', 'identity')];
      renameSync(join(folder, one), join(folder, 'kept'));
      renameSync(join(folder, other), join(folder, one));
      renameSync(join(folder, 'kept'), join(folder, other));
    },
    /version-1\..*\.json does not have the hash/,
  ],
  ['an invalid gzip file', (folder) => replaceForm(folder, 'gzip', Buffer.alloc(40)), /is not valid gzip/],
  ['an invalid brotli file', (folder) => replaceForm(folder, 'br', Buffer.alloc(40, 0xff)), /is not valid br/],
  [
    'a compressed file with other content',
    (folder) => replaceForm(folder, 'gzip', readFileSync(join(folder, fileOf(folder, 'version-1', 'gzip')))),
    /does not decode to the plain form/,
  ],
  [
    'a plain file that is not a response',
    (folder) => replaceForm(folder, 'identity', Buffer.alloc(99, 'x')),
    /is not a complete response/,
  ],
  [
    'data with another hash than in the name',
    (folder) => replaceForm(folder, 'identity', readFileSync(join(folder, fileOf(folder, 'version-1', 'identity')))),
    /does not have the data hash that its name contains/,
  ],
  [
    'a document that breaks its schema',
    (folder) => forge(folder, 'version-2', { ...dataOf(folder, 'version-2'), isCurrent: 'yes' }),
    /version-2\..* \$\.isCurrent must be boolean/,
  ],
  [
    'a document with a dangling reference',
    (folder) => forge(folder, 'version-2', { ...dataOf(folder, 'version-2'), teachers: [] }),
    /\$\.classes\[0\]\.classTeacherId tch_1 is not listed/,
  ],
  [
    'a document of another organisation',
    (folder) => forge(folder, 'version-2', { ...dataOf(folder, 'version-2'), orgId: 'other' }),
    /contains data of organisation other/,
  ],
  [
    'a document of another version',
    (folder) => forge(folder, 'version-2', dataOf(folder, 'version-1')),
    /contains version version-1/,
  ],
  [
    'a list that leaves out a version',
    (folder) => forge(folder, 'timetables', { orgId: 'school', count: 0, timetables: [] }),
    /does not list version version-1/,
  ],
  [
    'a list with a wrong count',
    (folder) => forge(folder, 'timetables', { ...dataOf(folder, 'timetables'), count: 7 }),
    /is out of order or has the wrong count/,
  ],
  [
    'a list entry that differs from its document',
    (folder) => forge(folder, 'version-2', { ...dataOf(folder, 'version-2'), name: 'Winter' }),
    /lists version version-2 with other fields than its document has/,
  ],
  [
    'a list entry without a file',
    (folder) =>
      edit(folder, record, (value) => {
        const pointer = readPointer(folder, 'school');
        const { 'version-2': _, ...timetables } = pointer.timetables;
        return { ...value, pointer: { ...pointer, timetables } };
      }),
    /lists version version-2, which has no file/,
  ],
];

test.each(damages)('a problem is reported for: %s', async (_, damage, problem) => {
  const folder = await publishBoth();
  await damage(folder);
  const { problems } = await check(folder);
  const lines = problems.map((each) => `${each.path} ${each.problem}`);
  expect(
    lines.some((line) => problem.test(line)),
    lines.join('\n'),
  ).toBe(true);
  expect(lines.filter((line) => line.startsWith('organisations/other'))).toEqual([]);
});
