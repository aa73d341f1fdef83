// What operators run besides publishing knows links: a copy has them, a rollback shows what is served again, and `forget` leaves
// nothing of a link that was revoked.

import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { forget } from '../../src/control/organisations/forget.ts';
import { paths } from '../../src/snapshot/paths.ts';
import { folderStore } from '../../src/store/folder/folder-store.ts';
import type { Store } from '../../src/store/store.ts';
import { copyPublished } from '../../src/verify/copy-published.ts';
import { build, publisherOf, rollBack } from '../support/belfry.ts';
import { firstClass, id, linkedSchool, teacher } from '../support/linked-school.ts';
import { runningServer } from '../support/running-server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

test('a copy has every link with what it shows, and which are revoked', async () => {
  const school = await linkedSchool();
  const [shown, revoked] = [await school.newToken(teacher), await school.newToken(firstClass)];
  await school.build();
  await school.run(`update link set revoked_at = now() where entity_id = '${firstClass.entityId}'`);
  await school.build();
  const folder = await temporaryFolder();
  await copyPublished(school.store, folderStore(folder));
  const server = await runningServer(folder);
  const statuses = async (token: string) => {
    const my = await server.call({ path: '/api/v1/my', headers: { Authorization: `Bearer ${token}` } });
    const feed = await server.call({ path: `/ical/${token}.ics` });
    return [my.status, feed.status];
  };
  expect(await statuses(shown)).toEqual([200, 200]);
  expect(await statuses(revoked)).toEqual([401, 404]);
});

test('a rollback brings back what links showed, and a build what is in the database', async () => {
  const school = await linkedSchool();
  const hash = await school.link(teacher);
  await school.build();
  await school.run("update subject set name = 'Alchemy'");
  await school.build();
  const namesAlchemy = async () => [
    (await school.feed(hash)).includes('Alchemy'),
    JSON.stringify(await school.my(hash)).includes('Alchemy'),
  ];
  expect(await namesAlchemy()).toEqual([true, true]);
  await rollBack(school.publisher, school.database, id);
  await school.build();
  expect(await namesAlchemy()).toEqual([false, false]);
  expect(await school.problems()).toEqual([]);
  await build(school.publisher, school.database, 'everything');
  expect(await namesAlchemy()).toEqual([true, true]);
});

test('after `forget` no file has the name of a revoked link or of the person that it showed', async () => {
  const school = await linkedSchool();
  await school.run(
    "insert into teacher (organisation_id, id, name, short_name) values ('north', 'gone', 'Grace Gone', 'G')",
  );
  const [hash, kept] = [await school.link({ kind: 'teacher', entityId: 'gone' }), await school.link(teacher)];
  await school.run("update link set name = 'Link of Grace Gone' where entity_id = 'gone'");
  await school.build();
  expect(await findName(school.store, 'Grace Gone')).not.toEqual([]);
  await school.run("update link set revoked_at = now(), name = '' where entity_id = 'gone'");
  await school.run("delete from teacher where id = 'gone'");
  const { outcome } = await forget(publisherOf(school.publisher, school), id, async (milliseconds) => {
    school.clock.now += milliseconds;
  });
  expect(outcome).toBe('forgotten');
  expect(await findName(school.store, 'Grace Gone')).toEqual([]);
  expect(await school.store.read(paths.link(school.handle, hash))).not.toBeNull(); // it is still known as revoked
  expect(await school.my(kept)).toMatchObject({ entity: { entityId: teacher.entityId } });
});

/** The paths of all files in which the name stands, unpacked where they are packed. */
async function findName(store: Store, name: string): Promise<string[]> {
  const found: string[] = [];
  for (const prefix of [paths.organisations, paths.links, paths.records])
    for (const { path } of await store.list(prefix)) {
      if (path.endsWith('.br')) continue; // the same as the others
      const bytes = Buffer.from((await store.read(path)) ?? []);
      if ((path.endsWith('.gz') ? gunzipSync(bytes) : bytes).includes(name)) found.push(path);
    }
  return found;
}
