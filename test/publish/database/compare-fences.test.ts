// A record that was put back from a backup, a copy or an old version of a bucket is intact in itself. The database knows which
// one it published last, so a comparison finds it, and the next build repairs it.

import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { paths } from '../../../src/snapshot/paths.ts';
import type { Store } from '../../../src/store/store.ts';
import { compareStore, revokeKey } from '../../support/belfry.ts';
import { runBuild } from '../../support/fault-schools.ts';
import { outputKinds } from '../../support/published-output.ts';
import { recordPath } from '../../support/record-places.ts';
import { runningServer } from '../../support/running-server.ts';
import { usePublishedSchools } from '../../support/use-published-schools.ts';
import { waitUntil } from '../../support/wait-until.ts';

const copyOf = async (store: Store, prefixes: readonly string[]) => {
  const listed = (await Promise.all(prefixes.map((prefix) => store.list(prefix)))).flat();
  return Promise.all(listed.map(async ({ path }) => ({ path, bytes: (await store.read(path)) ?? Buffer.of() })));
};

const none = { count: 0, first: [] };
const named = (...first: string[]) => ({ count: first.length, first });

for (const { kind, missing, make } of outputKinds)
  describe.skipIf(missing)(`records in ${kind}`, () => {
    const schools = usePublishedSchools(['north', 'south', 'west'], make);
    const { open } = schools;

    const compare = () => compareStore(open.database, schools.store);
    const fine = { compared: 3, older: none, unknown: none, newer: none, strays: none };

    async function statusOf(key: string): Promise<number> {
      const server = await runningServer('', { openReader: schools.output.openReader(1e6) });
      return (await server.call({ path: '/api/v1/timetables', headers: { Authorization: `Bearer ${key}` } })).status;
    }

    test('are those that were published last after every kind of publication', async () => {
      expect(await compare()).toEqual(fine);
      await schools.newKey('north');
      await schools.describe('south-v1', 'changed');
      await schools.build();
      expect(await compare()).toEqual(fine);
      await schools.build('everything');
      await schools.build(new Map([['west', { versions: 'all', repair: true }]]));
      expect(await compare()).toEqual(fine);
      expect(await schools.pending()).toBe(0);
    });

    test('an older one, in which a revoked key is valid, is found, and repaired by a build', async () => {
      const { id, key } = await schools.newKey('north');
      const backup = await copyOf(schools.store, [paths.records, paths.organisations]);
      await revokeKey(open.database, schools.publisher, id);
      expect(await statusOf(key)).toBe(401);
      await schools.store.write(backup);
      expect(await statusOf(key)).toBe(200);
      expect(await compare()).toEqual({ ...fine, older: named('north') });
      const { fences } = await schools.build();
      expect(fences).toEqual({ ...fine, older: named('north') });
      expect(await statusOf(key)).toBe(401);
      expect(await compare()).toEqual(fine);
    });

    test('an older one is found and repaired by a watcher that starts, and told', async () => {
      const { id, key } = await schools.newKey('north');
      const backup = await copyOf(schools.store, [paths.records, paths.organisations]);
      await revokeKey(open.database, schools.publisher, id);
      await schools.store.write(backup);
      expect(await statusOf(key)).toBe(200);
      const watching = schools.watch();
      await waitUntil('the key is refused', async () => (await statusOf(key)) === 401);
      await watching.stop(); // what it has begun is finished, so that all of it is told
      expect(watching.events.filter((event) => event.startsWith('found'))).toEqual([expect.stringContaining('north')]);
      expect(await compare()).toEqual(fine);
    });

    test('an older one, in which a deleted key is valid, loses that key', async () => {
      const { id, key } = await schools.newKey('north');
      const backup = await copyOf(schools.store, [paths.records]);
      await open.database.deleteFrom('api_key').where('id', '=', id).execute();
      await schools.build();
      await schools.store.write(backup);
      expect(await statusOf(key)).toBe(200);
      await schools.build();
      expect(await statusOf(key)).toBe(401);
    });

    test('an older one with an earlier document is published anew, whole, by the next build of anything in it', async () => {
      const backup = await copyOf(schools.store, [paths.records]);
      await schools.renameTeacher('north', 'Grace');
      await schools.build();
      await schools.store.write(backup);
      expect(await compare()).toEqual({ ...fine, older: named('north') });
      // Only one of the two versions is in the queue.
      await schools.describe('north-v2', 'changed');
      await runBuild(
        schools.publisher,
        open.database,
        new Map([['north', { versions: new Set(['north-v2']), repair: false }]]),
      );
      expect(await compare()).toEqual(fine);
      await schools.expectConverged();
    });

    test('a missing one is published again', async () => {
      await schools.store.remove([recordPath('south')]);
      expect(await compare()).toEqual({ ...fine, older: named('south') });
      await schools.build();
      expect(await compare()).toEqual(fine);
      await schools.expectConverged();
    });

    test('one whose fence the database never recorded is published anew once', async () => {
      await sql`update publish_lease set fence = null where organisation_id = 'west'`.execute(open.database);
      expect(await compare()).toEqual({ ...fine, unknown: named('west') });
      await schools.build();
      expect(await compare()).toEqual(fine);
    });

    test('one of a deleted organisation that was put back is removed', async () => {
      const { key } = await schools.newKey('west');
      const backup = await copyOf(schools.store, [paths.records]);
      await open.database.deleteFrom('organisation').where('id', '=', 'west').execute();
      await schools.build();
      await schools.store.write(backup.filter(({ path }) => path === recordPath('west')));
      expect(await statusOf(key)).not.toBe(401);
      expect(await compare()).toEqual({ ...fine, compared: 2, strays: named(recordPath('west')) });
      await schools.build();
      expect(await statusOf(key)).toBe(401);
      expect(await compare()).toEqual({ ...fine, compared: 2 });
    });

    test('a newer one, as after a restore of the database, is reported and stays, until a full build', async () => {
      const { rows: backup } = await sql<{ work: string; fence: string }>`
        select kind as work, fence from publish_lease where organisation_id = 'north'`.execute(open.database);
      const { id, key } = await schools.newKey('north');
      await revokeKey(open.database, schools.publisher, id);
      // As pg_restore leaves the tables: the key is not revoked, and nothing is queued.
      await sql
        .raw(`set session_replication_role = replica; update api_key set revoked_at = null where id = '${id}';
        set session_replication_role = origin`)
        .execute(open.database);
      for (const { work, fence } of backup)
        await sql`update publish_lease set fence = ${fence} where organisation_id = 'north' and kind = ${work}`.execute(
          open.database,
        );
      await sql`truncate pending_change`.execute(open.database);
      const { fences } = await schools.build();
      expect(fences).toEqual({ ...fine, newer: named('north') });
      expect(await statusOf(key)).toBe(401);
      await schools.build('everything');
      expect(await compare()).toEqual(fine);
      expect(await statusOf(key)).toBe(200);
    });

    test('a comparison that is aborted stops, and enqueues nothing', async () => {
      await schools.store.remove([recordPath('south')]);
      const signal = AbortSignal.abort(new Error('stopped'));
      await expect(compareStore(open.database, schools.store, { enqueue: true, signal })).rejects.toThrow('stopped');
      expect(await schools.pending()).toBe(0);
    });

    test('a store that cannot be read is an error, never a missing record', async () => {
      const failing: Store = { ...schools.store, read: () => Promise.reject(new Error('out of reach')) };
      await expect(schools.build('due', { store: failing })).rejects.toThrow('out of reach');
      await expect(compareStore(open.database, failing, { enqueue: true })).rejects.toThrow('out of reach');
      expect(await schools.pending()).toBe(0);
    });
  });
