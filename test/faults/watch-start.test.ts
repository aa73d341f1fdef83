// A watcher that starts with a long queue: access is published first, the heartbeat is written at once, and an
// organisation that another publisher has leased delays no other.

import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { readHeartbeat } from '../../src/snapshot/heartbeat.ts';
import type { Publisher } from '../support/belfry.ts';
import {
  createSchools,
  describeVersion,
  holdLease,
  pendingCount,
  publisherInto,
  runBuild,
  untilQueueIsEmpty,
} from '../support/fault-schools.ts';
import { startWatch } from '../support/start-watch.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { useTestDatabase } from '../support/test-database.ts';
import { waitUntil } from '../support/wait-until.ts';

const open = useTestDatabase();
let publisher: Publisher;

beforeEach(async () => {
  await open.database.deleteFrom('organisation').execute();
  // So many removals at once would be held, which is not tested here.
  await open.database.deleteFrom('pending_change').execute();
  await createSchools(open.database, ['north', 'south']);
  publisher = publisherInto(await temporaryFolder());
  await runBuild(publisher, open.database, 'everything');
});

const suspendNorth = () => sql`update organisation set access = 'suspended' where id = 'north'`.execute(open.database);

test('a suspension is published, and a heartbeat written, while 300 new organisations are still in the queue', async () => {
  await sql`insert into organisation (id, name) select 'new-' || n, 'New' from generate_series(1, 300) n`.execute(
    open.database,
  );
  const { events } = startWatch(publisher, open);
  await waitUntil('the first are published', () => events.some((line) => line.startsWith('access new')));
  await suspendNorth();
  const before = events.filter((line) => line.startsWith('access new')).length;
  await waitUntil('the lock is published', () => events.includes('access north'));
  const at = events.indexOf('access north');
  const meanwhile = events.slice(0, at).filter((line) => line.startsWith('access new')).length - before;
  // Only organisations that were already listed are published before it.
  expect(meanwhile).toBeLessThanOrEqual(2 * 16);
  expect(await readHeartbeat(publisher.store)).toMatchObject({ watching: true });
  expect(await pendingCount(open.database)).toBeGreaterThan(0);
});

test('an organisation that another publisher has leased delays no other', { tags: 'server' }, async () => {
  await describeVersion(open.database, 'south-v1', 'held');
  const release = await holdLease(open, 'south');
  await createSchools(open.database, ['west']);
  const { events } = startWatch(publisher, open);
  await suspendNorth();
  await describeVersion(open.database, 'north-v1', 'not held');
  await waitUntil('the others are published', () =>
    ['access north', 'access west', 'published north', 'published west'].every((line) =>
      events.some((each) => each.startsWith(line)),
    ),
  );
  expect(events.filter((line) => line.startsWith('published south'))).toEqual([]);
  await release();
  await untilQueueIsEmpty(open.database);
});
