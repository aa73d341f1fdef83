// The calendar and the weeks of organisations in the database.

import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { parseOrganisationId as org } from '../../src/access/ids.ts';
import type { Calendar } from '../../src/contract/types.generated.ts';
import { forget } from '../../src/control/organisations/forget.ts';
import { storeCalendar } from '../../src/database/calendar/store-calendar.ts';
import { derivedPaths } from '../../src/snapshot/derived-files.ts';
import { paths } from '../../src/snapshot/paths.ts';
import { folderStore } from '../../src/store/folder/folder-store.ts';
import type { Store } from '../../src/store/store.ts';
import { checkPublished } from '../../src/verify/check-published.ts';
import { build, compareStore, deleteOrganisation, publisherOf, rollBack, watch } from '../support/belfry.ts';
import { loadSchool, readPointer, validate } from '../support/published-school.ts';
import { findRecordPath, readRecord } from '../support/record-places.ts';
import { removeCalendar } from '../support/remove-calendar.ts';
import { derivedOf, november, readCalendarData, readWeek, smallCalendar } from '../support/small-calendar.ts';
import { publishedTimetable } from '../support/small-timetable.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { openTestDatabase } from '../support/test-database.ts';
import { waitUntil } from '../support/wait-until.ts';

/** A published school with a calendar, in a database of its own until the test ends. */
async function school() {
  const [open, folder] = [await openTestDatabase(), await temporaryFolder()];
  onTestFinished(() => open.close());
  const { database } = open;
  const clock = { now: november };
  const publisher = { store: folderStore(folder), validate, now: () => clock.now };
  await loadSchool(database, 'north', [publishedTimetable('v1', { orgId: 'north' })]);
  await loadSchool(database, 'south', [publishedTimetable('v2', { orgId: 'south', groupId: 'group-2' })]);
  const setCalendar = (calendar: Calendar) => storeCalendar(database, 'north', calendar, JSON.stringify(calendar));
  await setCalendar(smallCalendar());
  const buildAll = () => build(publisher, database, 'due');
  await buildAll();
  return {
    ...{ open, database, folder, publisher, clock, setCalendar, build: buildAll },
    run: (statement: string) => sql.raw(statement).execute(database),
    derived: () => derivedOf(folder, 'north'),
    record: () => readRecord(folder, 'north'),
    problems: async () =>
      (
        await checkPublished(publisher.store, validate, undefined, {
          now: clock.now,
          tzdata: process.versions['tz'] ?? '',
        })
      ).problems,
  };
}

const fence = (record: object | undefined) => Reflect.get(record ?? {}, 'fence');

test('a build publishes the calendar of the organisation that has one, and nothing when nothing changed', async () => {
  const { folder, build: again, derived, problems } = await school();
  expect(derived()).toMatchObject({ generation: 1, fence: expect.any(Number) });
  expect(readWeek(folder, 'north', '2026-W48').lessons).not.toEqual([]);
  expect(derivedOf(folder, 'south')).toBeUndefined();
  expect(await problems()).toEqual([]);
  const before = derived();
  expect((await again()).derived).toEqual([]);
  expect(derived()).toEqual(before);
});

test('a change of a version, of the calendar, and of the week each lead to what the rules give', async () => {
  const { run, setCalendar, clock, build: again, derived, problems, folder } = await school();
  await run("update timetable_version set description = 'More' where id = 'v1'");
  expect((await again()).derived).toMatchObject([{ organisationId: 'north', generation: 2 }]);
  await setCalendar(smallCalendar({ exceptions: [{ date: 20261123, name: 'Flood', kind: 'closed' }] }));
  const { derived: changed, organisations } = await again();
  expect([changed.length, organisations.filter(({ written }) => written.length > 0)]).toEqual([1, []]);
  expect(readWeek(folder, 'north', '2026-W48').lessons).toEqual([]);
  clock.now += 7 * 86_400_000;
  expect((await again()).derived).toHaveLength(1);
  expect(Object.keys(derived()?.weeks ?? {})[0]).toBe('2026-W49');
  expect(await problems()).toEqual([]);
});

test('a calendar that is broken by SQL fails with its reason, needs attention, and the last good one stays', async () => {
  const { run, build: again, derived, database, publisher, open } = await school();
  const before = derived();
  await run("update calendar set time_zone = 'Europe/Atlantis' where organisation_id = 'north'");
  const { failures } = await again();
  expect(failures).toMatchObject([{ organisationId: 'north', work: 'derived' }]);
  expect(String(failures[0]?.error)).toContain('$.timeZone');
  expect(derived()).toEqual(before);
  const { attention } = await publisherOf(publisher, { database }).port.readState(50);
  expect(attention.first).toMatchObject([{ organisationId: 'north', failures: 1 }]);
  const { rows } = await sql<{ reason: string }>`select to_jsonb(publish_lease)::text as reason from publish_lease
    where organisation_id = 'north' and kind = 'derived'`.execute(open.database);
  expect(rows[0]?.reason).toContain('Europe/Atlantis');
});

test('a deleted calendar is removed, and the store is what the database published last', async () => {
  const { build: again, derived, problems, folder, database, publisher } = await school();
  await removeCalendar(database, 'north');
  expect((await again()).derived).toMatchObject([{ organisationId: 'north', generation: null }]);
  expect(derived()).toBeUndefined();
  expect(await problems()).toEqual([]);
  const none = { count: 0 };
  expect(await compareStore(database, publisher.store)).toMatchObject({ older: none, unknown: none, newer: none });
  const text = JSON.stringify(readPointer(folder, 'north'));
  expect((await again()).derived).toEqual([]);
  expect(JSON.stringify(readPointer(folder, 'north'))).toBe(text);
});

