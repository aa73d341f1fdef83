// What is different on a day, from the rows of the database to the answers of a server.

import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { parseOrganisationId } from '../../src/access/ids.ts';
import type { Day, DayChange, DayChanges, Week } from '../../src/contract/types.generated.ts';
import { readStatus } from '../../src/control/publication/read-status.ts';
import { storeCalendar } from '../../src/database/calendar/store-calendar.ts';
import { listName, paths } from '../../src/snapshot/paths.ts';
import { sha256 } from '../../src/snapshot/sha256.ts';

import { folderStore } from '../../src/store/folder/folder-store.ts';
import { checkPublished } from '../../src/verify/check-published.ts';
import { changesOf, drawnChanges } from '../days/draw-changes.ts';
import { build, createKey } from '../support/belfry.ts';
import { loadSchool, readPointer, validate } from '../support/published-school.ts';
import { publishedTexts } from '../support/published-texts.ts';
import { runningServer } from '../support/running-server.ts';
import { november, smallCalendar } from '../support/small-calendar.ts';
import { publishedTimetable } from '../support/small-timetable.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { openTestDatabase } from '../support/test-database.ts';
import { times } from '../support/thoroughness.ts';

/** The Monday of the week in which it is `november`. */
const date = 20261123;
const firstLesson = { startTime: '07:00', classes: ['Year 1'] };

async function school() {
  const [open, folder] = [await openTestDatabase(), await temporaryFolder()];
  onTestFinished(() => open.close());
  const { database } = open;
  const publisher = { store: folderStore(folder), validate, now: () => november };
  await loadSchool(database, 'north', [publishedTimetable('v1', { orgId: 'north' })]);
  await storeCalendar(database, 'north', smallCalendar(), JSON.stringify(smallCalendar()));
  const { key } = await createKey(database, publisher, 'north');
  const publish = () => build(publisher, database, 'due');
  await publish();
  const server = await runningServer(folder);
  const get = (path: string) =>
    fetch(`http://127.0.0.1:${server.port}/api/v1/${path}`, { headers: { Authorization: `Bearer ${key}` } });
  return {
    ...{ database, folder, publish, get },
    /** Replaces what is different in the week. */
    async change(changes: Omit<DayChange, 'ref' | 'date'>[], more: Partial<DayChanges> = {}) {
      const document = { ...more, changes: changes.map((each, index) => ({ ref: `${index}`, date, ...each })) };
      await sql`select replace_days('north', 20261123, 20261129, ${JSON.stringify(document)}::jsonb)`.execute(database);
      return publish();
    },
    data: async <Data>(path: string) => ((await (await get(path)).json()) as { data: Data }).data,
    orphaned: async () =>
      (await readStatus(database, publisher.store, november)).organisations.map(
        ({ orphanedChanges }) => orphanedChanges,
      ),
    problems: async () => {
      const moment = { now: november, tzdata: process.versions['tz'] ?? '' };
      return (await checkPublished(publisher.store, validate, undefined, moment)).problems;
    },
  };
}

test('a cancelled lesson is on its day, in its week and in its slices, and no document is touched', async () => {
  const { change, data, folder, problems, publish } = await school();
  const planned = await data<Day>('days/2026-11-23');
  expect(planned).toMatchObject({ date, isSchoolDay: true, changedAt: null, cancelled: [], notes: [] });
  const pointer = readPointer(folder, 'north');
  const { derived, organisations } = await change([{ lesson: firstLesson, cancelled: true, text: 'Trip' }]);
  expect([derived.length, organisations.filter(({ written }) => written.length > 0)]).toEqual([1, []]);
  expect(readPointer(folder, 'north')).toEqual(pointer);
  const [cancelled, ...others] = planned.lessons.filter(({ classes }) => classes[0]?.name === 'Year 1');
  expect(others).toEqual([]);
  const day = await data<Day>('days/2026-11-23');
  expect(day.cancelled).toMatchObject([{ id: cancelled?.id, text: 'Trip', movedTo: null }]);
  expect(day.lessons).toEqual(planned.lessons.filter(({ id }) => id !== cancelled?.id));
  expect(day.changedAt).toMatch(/^\d{4}-.*Z$/);
  const week = await data<Week>('weeks/2026-W48');
  expect(week.cancelled).toEqual(day.cancelled);
  expect((await data<Week>('weeks/2026-W48/classes/entity-cls_1')).cancelled).toEqual(day.cancelled);
  expect((await data<Week>('weeks/2026-W48/teachers/entity-tch_1')).cancelled).toEqual(day.cancelled);
  expect((await data<Week>('weeks/2026-W48/classes/entity-cls_2')).cancelled).toEqual([]);
  expect(await problems()).toEqual([]);
  await change([]);
  expect(await data<Day>('days/2026-11-23')).toEqual(planned);
  expect((await publish()).derived).toEqual([]);
});

