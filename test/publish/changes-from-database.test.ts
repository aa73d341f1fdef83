// What changed for readers of an organisation in the database: documents, a rollback, the calendar and days; and what is forgotten.

import { gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { parseOrganisationId as org } from '../../src/access/ids.ts';
import type { Calendar, Change } from '../../src/contract/types.generated.ts';
import { forget } from '../../src/control/organisations/forget.ts';
import { storeCalendar } from '../../src/database/calendar/store-calendar.ts';
import { unwrapEnvelope } from '../../src/snapshot/envelope.ts';
import { entriesOfIndex } from '../../src/snapshot/pack/pack-index.ts';
import { changesName, paths } from '../../src/snapshot/paths.ts';
import { folderStore } from '../../src/store/folder/folder-store.ts';
import { checkPublished } from '../../src/verify/check-published.ts';
import { build, publisherOf, rollBack } from '../support/belfry.ts';
import { loadSchool, validate } from '../support/published-school.ts';
import { readRecord } from '../support/record-places.ts';
import { november, smallCalendar } from '../support/small-calendar.ts';
import { publishedTimetable } from '../support/small-timetable.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { openTestDatabase } from '../support/test-database.ts';

async function school() {
  const [open, folder] = [await openTestDatabase(), await temporaryFolder()];
  onTestFinished(() => open.close());
  const { database } = open;
  const clock = { now: november };
  const publisher = { store: folderStore(folder), validate, now: () => clock.now };
  await loadSchool(database, 'north', [publishedTimetable('v1', { orgId: 'north' })]);
  const buildAll = () => build(publisher, database, 'due');
  await buildAll();
  const texts = async () => {
    const part = readRecord(folder, 'north').changes;
    const bytes = part && (await publisher.store.read(paths.pack(org('north'), changesName, part.pack.hash)));
    if (part === undefined || bytes == null) return [];
    return entriesOfIndex(bytes.subarray(0, part.pack.index.bytes)).map(([, { gzip }]) => {
      const response = gunzipSync(bytes.subarray(gzip.offset, gzip.offset + gzip.bytes));
      return Buffer.from(unwrapEnvelope(response) ?? Buffer.of()).toString();
    });
  };
  return {
    ...{ open, database, publisher, clock, texts, build: buildAll },
    run: (statement: string) => sql.raw(statement).execute(database),
    setCalendar: (calendar: Calendar) => storeCalendar(database, 'north', calendar, JSON.stringify(calendar)),
    /** Newest first. */
    changes: async (): Promise<Change[]> => {
      const all = (await texts()).map((text) => JSON.parse(text)).filter((each) => 'units' in each);
      return all.sort((one: Change, other: Change) => (one.id < other.id ? 1 : -1));
    },
    problems: async () =>
      (
        await checkPublished(publisher.store, validate, undefined, {
          now: clock.now,
          tzdata: process.versions['tz'] ?? '',
        })
      ).problems,
  };
}

test('an organisation without a calendar has its changes, too', async () => {
  const { run, build: again, changes, problems } = await school();
  expect(await changes()).toMatchObject([
    { previous: null, fromGeneration: 0, toGeneration: 1, kinds: ['timetables'] },
  ]);
  await run(`update teacher set name = 'Grace' where id = (select min(id) from teacher)`);
  await again();
  const [latest, first] = await changes();
  expect(latest).toMatchObject({ previous: first?.id, fromGeneration: 1, toGeneration: 2, units: [] });
  expect(latest?.timetables).toMatchObject([{ timetableId: 'v1', kind: 'changed', entityIds: [expect.any(String)] }]);
  expect(await problems()).toEqual([]);
});

test('a rollback is a change like any other, and going on is one back', async () => {
  const { run, build: again, changes, database, publisher } = await school();
  await run(`update lesson_unit set period_index = 1 where version_id = 'v1' and period_index = 0`);
  await again();
  await rollBack(publisher, database, 'north', 1);
  await again();
  const [back, moved] = await changes();
  expect([moved?.units.length, back?.units.length]).toEqual([moved?.units.length, moved?.units.length]);
  expect(moved?.units.length).toBeGreaterThan(0);
  expect(back?.units.map(({ before }) => before)).toEqual(
    expect.arrayContaining(moved?.units.map(({ after }) => after) ?? []),
  );
});

test('days have entries of their own, without names, which leave with their week', async () => {
  const { run, build: again, changes, texts, setCalendar, clock } = await school();
  await setCalendar(smallCalendar());
  await again();
  const before = await changes();
  expect(before[0]?.kinds).toEqual(['calendar']);
  await run(`insert into day_note (organisation_id, date, text) values ('north', 20261125, 'Secret trip')`);
  await run(
    `insert into day_absence (organisation_id, date, kind, entity) select 'north', 20261126, 'class', min(id) from class`,
  );
  await again();
  const [latest] = await changes();
  expect(latest).toMatchObject({
    kinds: ['days'],
    dates: [20261125, 20261126],
    timetables: [],
    units: [],
    truncated: false,
  });
  expect(latest?.entityIds).toHaveLength(1);
  expect((await texts()).join()).not.toContain('Secret trip');
  await again();
  expect(await changes()).toHaveLength(before.length + 1);
  clock.now += 7 * 86_400_000;
  await again();
  expect((await changes()).map(({ id }) => id)).toEqual(before.map(({ id }) => id));
});

test('forget leaves nobody in what changed, and whoever follows reads everything', async () => {
  const { run, build: again, changes, texts, publisher, database } = await school();
  await run(`update teacher set name = 'Planted Person'`);
  await again();
  await run(`update teacher set name = 'Somebody'`);
  await again();
  await run(`update lesson_unit set period_index = 1 where version_id = 'v1' and period_index = 0`);
  await again();
  await run(`update teacher set name = 'Somebody else'`);
  await again();
  const known = (await changes()).map(({ id }) => id);
  expect((await texts()).join()).toContain('Somebody"');
  const report = await forget(publisherOf(publisher, { database }), org('north'), async () => {});
  expect(report.outcome).toBe('forgotten');
  await again();
  expect((await texts()).join()).not.toContain('Somebody"');
  expect(await changes()).toMatchObject([{ previous: null, fromGeneration: 0 }]);
  expect(known).not.toContain((await changes())[0]?.id);
});
