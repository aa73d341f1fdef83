// Calendars in the database: what is derived from them follows each change of a row and of the documents, and the clock, with
// nobody writing anything; nothing waits for it; and it is removed with the calendar, or with the organisation.

import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { parseOrganisationId as org } from '../../../src/access/ids.ts';
import { storeCalendar } from '../../../src/database/calendar/store-calendar.ts';
import { paths } from '../../../src/snapshot/paths.ts';
import { cleanUp, compareStore } from '../../support/belfry.ts';
import { holdLease } from '../../support/fault-schools.ts';
import { readPointer } from '../../support/published-school.ts';
import { readRecord } from '../../support/record-places.ts';
import { removeCalendar } from '../../support/remove-calendar.ts';
import { derivedOf, november, smallCalendar } from '../../support/small-calendar.ts';
import { usePublishedSchools } from '../../support/use-published-schools.ts';
import { waitUntil } from '../../support/wait-until.ts';

const schools = usePublishedSchools(['north', 'south']);
const { open, run } = schools;

const store = (id = 'north', changes: Parameters<typeof smallCalendar>[0] = {}) =>
  open.database
    .transaction()
    .execute((transaction) =>
      storeCalendar(transaction, id, smallCalendar(changes), JSON.stringify(smallCalendar(changes))),
    );
const derived = (id = 'north') => derivedOf(schools.folder, id);
const weeks = (id = 'north') => Object.keys(derived(id)?.weeks ?? {});
const buildAt = (now: number) => schools.build('due', { now: () => now });
const hours = (count: number) => count * 3_600_000;
const leaseOf = async (id = 'north', kind = 'derived') =>
  (
    await sql<
      Record<string, unknown>
    >`select * from publish_lease where organisation_id = ${id} and kind = ${kind}`.execute(open.database)
  ).rows[0];

describe('a build', () => {
  test('publishes the calendar and the weeks of an organisation that has one, and is then done', async () => {
    await store();
    await buildAt(november);
    expect(weeks()).toEqual(['2026-W48', '2026-W49', '2026-W50', '2026-W51', '2026-W52', '2026-W53']);
    expect(derived('south')).toBeUndefined();
    expect(await leaseOf()).toMatchObject({
      valid_from: new Date('2026-11-22T23:00:00Z'),
      valid_until: new Date('2026-11-29T23:00:00Z'),
      tzdata: process.versions['tz'],
      fence: String(derived()?.fence),
    });
    // Days move on at midnight.
    expect(await leaseOf('north', 'days')).toMatchObject({
      valid_from: new Date('2026-11-23T23:00:00Z'),
      valid_until: new Date('2026-11-24T23:00:00Z'),
    });
    expect(await schools.pending()).toBe(0);
    const before = derived();
    await buildAt(november + hours(1));
    expect(derived()).toEqual(before);
  });

  test.each([
    ['the Monday after', november + hours(6 * 24), '2026-W49'],
    ['a night of which nobody published', november + hours(14 * 24), '2026-W50'],
    ['the week before, by a clock that was set back', november - hours(7 * 24), '2026-W47'],
    ['the first of a month', Date.UTC(2026, 11, 1, 8), '2026-W49'],
  ])('on %s shows the weeks of then, although nothing was written', async (_, now, first) => {
    await store();
    await buildAt(november);
    const { generation } = readPointer(schools.folder, 'north');
    await buildAt(now);
    expect(weeks()[0]).toBe(first);
    expect(readPointer(schools.folder, 'north').generation).toBe(generation);
  });

  test('follows a calendar that no trigger saw', async () => {
    await run('set session_replication_role = replica').catch(() => {});
    await run('alter table calendar disable trigger user');
    await run(`insert into calendar (organisation_id, time_zone, counting) values ('north', 'UTC', 'calendarWeeks')`);
    await run(
      'alter table calendar enable trigger user; set session_replication_role = origin; truncate pending_change',
    );
    await buildAt(november);
    expect(weeks()).toHaveLength(6);
  });

  test('that repairs everything writes the same again', async () => {
    await store();
    await buildAt(november);
    const [before] = [derived()];
    await schools.build('everything', { now: () => november });
    expect({ ...derived(), fence: 0 }).toEqual({ ...before, fence: 0, generation: derived()?.generation });
  });

  test('keeps the last good calendar where the rows are none, says why, and follows them when they are right', async () => {
    await store();
    await buildAt(november);
    await run(`update calendar set time_zone = 'Europe/Atlantis'`);
    await expect(buildAt(november)).rejects.toThrow('Europe/Atlantis');
    expect(weeks()).toHaveLength(6);
    expect(await leaseOf()).toMatchObject({ failures: 1, last_error: expect.stringContaining('Europe/Atlantis') });
    await schools.describe('north-v1', 'changed all the same');
    await expect(buildAt(november)).rejects.toThrow('Europe/Atlantis');
    expect(readPointer(schools.folder, 'north').generation).toBe(2);
    await run(`update calendar set time_zone = 'Europe/Paris'`);
    await buildAt(november);
    expect(derived()?.generation).toBe(2);
    expect(await leaseOf()).toMatchObject({ failures: 0, last_error: null });
  });

  test('removes what is derived with the calendar, and with the organisation', async () => {
    await store();
    await store('south');
    await buildAt(november);
    await removeCalendar(open.database, 'north');
    await buildAt(november);
    expect(derived()).toBeUndefined();
    // Until what changed is over, it is due again by time.
    expect(await leaseOf()).toMatchObject({ valid_until: expect.any(Date) });
    await run(`delete from organisation where id = 'south'`);
    await buildAt(november);
    expect(await schools.store.list(paths.organisation(org('south')))).toEqual([]);
    expect(await leaseOf('south')).toBeUndefined();
    expect(await schools.pending()).toBe(0);
    await buildAt(november + hours(30 * 24));
    expect(derived()).toBeUndefined();
  });
});

