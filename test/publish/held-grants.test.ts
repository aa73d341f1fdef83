// After a restore of the database's backup, the record in the store knows what was refused since and the database does not. What the
// database would grant beyond the record is held until somebody approves; what it refuses is published at once.

import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { GrantHeldError } from '../../src/errors.ts';
import { createKey, revokeKey, setAccess } from '../support/belfry.ts';
import { readRecord } from '../support/record-places.ts';
import { restoreRows } from '../support/restore-rows.ts';
import { usePublishedSchools } from '../support/use-published-schools.ts';
import { waitUntil } from '../support/wait-until.ts';

const schools = usePublishedSchools(['north', 'south']);
const { open, run } = schools;
const hashOf = (key: string) => createHash('sha256').update(key).digest('hex');
const accessOf = (id = 'north') => {
  const { access } = readRecord(schools.folder, id);
  if (access === null) throw new Error('its access is published');
  return access;
};
const isGood = (key: string, id = 'north') => accessOf(id).keys[hashOf(key)]?.revoked === false;

const restore = (rows: string, fence: string) => restoreRows(open.database, 'north', rows, fence);

const memories = [
  ['a backup from before fences were recorded', 'null', ''],
  ['an older backup', '1', `select mark_access_changed('north')`],
] as const;

test.each(memories)('%s: a revoked key stays refused until a full build', async (_, fence, change) => {
  const [leaked, other] = [
    await createKey(open.database, schools.publisher, 'north'),
    await createKey(open.database, schools.publisher, 'north'),
  ];
  await revokeKey(open.database, schools.publisher, leaked.id);
  await restore(`update api_key set revoked_at = null where id = '${leaked.id}'`, fence);
  if (fence !== 'null') await run(change);

  const build = schools.build();
  await expect(build).rejects.toThrow(GrantHeldError);
  await expect(build).rejects.toThrow(new RegExp(`north than is published \\(${leaked.id}\\).*build -- --full`));
  expect([isGood(leaked.key), isGood(other.key)]).toEqual([false, true]);
  // Meanwhile a revocation is published, and a new key.
  await expect(revokeKey(open.database, schools.publisher, other.id)).rejects.toThrow();
  expect(isGood(other.key)).toBe(false);
  await expect(createKey(open.database, schools.publisher, 'north')).rejects.toThrow();
  const newest = Object.values(accessOf().keys).filter(({ revoked }) => !revoked);
  expect(newest).toHaveLength(1);
  await schools.build('everything');
  expect(isGood(leaked.key)).toBe(true);
  await schools.build();
  await schools.expectConverged();
});

test('a deleted key that a backup brings back stays unknown, and a lock stays, until a full build', async () => {
  const { id, key } = await createKey(open.database, schools.publisher, 'north');
  const { rows } = (await run(`select row_to_json(api_key) as row from api_key where id = '${id}'`)) as {
    rows: { row: unknown }[];
  };
  await run(`delete from api_key where id = '${id}'`);
  await setAccess(open.database, schools.publisher, 'north', { access: 'locked', locked_because: 'plan_ended' });
  const json = JSON.stringify(rows[0]?.row).replaceAll("'", "''");
  await restore(
    `insert into api_key select * from json_populate_record(null::api_key, '${json}');
     update organisation set access = 'active', locked_because = null where id = 'north'`,
    'null',
  );
  await expect(schools.build()).rejects.toThrow(/north than is published \(.*, the access state\)/);
  expect(accessOf()).toMatchObject({ state: 'locked', lockedBecause: 'plan_ended' });
  expect(isGood(key)).toBe(false);
  await schools.build('everything');
  expect(accessOf()).toMatchObject({ state: 'active', lockedBecause: null });
  expect(isGood(key)).toBe(true);
});

test('a key that was restricted to published versions stays so, until a full build', async () => {
  const { id, key } = await createKey(open.database, schools.publisher, 'north');
  await run(`update api_key set published_only = true where id = '${id}'`);
  await schools.build();
  const isRestricted = () => accessOf().keys[hashOf(key)]?.publishedOnly === true;
  expect(isRestricted()).toBe(true);
  await restore(`update api_key set published_only = false where id = '${id}'`, 'null');
  await expect(schools.build()).rejects.toThrow(new RegExp(`north than is published \\(${id}\\)`));
  expect([isGood(key), isRestricted()]).toEqual([true, true]);
  await schools.build('everything');
  expect([isGood(key), isRestricted()]).toEqual([true, false]);
});

test('a watcher keeps what is refused, and publishes everything else', async () => {
  const { id, key } = await createKey(open.database, schools.publisher, 'north');
  await revokeKey(open.database, schools.publisher, id);
  await restore(`update api_key set revoked_at = null where id = '${id}'`, 'null');
  const { events } = schools.watch();
  await waitUntil('it is held', () => events.some((event) => event.includes('grants more to callers')));
  await setAccess(open.database, schools.publisher, 'south', { api_enabled: false });
  expect(accessOf('south').apiEnabled).toBe(false);
  expect(isGood(key)).toBe(false);
});

test('an upgrade, after which the database knows nothing of what it published, holds nothing', async () => {
  await createKey(open.database, schools.publisher, 'north');
  const before = accessOf();
  await restore('select 1', 'null');
  await schools.build();
  expect(accessOf()).toEqual({ ...before, fence: expect.any(Number) });
  expect(accessOf().fence).toBeGreaterThan(before.fence ?? 0);
});
