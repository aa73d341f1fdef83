// Links in the published output: each has a record of its own, which is replaced as the database says, some at a time.

import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { type Handle, parseOrganisationId as org } from '../../src/access/ids.ts';
import type { LinkRecord, PersonalFiles } from '../../src/contract/types.generated.ts';
import { StoreError } from '../../src/errors.ts';
import { readLink, replacePersonalFiles } from '../../src/snapshot/link-record.ts';
import { paths } from '../../src/snapshot/paths.ts';
import { createLink, revokeKey, revokeLink } from '../support/belfry.ts';
import { validate } from '../support/published-school.ts';
import { handleFor, recordPath } from '../support/record-places.ts';
import { steppingStore } from '../support/stepping-store.ts';
import { usePublishedSchools } from '../support/use-published-schools.ts';

const schools = usePublishedSchools(['north', 'south']);
const { open } = schools;
const teacher = ['teacher', 'entity-tch_1'] as const;
const newLink = (kindAndEntity: readonly ['class' | 'teacher' | 'room' | 'student', string] = teacher) =>
  createLink(open.database, schools.publisher, 'north', kindAndEntity);
const placeOf = (sha256: string, id = 'north') => ({ organisationId: org(id), handle: handleFor(id), sha256 });

async function recordOf(sha256: string, handle: Handle = handleFor('north')): Promise<LinkRecord | null> {
  const bytes = await schools.store.read(paths.link(handle, sha256));
  if (bytes === null) return null;
  const validation = validate('link-record', JSON.parse(String(Buffer.from(bytes))));
  if (!validation.valid) throw new Error(JSON.stringify(validation.problems));
  return validation.value;
}

const hash = 'ab'.repeat(32);
const stored = { bytes: 100, sha256: hash };
const documents: PersonalFiles = {
  generation: 1,
  changedAt: '2026-11-23T00:00:00.000Z',
  feed: { hash, identity: stored, gzip: stored },
  my: { hash, identity: stored, gzip: stored, br: stored },
};
/** As derived work does. */
async function derive(sha256: string): Promise<'replaced' | 'refused'> {
  const place = placeOf(sha256);
  return replacePersonalFiles(schools.store, place, await readLink(schools.store, place), documents, async () => {});
}

const hashOf = (number: number) => createHash('sha256').update(String(number)).digest('hex');
const manyLinks = (count: number) =>
  schools.run(`insert into link (id, organisation_id, kind, entity_id, sha256)
    select 'many_' || number, 'north', 'student', 'entity-stu_1', encode(sha256(number::text::bytea), 'hex')
    from generate_series(1, ${count}) number`);
const listed = async (id = 'north') => (await schools.store.listNames(paths.linksOf(handleFor(id)))).length;