test('after a rollback the lessons are those of the generation that is shown', async () => {
  const { run, build: again, derived, publisher, database, folder, problems } = await school();
  const { lessons } = readWeek(folder, 'north', '2026-W48');
  await run("update lesson_unit set day_id = null, period_index = null where version_id = 'v1'");
  await again();
  expect(readWeek(folder, 'north', '2026-W48').lessons).toEqual([]);
  await rollBack(publisher, database, 'north');
  expect((await again()).derived).toMatchObject([{ generation: 3 }]);
  expect(readWeek(folder, 'north', '2026-W48').lessons).toEqual(lessons);
  expect(derived()?.generation).toBe(3);
  expect(await problems()).toEqual([]);
});

test('a record that a backup put back is derived anew', async () => {
  const { setCalendar, build: again, folder, publisher, derived } = await school();
  const names = await publisher.store.listNames(paths.records);
  const old = await Promise.all(
    names.map(async (each) => [each, await publisher.store.read(`${paths.records}${each}`)] as const),
  );
  await setCalendar(smallCalendar({ exceptions: [] }));
  await again();
  const now = fence(derived());
  for (const [each, bytes] of old)
    if (bytes !== null) await publisher.store.write([{ path: `${paths.records}${each}`, bytes }]);
  await again();
  expect(readCalendarData(folder, 'north').exceptions).toEqual([]);
  expect(fence(derived())).toBeGreaterThan(now);
});

test.each<[string, 'long ago' | 'anew' | 'now']>([
  ['before it had a calendar', 'long ago'],
  ['before its documents were published anew', 'anew'],
  ['before the documents that are published with it', 'now'],
])('a record that one of the readings shows as it was %s leaves nothing behind', { tags: 'slow' }, async (_, when) => {
  const { run, setCalendar, build: again, publisher, database, derived, folder } = await school();
  const { store } = publisher;
  const path = (await findRecordPath(store, 'north')) ?? '';
  if (when === 'long ago') {
    await removeCalendar(database, 'north');
    await again();
  }
  let older = await store.read(path);
  await run("update timetable_version set description = 'More' where id = 'v1'");
  let count = 0;
  let lieAt = 0;
  const read: Store['read'] = async (each) => (each === path && ++count === lieAt ? older : store.read(each));
  const buildLying = () => build({ ...publisher, store: { ...store, read } }, database, 'due');
  for (lieAt = 1; lieAt <= count + 1; lieAt++) {
    const schoolDays = [1 + (lieAt % 5)];
    await setCalendar(smallCalendar({ schoolDays }));
    await again();
    expect(derived()).toBeDefined();
    for (const isDeleted of [false, true]) {
      if (isDeleted) await removeCalendar(database, 'north');
      else await setCalendar(smallCalendar({ schoolDays, exceptions: [] }));
      if (when === 'now') {
        await run(`update timetable_version set description = 'Edit ${lieAt} ${isDeleted}' where id = 'v1'`);
        older = await store.read(path);
      }
      count = 0;
      await buildLying();
      if (isDeleted) expect([lieAt, derived()]).toEqual([lieAt, undefined]);
      await again();
      const { generation } = readPointer(folder, 'north');
      expect([lieAt, derived()?.generation]).toEqual([lieAt, isDeleted ? undefined : generation]);
      if (!isDeleted) expect(readCalendarData(folder, 'north')).toMatchObject({ schoolDays, exceptions: [] });
    }
  }
  expect(lieAt).toBeGreaterThan(2);
});

test('forgetting earlier generations keeps the calendar, and removes the weeks that were replaced', async () => {
  const { run, build: again, publisher, database, record, problems } = await school();
  await run("update timetable_version set description = 'More' where id = 'v1'");
  await again();
  const report = await forget(publisherOf(publisher, { database }), org('north'), async () => {});
  expect(report.outcome).toBe('forgotten');
  const files = (await publisher.store.list(paths.files(org('north')))).map(({ path }) => path);
  expect(files.filter((path) => /(calendar|days|changes|-W\d\d|-slices)\./.test(path)).toSorted()).toEqual(
    derivedPaths(org('north'), record()).toSorted(),
  );
  expect(await problems()).toEqual([]);
});

test('a deleted organisation leaves nothing', async () => {
  const { publisher, database, record } = await school();
  // The calendar and six weeks in three encodings, a pack of slices for each week, and the packs of days and of what changed.
  expect(derivedPaths(org('north'), record())).toHaveLength(7 * 3 + 6 + 2);
  expect(await deleteOrganisation(publisher, database, 'north')).toBe('removed');
  expect(await publisher.store.list(paths.organisation(org('north')))).toEqual([]);
});

test('a watcher derives within seconds what follows from a change, and each new week', { tags: 'server' }, async () => {
  const { open, run, publisher, clock, derived } = await school();
  const stop = new AbortController();
  const events: string[] = [];
  const watching = watch(publisher, open, stop.signal, (event) => events.push(event));
  try {
    await run("update timetable_version set description = 'More' where id = 'v1'");
    await waitUntil('the calendar follows', () => derived()?.generation === 2);
    clock.now += 7 * 86_400_000;
    await run("update timetable_version set description = 'Even more' where id = 'v1'");
    await waitUntil('the weeks are others', () => Object.keys(derived()?.weeks ?? {})[0] === '2026-W49');
  } finally {
    stop.abort();
    await watching;
  }
  expect(events.filter((event) => event.startsWith('failed'))).toEqual([]);
});