describe('a watcher', () => {
  test('publishes what follows from each change, within seconds', async () => {
    schools.watch({ now: () => november });
    await store();
    await waitUntil('the calendar is published', () => weeks().length === 6);
    const began = performance.now();
    await schools.describe('north-v1', 'changed');
    await waitUntil('the documents are published', () => readPointer(schools.folder, 'north').generation === 2);
    await waitUntil('the weeks follow', () => derived()?.generation === 2);
    expect(performance.now() - began).toBeLessThan(20_000); // 5 s where the machine is idle
    await removeCalendar(open.database, 'north');
    await waitUntil('the calendar is gone', () => derived() === undefined);
    expect(await schools.settled()).toBe(true);
  });

  test('goes on with time, and nobody writes anything', async () => {
    await store();
    await buildAt(november);
    // The last seconds of a week: Sunday, 23:59:58 at the school.
    const midnight = Date.parse('2026-11-29T23:00:00Z');
    const began = Date.now();
    schools.watch({ now: () => midnight - 2_000 + Date.now() - began });
    await waitUntil('the next week begins', () => weeks()[0] === '2026-W49');
    expect(Date.now() - began).toBeGreaterThan(1_900);
  });

  test('publishes documents and access while something derived is at work elsewhere', { tags: 'server' }, async () => {
    await store();
    await buildAt(november);
    const release = await holdLease(open, 'north', 'derived');
    schools.watch({ now: () => november });
    await schools.describe('north-v1', 'changed');
    await waitUntil('the documents are published', () => readPointer(schools.folder, 'north').generation === 2);
    await run(`update organisation set access = 'suspended' where id = 'north'`);
    await waitUntil('so is the access', () => readRecord(schools.folder, 'north').access?.state === 'suspended');
    expect(derived()?.generation).toBe(1);
    await release();
    await waitUntil('the weeks follow', () => derived()?.generation === 2);
  });
});