describe('the record of a link', () => {
  test('says what the link shows, until when, and nothing secret', async () => {
    const link = await createLink(open.database, schools.publisher, 'north', teacher, '2099-07-31T00:00:00.000Z');
    expect(await recordOf(link.sha256)).toEqual({
      formatVersion: 2,
      organisationId: 'north',
      linkId: link.id,
      kind: 'teacher',
      entityId: 'entity-tch_1',
      name: 'Test',
      expiresAt: '2099-07-31T00:00:00.000Z',
      revoked: false,
      fence: expect.any(Number),
      documents: null,
    });
    const [path, text] = [paths.link(handleFor('north'), link.sha256), JSON.stringify(await recordOf(link.sha256))];
    expect([path, text].filter((each) => each.includes(link.token.slice(-30)))).toEqual([]);
    await schools.build();
    await schools.expectConverged();
  });

  test('is refused once it is revoked, and names neither a person nor documents any more', async () => {
    const { id, sha256 } = await newLink();
    expect(await derive(sha256)).toBe('replaced');
    await revokeLink(open.database, schools.publisher, id);
    expect(await recordOf(sha256)).toMatchObject({ revoked: true, name: null, documents: null });
    expect(await derive(sha256)).toBe('refused');
    expect(await recordOf(sha256)).toMatchObject({ revoked: true, documents: null });
  });

  test('keeps its documents when the link is renamed, and its access when its documents change', async () => {
    const { id, sha256 } = await newLink();
    await schools.build();
    const before = (await recordOf(sha256))?.documents;
    expect(before).toMatchObject({ feed: {}, my: {} });
    await schools.run(`update link set name = 'Renamed' where id = '${id}'`);
    await schools.build();
    expect(await recordOf(sha256)).toMatchObject({ name: 'Renamed', documents: before });
  });

  test('that has no documents yet makes them due when it is written, since what was derived before did not find it', async () => {
    await schools.run('alter table link disable trigger mark_insert');
    await schools.run(`delete from pending_change where what = 'calendar'`);
    await newLink();
    await schools.run('alter table link enable trigger mark_insert');
    const due = await sql`select from pending_change where what = 'calendar'`.execute(open.database);
    expect(due.rows).toHaveLength(1);
  });

  test('that is damaged is written anew, so that a revocation does not wait for a repair', async () => {
    const { id, sha256 } = await newLink();
    await schools.store.write([{ path: paths.link(handleFor('north'), sha256), bytes: Buffer.from('{"half') }]);
    await revokeLink(open.database, schools.publisher, id);
    expect(await recordOf(sha256)).toMatchObject({ revoked: true });
  });

  test.each([
    ['deleted', (id: string) => `delete from link where id = '${id}'`],
    ['deleted with all others', () => 'truncate link'],
    ['revoked long ago', (id: string) => `update link set revoked_at = now() - interval '40 days' where id = '${id}'`],
    [
      'deleted while triggers were disabled',
      () => `alter table link disable trigger user; delete from link; alter table link enable trigger user;
        select mark_access_changed('north')`,
    ],
  ])('is removed when the link is %s', async (_, statement) => {
    const { id, sha256 } = await newLink();
    await schools.run(statement(id));
    await schools.build();
    expect(await recordOf(sha256)).toBeNull();
    await schools.expectConverged();
  });

  test('put back from a backup is found by a full build; and by any, when the whole store was put back', async () => {
    const { id, sha256 } = await newLink();
    const path = paths.link(handleFor('north'), sha256);
    const before = [path, recordPath('north')];
    const backup = await Promise.all(
      before.map(async (each) => ({ path: each, bytes: await schools.store.read(each) })),
    );
    const putBack = async (only: string[]) => {
      for (const { path: each, bytes } of backup)
        if (only.includes(each)) await schools.store.write([{ path: each, bytes: bytes ?? Buffer.of() }]);
      expect(await recordOf(sha256)).toMatchObject({ revoked: false });
    };
    await revokeLink(open.database, schools.publisher, id);
    await putBack([path]);
    await schools.build('everything');
    expect(await recordOf(sha256)).toMatchObject({ revoked: true });
    await putBack(before);
    await schools.build();
    expect(await recordOf(sha256)).toMatchObject({ revoked: true });
  });
});