test('whatever changes on days, no byte of a document or of the list is written', { tags: 'long' }, async () => {
  const { change, folder } = await school();
  const before = readPointer(folder, 'north');
  const { list, timetables } = before;
  const files = [[listName, list] as const, ...Object.entries(timetables)].map(([name, { hash }]) =>
    join(folder, paths.file(parseOrganisationId('north'), name, hash, 'gzip')),
  );
  const written = () => files.map((path) => [path, statSync(path).mtimeMs, sha256(readFileSync(path))]);
  const first = written();
  const versions = [publishedTimetable('v1', { orgId: 'north' })];
  const dates = [20261123, 20261124, 20261125, 20261126, 20261127];
  for (const drawn of fc.sample(drawnChanges, { numRuns: times(10, 170) }))
    await change(changesOf(drawn, { calendar: smallCalendar(), versions }, dates));
  expect(readPointer(folder, 'north')).toEqual(before);
  expect(written()).toEqual(first);
});

test('a change of one class leaves the slice of another as it is, and the same changes again publish nothing', async () => {
  const { change, get } = await school();
  const tags = () =>
    Promise.all(
      [
        'days/2026-11-23',
        'weeks/2026-W48',
        'weeks/2026-W48/classes/entity-cls_1',
        'weeks/2026-W48/classes/entity-cls_2',
      ].map(async (path) => (await get(path)).headers.get('etag')),
    );
  const before = await tags();
  await change([{ lesson: firstLesson, rooms: ['Barn'] }]);
  const after = await tags();
  expect(after.map((tag, index) => tag === before[index])).toEqual([false, false, false, true]);
  expect((await change([{ lesson: firstLesson, rooms: ['Barn'] }])).derived).toEqual([]);
  expect(await tags()).toEqual(after);
});

test('days are served from Monday of this week to 14 days ahead', async () => {
  const { get } = await school();
  const status = async (path: string) => {
    const response = await get(path);
    return [response.status, response.ok ? null : ((await response.json()) as { error: { code: string } }).error.code];
  };
  expect(await status('days/2026-11-22')).toEqual([404, 'DAY_NOT_FOUND']);
  expect(await status('days/2026-11-23')).toEqual([200, null]);
  expect(await status('days/2026-12-08')).toEqual([200, null]);
  expect(await status('days/2026-12-09')).toEqual([404, 'DAY_NOT_FOUND']);
  expect(await status('weeks/2026-W48/classes/nobody')).toEqual([404, 'ENTITY_NOT_FOUND']);
  expect(await status('weeks/2026-W48/rooms/entity-rom_1')).toEqual([200, null]);
});

test('a change whose lesson is gone is kept, told and not applied, and applies when the lesson is back', async () => {
  const { change, database, data, orphaned, publish } = await school();
  await change([
    { lesson: firstLesson, cancelled: true },
    { lesson: { startTime: '06:00' }, cancelled: true },
  ]);
  expect([(await data<Day>('days/2026-11-23')).cancelled.length, await orphaned()]).toEqual([1, [1]]);
  const calendar = smallCalendar({ exceptions: [{ date, name: 'Flood', kind: 'closed' }] });
  await storeCalendar(database, 'north', calendar, JSON.stringify(calendar));
  await publish();
  expect([(await data<Day>('days/2026-11-23')).cancelled.length, await orphaned()]).toEqual([0, [2]]);
  await storeCalendar(database, 'north', smallCalendar(), JSON.stringify(smallCalendar()));
  await publish();
  expect([(await data<Day>('days/2026-11-23')).cancelled.length, await orphaned()]).toEqual([1, [1]]);
  await change([]);
  expect(await orphaned()).toEqual([0]);
});

test('whom the organisation does not show is in no byte of what is published', async () => {
  const { change, database, folder, data } = await school();
  await sql`update organisation set teachers_in_changes_keys = 'none' where id = 'north'`.execute(database);
  await change([{ lesson: firstLesson, teachers: ['Planted Substitute'] }]);
  const { lessons } = await data<Day>('days/2026-11-23');
  expect(lessons.filter(({ status }) => status === 'changed')).toMatchObject([
    { teachers: [], changed: ['teachers'], original: { teachers: [] } },
  ]);
  const files = publishedTexts(folder);
  expect(files.some(({ text }) => text.includes('Year 1'))).toBe(true);
  expect(files.filter(({ text }) => text.includes('Planted'))).toEqual([]);
});
