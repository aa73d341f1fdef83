// A watcher that starts with a long queue: access is published first, the heartbeat is written at once, and an
// organisation that another publisher has leased delays no other.

import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { readHeartbeat } from '../../src/snapshot/heartbeat.ts';
import { createSchools, holdLease } from '../support/fault-schools.ts';
import { usePublishedSchools } from '../support/use-published-schools.ts';
import { waitUntil } from '../support/wait-until.ts';

const schools = usePublishedSchools(['north', 'south']);
const { open } = schools;
const suspendNorth = () => schools.run(`update organisation set access = 'suspended' where id = 'north'`);

test('an organisation that another publisher has leased delays no other', { tags: 'server' }, async () => {
  await schools.describe('south-v1', 'held');
  const release = await holdLease(open, 'south');
  await createSchools(open.database, ['west']);
  const { events } = schools.watch();
  await suspendNorth();
  await schools.describe('north-v1', 'not held');
  await waitUntil('the others are published', () =>
    ['access north', 'access west', 'published north', 'published west'].every((line) =>
      events.some((each) => each.startsWith(line)),
    ),
  );
  expect(events.filter((line) => line.startsWith('published south'))).toEqual([]);
  await release();
  await schools.settled();
});

// The last test, since the removal of its 300 organisations would be held.
test('a suspension is published, and a heartbeat written, while 300 new organisations are still in the queue', async () => {
  await sql`insert into organisation (id, name) select 'new-' || n, 'New' from generate_series(1, 300) n`.execute(
    open.database,
  );
  const { events } = schools.watch();
  await waitUntil('the first are published', () => events.some((line) => line.startsWith('access new')));
  await suspendNorth();
  const before = events.filter((line) => line.startsWith('access new')).length;
  await waitUntil('the lock is published', () => events.includes('access north'));
  const at = events.indexOf('access north');
  const meanwhile = events.slice(0, at).filter((line) => line.startsWith('access new')).length - before;
  // Only organisations that were already listed are published before it.
  expect(meanwhile).toBeLessThanOrEqual(2 * 16);
  expect(await readHeartbeat(schools.store)).toMatchObject({ watching: true });
  expect(await schools.pending()).toBeGreaterThan(0);
});
