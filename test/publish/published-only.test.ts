// Keys that see published versions only: what the publisher writes for them, and what they are answered.

import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { parseOrganisationId as org } from '../../src/access/ids.ts';
import type { Pointer, TimetableList } from '../../src/contract/types.generated.ts';
import { createKey } from '../../src/control/keys/create-key.ts';
import { listAllKeys } from '../../src/control/keys/list-keys.ts';
import { rotateKey } from '../../src/control/keys/rotate-key.ts';
import { selectAccess } from '../../src/database/select-access.ts';
import { checkMapping } from '../../src/database/views/check-mapping.ts';
import { readData as readStored } from '../../src/snapshot/load-published.ts';
import { parseOrganisationRecord, recordBytes } from '../../src/snapshot/read-record.ts';
import { folderStore } from '../../src/store/folder/folder-store.ts';
import { checkAgainstDatabase } from '../../src/verify/check-against-database.ts';
import { checkPublished } from '../../src/verify/check-published.ts';
import { build, operatorOf, rollBack } from '../support/belfry.ts';
import { bindTestStore } from '../support/bind-store.ts';
import { edgeOverFolder } from '../support/edge-over-folder.ts';
import { loadSchool, publisherOf, readFiles, readPointer, validate } from '../support/published-school.ts';
import { readRecord, recordPath } from '../support/record-places.ts';
import { runningServer } from '../support/running-server.ts';
import { publishedTimetable, smallTimetable } from '../support/small-timetable.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { useTestDatabase } from '../support/test-database.ts';

const open = useTestDatabase();
const run = (statement: string) => sql.raw(statement).execute(open.database);
let folder: string;
let publisher: ReturnType<typeof publisherOf>;

beforeEach(async () => {
  await open.database.deleteFrom('organisation').execute();
  await loadSchool(open.database, 'school', [
    smallTimetable({ id: 'draft', groupId: 'new' }),
    publishedTimetable('published'),
  ]);
  folder = await temporaryFolder();
  await bindTestStore(open, folder);
  publisher = publisherOf(folder);
});

async function newKey(publishedOnly: string): Promise<string> {
  const { rows } = await sql<{ key: string }>`
    select key from ${sql.raw(`create_api_key('school', 'Website'${publishedOnly === 'default' ? '' : `, null, ${publishedOnly}`})`)}`.execute(
    open.database,
  );
  return rows[0]?.key ?? '';
}

const publish = async () => expect(await build(publisher, open.database, 'due')).toMatchObject({ failures: [] });
const publishDraft = () =>
  run(
    `update timetable_version set status = 'published', published_at = now(), effective_from = 20260901 where id = 'draft'`,
  );

/** What a key is answered: the ids of its list, and the statuses of the draft and of the published version. */
async function answers(key: string) {
  const { call } = await runningServer(folder);
  const seen = [];
  for (const each of [call, edgeOverFolder(folder)]) {
    const ask = (path: string) =>
      each({ method: 'GET', path: `/api/v1/timetables${path}`, headers: { Authorization: `Bearer ${key}` } });
    const list = await ask('');
    const data = JSON.parse(list.body.toString()).data as TimetableList | undefined;
    const missing = await ask('/nowhere');
    const draft = await ask('/draft');
    if (draft.status === 404) expect(withoutTime(draft.body)).toBe(withoutTime(missing.body));
    seen.push([data?.timetables.map(({ id }) => id).toSorted(), draft.status, (await ask('/published')).status]);
    if (data !== undefined) expect(data.count).toBe(data.timetables.length);
  }
  expect(seen[1]).toEqual(seen[0]);
  return seen[0];
}
const withoutTime = (body: Buffer) => body.toString().replace(/"timestamp":"[^"]*"/, '');

/** Writes the pointer as an earlier release did. */
async function forgetDrafts(): Promise<void> {
  const store = folderStore(folder);
  const bytes = await store.read(recordPath('school'));
  const record = parseOrganisationRecord(bytes ?? new Uint8Array());
  const { publishedList: _, ...pointer } = record.pointer ?? ({} as Pointer);
  const timetables = Object.fromEntries(
    Object.entries(pointer.timetables).map(([id, { hash, identity, gzip, br }]) => [id, { hash, identity, gzip, br }]),
  );
  await store.write([
    { path: recordPath('school'), bytes: recordBytes({ ...record, pointer: { ...pointer, timetables } }) },
  ]);
}

test('a key sees drafts by default, and not when it is created to see published versions only', async () => {
  const [all, restricted] = [await newKey('false'), await newKey('true')];
  await publish();
  expect(await answers(all)).toEqual([['draft', 'published'], 200, 200]);
  expect(await answers(restricted)).toEqual([['published'], 404, 200]);
  const { access } = readRecord(folder, 'school');
  expect(validate('access-record', access).valid).toBe(true);
  expect(Object.values(access?.keys ?? {}).filter((key) => 'publishedOnly' in key)).toHaveLength(1);
  const findings = await checkPublished(folderStore(folder), validate);
  expect([findings.problems.filter(({ path }) => !path.startsWith('store')), findings.orphans]).toEqual([[], []]);
  expect((await checkAgainstDatabase(open.database, folderStore(folder), validate)).differences).toEqual([]);
});