test('what is different on a day is published while documents, and what else is derived, are at work', {
  tags: 'server',
}, async () => {
  await store();
  await store('south');
  await buildAt(november);
  const daysOf = (id: string) => readRecord(schools.folder, id).days;
  const before = [daysOf('north')?.pack.hash, daysOf('south')?.pack.hash];
  const held = await Promise.all((['documents', 'derived'] as const).map((work) => holdLease(open, 'north', work)));
  schools.watch({ now: () => november });
  await schools.describe('north-v1', 'changed');
  await run(`insert into day_note (organisation_id, date, text) values ('north', 20261124, 'Bus strike')`);
  await run(`insert into day_note (organisation_id, date, text) values ('south', 20261124, 'Bus strike')`);
  await waitUntil('its own days are published', () => daysOf('north')?.pack.hash !== before[0]);
  await waitUntil("so are another school's", () => daysOf('south')?.pack.hash !== before[1]);
  expect(readPointer(schools.folder, 'north').generation).toBe(1);
  expect(derived()?.generation).toBe(1);
  for (const release of held) await release();
  await waitUntil('the others follow', () => derived()?.generation === 2);
});

test('a clean-up keeps away while something derived is written', { tags: 'server' }, async () => {
  await store();
  await buildAt(november);
  const stray = paths.file(org('north'), '2026-W48', 'f'.repeat(64), 'identity');
  await schools.store.write([{ path: stray, bytes: Buffer.from('{}') }]);
  // Before the record's: what was written after these may be named by a newer record.
  const before = new Date(november - hours(24));
  await utimes(join(schools.folder, stray), before, before);
  const publisher = { ...schools.publisher, now: () => november + hours(24 * 365) };
  const release = await holdLease(open, 'north', 'derived');
  expect(await cleanUp(publisher, open.database, 'north')).toEqual([]);
  expect(await schools.store.read(stray)).not.toBeNull();
  await release();
  expect(await cleanUp(publisher, open.database, 'north')).toContain(stray);
});

describe('a record that was put back', () => {
  const recordsOf = async () => {
    const listed = await schools.store.list(paths.records);
    return Promise.all(
      listed.map(async ({ path }) => ({ path, bytes: (await schools.store.read(path)) ?? Buffer.of() })),
    );
  };
  const none = { count: 0, first: [] };
  const fine = { compared: 2, older: none, unknown: none, newer: none, strays: none };
  const compare = () => compareStore(open.database, schools.store);

  test('with another calendar is found, and the calendar published anew', async () => {
    await store();
    await buildAt(november);
    expect(await compare()).toEqual(fine);
    const backup = await recordsOf();
    await store('north', { terms: [] });
    await buildAt(november);
    expect(await compare()).toEqual(fine);
    const now = derived()?.calendar;
    await schools.store.write(backup);
    expect(derived()?.calendar).not.toEqual(now);
    expect(await compare()).toEqual({ ...fine, older: { count: 1, first: ['north'] } });
    await buildAt(november);
    expect(derived()?.calendar).toEqual(now);
    expect(await compare()).toEqual(fine);
  });

  test('with a calendar that was removed is found, and loses it', async () => {
    await store();
    await buildAt(november);
    const backup = await recordsOf();
    await removeCalendar(open.database, 'north');
    await buildAt(november);
    expect(await compare()).toEqual(fine);
    await schools.store.write(backup);
    expect(await compare()).toEqual({ ...fine, older: { count: 1, first: ['north'] } });
    await buildAt(november);
    expect(derived()).toBeUndefined();
    expect(await compare()).toEqual(fine);
  });

  test('without its calendar is found, and gets it again', async () => {
    const backup = await recordsOf();
    await store();
    await buildAt(november);
    await schools.store.write(backup);
    expect(derived()).toBeUndefined();
    await buildAt(november);
    expect(weeks()).toHaveLength(6);
    expect(await compare()).toEqual(fine);
  });
});