describe('a link ends with what it shows', () => {
  test.each([
    ['class', 'entity-cls_1'],
    ['teacher', 'entity-tch_1'],
    ['room', 'entity-rom_1'],
    ['student', 'entity-stu_1'],
  ] as const)('a %s that is deleted, and inserted again', async (kind, entityId) => {
    await schools.run(`insert into student (organisation_id, id, name, short_name)
      values ('north', 'entity-stu_1', 'Stu', 'S'), ('south', 'entity-stu_1', 'Stu', 'S')`);
    const { sha256 } = await newLink([kind, entityId]);
    const other = await createLink(open.database, schools.publisher, 'south', [kind, entityId]);
    await schools.run(`create table kept as select * from ${kind} where organisation_id = 'north' and id = '${entityId}';
      delete from ${kind} where organisation_id = 'north' and id = '${entityId}'`);
    await schools.build();
    expect(await recordOf(sha256)).toMatchObject({ revoked: true, documents: null });
    await schools.run(`insert into ${kind} select * from kept; drop table kept`);
    await schools.build();
    expect(await recordOf(sha256)).toMatchObject({ revoked: false, entityId });
    expect(await recordOf(other.sha256, handleFor('south'))).toMatchObject({ revoked: false });
    await schools.expectConverged();
  });

  test('and with its id changed', async () => {
    const { sha256 } = await newLink();
    await schools.run(`update teacher set id = 'another' where organisation_id = 'north' and id = 'entity-tch_1'`);
    await schools.build();
    expect(await recordOf(sha256)).toMatchObject({ revoked: true });
  });

  test('and with the table emptied', async () => {
    const { sha256 } = await newLink();
    await schools.run('truncate teacher');
    await schools.build('due').catch(() => {}); // its versions are withheld
    expect(await recordOf(sha256)).toMatchObject({ revoked: true });
  });

  test('and with its organisation, of which no record stays', async () => {
    await newLink();
    await createLink(open.database, schools.publisher, 'south', teacher);
    await schools.run(`delete from organisation where id = 'north'`);
    await schools.build();
    expect([await listed('north'), await listed('south')]).toEqual([0, 1]);
    await schools.expectConverged();
  });

  test('and with an organisation whose handle cannot be read any more, once a build repairs', async () => {
    await newLink();
    await schools.store.write([{ path: paths.handle(org('north')), bytes: Buffer.from('{') }]);
    await schools.run(`delete from organisation where id = 'north'`);
    await schools.build('everything');
    expect([await listed('north'), await schools.store.listNames(paths.links)]).toEqual([0, []]);
  });
});

describe('thousands of links', () => {
  test('are published some at a time, each exactly as the database says, and removed with their rows', {
    tags: 'slow',
  }, async () => {
    await manyLinks(1_500);
    const { rows } = await sql<{
      subject: string | null;
    }>`select subject from pending_change where what = 'link'`.execute(open.database);
    expect(rows).toEqual([{ subject: null }]);
    await schools.build();
    expect(await listed()).toBe(1_500);
    await schools.expectConverged();
    await schools.run(`delete from link where id <> 'many_7'`);
    await schools.build();
    expect([await listed(), await recordOf(hashOf(7))]).toMatchObject([1, { linkId: 'many_7' }]);
    await schools.expectConverged();
  });

  test('keep neither a key nor a link from being revoked: none of them is written before it', async () => {
    const key = await schools.newKey('north');
    const link = await newLink();
    await manyLinks(300);
    const written: string[] = [];
    const store = steppingStore(schools.store, ({ path }, moment) => {
      if (moment === 'before') written.push(path);
    });
    await revokeKey(open.database, { ...schools.publisher, store }, key.id);
    expect(written).toEqual([recordPath('north')]);
    written.length = 0;
    await revokeLink(open.database, { ...schools.publisher, store }, link.id);
    expect(written).toEqual([paths.link(handleFor('north'), link.sha256), recordPath('north')]);
    expect(await schools.pending()).toBeGreaterThan(200);
    await schools.build();
    await schools.expectConverged();
  });

  test('of which one cannot be written are published but for that one, and the build says why', {
    tags: 'slow',
  }, async () => {
    await manyLinks(200);
    const path = paths.link(handleFor('north'), hashOf(100));
    const failing = steppingStore(schools.store, (step) => {
      if (step.path === path) throw new StoreError('replace', path, { cause: new Error('EACCES') });
    });
    for (const _ of [1, 2, 3, 4, 5]) await expect(schools.build('due', { store: failing })).rejects.toThrow('EACCES');
    expect(await listed()).toBe(199);
    await schools.build();
    expect(await listed()).toBe(200);
    await schools.expectConverged();
  });

  test('20,000 that are not revoked are the most', async () => {
    await manyLinks(20_000);
    await expect(newLink()).rejects.toThrow(
      'organisation north has 20000 links that are not revoked, which is the most',
    );
    await schools.run('truncate link');
  });
});

test('an organisation without links costs a full build neither an entry nor a record', async () => {
  const written: string[] = [];
  const store = steppingStore(schools.store, ({ path }) => written.push(path));
  await schools.build('everything', { store });
  expect(new Set(written)).toEqual(new Set([paths.publisher]));
});
