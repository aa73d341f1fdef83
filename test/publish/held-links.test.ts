// After a restore of the database's backup, a link that the store refuses stays refused until somebody approves or changes it, like a
// key. All other links are published, and what the database refuses at once.

import { describe, expect, test } from 'vitest';
import { GrantHeldError } from '../../src/errors.ts';
import { paths } from '../../src/snapshot/paths.ts';
import { parseLinkRecord } from '../../src/snapshot/read-record.ts';
import { createKey, createLink, revokeKey, revokeLink } from '../support/belfry.ts';
import { handleFor } from '../support/record-places.ts';
import { restoreRows } from '../support/restore-rows.ts';
import { usePublishedSchools } from '../support/use-published-schools.ts';
import { waitUntil } from '../support/wait-until.ts';

const schools = usePublishedSchools(['north']);
const { open, run } = schools;
const restore = (rows: string, fence: string) => restoreRows(open.database, 'north', rows, fence);
const newLink = (expiresAt: string | null = null) =>
  createLink(open.database, schools.publisher, 'north', ['teacher', 'entity-tch_1'], expiresAt);

async function isGood(sha256: string): Promise<boolean> {
  const bytes = await schools.store.read(paths.link(handleFor('north'), sha256));
  if (bytes === null) return false;
  const { revoked, expiresAt } = parseLinkRecord(bytes);
  return !revoked && (expiresAt === null || Date.parse(expiresAt) > Date.now());
}

const memories = [
  ['a backup from before fences were recorded', 'null', 'select 1'],
  ['an older backup, of which all access is looked at', '1', `select mark_access_changed('north')`],
  ['an older backup, in which something else changed', '1', `update organisation set api_enabled = not api_enabled`],
] as const;

const refusals = [
  [
    'revoked',
    (id: string) => `update link set revoked_at = now() where id = '${id}'`,
    (id: string) => `update link set revoked_at = null, revoked_by = null where id = '${id}'`,
  ],
  [
    'without its person',
    () => `create table kept as select * from teacher where organisation_id = 'north' and id = 'entity-tch_1';
      delete from teacher where organisation_id = 'north' and id = 'entity-tch_1'`,
    () => `insert into teacher select * from kept; drop table kept; delete from link_ended`,
  ],
  [
    'expired',
    (id: string) => `update link set expires_at = now() - interval '1 hour' where id = '${id}'`,
    (id: string) => `update link set expires_at = '2099-01-01' where id = '${id}'`,
  ],
] as const;

describe.each(memories)('%s', (_, fence, change) => {
  test.each(refusals)('a link that was %s stays refused until a full build', async (__, refuse, undo) => {
    const link = await newLink('2099-01-01T00:00:00.000Z');
    await schools.build();
    await run(refuse(link.id));
    await schools.build();
    expect(await isGood(link.sha256)).toBe(false);
    await restore(undo(link.id), fence);
    await run(change);

    for (const again of ['select 1', `select mark_access_changed('north')`]) {
      await run(again);
      const build = schools.build();
      await expect(build).rejects.toThrow(GrantHeldError);
      await expect(build).rejects.toThrow(new RegExp(`north than is published \\(link ${link.id}\\).*build -- --full`));
      expect(await isGood(link.sha256)).toBe(false);
    }
    // Meanwhile another link is published, and revoked.
    const other = await newLink();
    expect(await isGood(other.sha256)).toBe(true);
    await revokeLink(open.database, schools.publisher, other.id);
    expect(await isGood(other.sha256)).toBe(false);
    await expect(schools.build()).rejects.toThrow(GrantHeldError);
    await schools.build('everything');
    expect([await isGood(link.sha256), await isGood(other.sha256)]).toEqual([true, false]);
    await schools.build();
    await schools.expectConverged();
  });
});

test('a link that somebody changes since is published', async () => {
  const { id, sha256 } = await newLink();
  await revokeLink(open.database, schools.publisher, id);
  await restore(`update link set revoked_at = null, revoked_by = null where id = '${id}'`, 'null');
  await expect(schools.build()).rejects.toThrow(GrantHeldError);
  await run(`update link set name = 'Still needed' where id = '${id}'`);
  await schools.build();
  expect(await isGood(sha256)).toBe(true);
  await schools.expectConverged();
});

test('a watcher keeps links that are refused, beside a key, and publishes a revocation', async () => {
  const [leaked, other] = [await newLink(), await newLink()];
  const key = await createKey(open.database, schools.publisher, 'north');
  await revokeLink(open.database, schools.publisher, leaked.id);
  await revokeKey(open.database, schools.publisher, key.id);
  await restore('update link set revoked_at = null, revoked_by = null; update api_key set revoked_at = null', 'null');
  const { events } = schools.watch();
  await waitUntil('both are held', () =>
    events.some((event) => event.includes(`is published (${key.id}, link ${leaked.id})`)),
  );
  await run(`update link set revoked_at = now() where id = '${other.id}'`);
  await waitUntil('the revocation', async () => !(await isGood(other.sha256)));
  expect(await isGood(leaked.sha256)).toBe(false);
});

describe('more links than are published at a time', () => {
  const students = (count: number) => `insert into student (organisation_id, id, name, short_name)
    select 'north', 'stu_' || number, 'Student ' || number, 'S' from generate_series(1, ${count}) number`;
  const links = (count: number) => `insert into link (id, organisation_id, kind, entity_id, sha256)
    select 'many_' || number, 'north', 'student', 'stu_' || number, encode(sha256(number::text::bytea), 'hex')
    from generate_series(1, ${count}) number`;
  const countGood = async () => {
    const names = await schools.store.listNames(paths.linksOf(handleFor('north')));
    const good = await Promise.all(names.map((name) => isGood(name.replace('.json', ''))));
    return good.filter((each) => each).length;
  };

  test('all that were revoked stay refused, and all others are published by the same build', async () => {
    await run(`${students(100)}; ${links(100)}`);
    await schools.build();
    await run(`update link set revoked_at = now() where entity_id like '%5'`);
    await schools.build();
    await restore(`update link set revoked_at = null, revoked_by = null`, '1');
    await run(
      `update organisation set api_enabled = true; update link set revoked_at = now() where entity_id = 'stu_1'`,
    );
    await expect(schools.build()).rejects.toThrow(/link many_\w+, .*and 5 more\)/);
    expect(await countGood()).toBe(89);
    await schools.build('everything');
    expect(await countGood()).toBe(99);
    await schools.expectConverged();
  });

  test('those whose persons are deleted and inserted again are published without approval', async () => {
    await run(`${students(3)}; ${links(3)}`);
    await schools.build();
    await run(`create table kept as select * from student where organisation_id = 'north'; delete from student`);
    await schools.build();
    expect(await countGood()).toBe(0);
    await run('insert into student select * from kept; drop table kept');
    // Of more than a thousand changed links none is named.
    await run(`delete from pending_change where what = 'link';
      insert into pending_change (organisation_id, what) values ('north', 'link')`);
    await schools.build();
    expect(await countGood()).toBe(3);
    await schools.expectConverged();
  });
});