test('a draft that is published is seen by every key from then on, and not after a rollback', async () => {
  const restricted = await newKey('true');
  await publish();
  await publishDraft();
  await publish();
  expect(await answers(restricted)).toEqual([['draft', 'published'], 200, 200]);
  const { list, publishedList } = readPointer(folder, 'school');
  expect(publishedList).toEqual(list);
  await rollBack(publisher, open.database, 'school');
  expect(await answers(restricted)).toEqual([['published'], 404, 200]);
});

test('a key that is rotated sees the same versions, and restricting a key by SQL applies as a revocation does', async () => {
  const operator = operatorOf(publisher, open.database);
  const source = { randomBytes, sha256: (text: string) => createHash('sha256').update(text).digest('hex') };
  await publish();
  const wanted = { organisationId: org('school'), name: 'App', expiresAt: null, publishedOnly: true };
  const { id } = await createKey(operator, source, wanted);
  const rotated = await rotateKey(operator, source, org('school'), id, { overlapSeconds: 60 });
  expect(rotated).toMatchObject({ name: 'App', publishedOnly: true });
  expect(await answers(rotated.key)).toEqual([['published'], 404, 200]);
  expect(await listAllKeys(open.database, org('school'))).toMatchObject([
    { publishedOnly: true },
    { publishedOnly: true },
  ]);
  const all = await newKey('default');
  await publish();
  expect(await answers(all)).toEqual([['draft', 'published'], 200, 200]);
  await run(`update api_key set published_only = true where name = 'Website'`);
  await publish();
  expect(await answers(all)).toEqual([['published'], 404, 200]);
});

test('without drafts one list is written', async () => {
  await publishDraft();
  await publish();
  expect(readFiles(folder, 'organisations/school/files/timetables.*.json').size).toBe(1);
});

describe('what an earlier release published', () => {
  test('has no list without drafts: such a key is answered 500, never the drafts, until documents are published', async () => {
    await publish();
    await forgetDrafts();
    const restricted = await newKey('true');
    const failing = { ...publisher, reserve: { bytes: 2e8, readSpace: async () => ({ free: 1e6, total: 1e12 }) } };
    await build(failing, open.database, 'due'); // access alone
    expect(await answers(restricted)).toEqual([undefined, 500, 500]);
    const { problems } = await checkPublished(folderStore(folder), validate);
    expect(problems.map(({ problem }) => problem)).toContain(
      'has keys that see published versions only, and no list without drafts',
    );
    await publish();
    expect(await answers(restricted)).toEqual([['published'], 404, 200]);
  });

  test('gets a list without drafts when it is rolled back to', async () => {
    const restricted = await newKey('true');
    await publish();
    await forgetDrafts();
    await publishDraft();
    await publish();
    await rollBack(publisher, open.database, 'school');
    expect(await answers(restricted)).toEqual([['published'], 404, 200]);
    const pointer = readPointer(folder, 'school');
    const hidden = await readStored(folderStore(folder), pointer, 'timetables', pointer.publishedList?.hash ?? '');
    expect(JSON.parse(hidden ?? '{}')).toMatchObject({ count: 1, timetables: [{ id: 'published' }] });
  });
});

describe('the database', () => {
  test('refuses null, which says neither', async () => {
    await expect(newKey('null')).rejects.toThrow('published_only is true for a key that does not see drafts, or false');
  });

  test('audits it of keys for which it holds', async () => {
    await newKey('true');
    await newKey('false');
    const { rows } = await sql<{ new: object }>`
      select new from audit where resource = 'key' and action = 'created' order by id desc limit 2`.execute(
      open.database,
    );
    const usual = { name: 'Website', expiresAt: null, revokedAt: null };
    expect(rows.map((row) => row.new)).toEqual([usual, { ...usual, publishedOnly: true }]);
  });

  test('may have a view of keys without the column, whose keys see all', async () => {
    await newKey('true');
    await run(`create schema vendor;
      create view vendor.api_key as select id, organisation_id, name, sha256, created_at, expires_at, revoked_at, created_by, revoked_by
        from public.api_key`);
    try {
      await open.database.transaction().execute(async (transaction) => {
        await sql`set local search_path = vendor, public`.execute(transaction);
        expect(await checkMapping(transaction)).toMatchObject({ mapped: true, problems: [] });
        const access = await selectAccess(transaction, org('school'));
        expect(Object.values(access?.keys ?? {})).toMatchObject([{ revoked: false }]);
        expect(Object.values(access?.keys ?? {})[0]).not.toHaveProperty('publishedOnly');
      });
    } finally {
      await run('drop schema vendor cascade');
    }
  });
});
