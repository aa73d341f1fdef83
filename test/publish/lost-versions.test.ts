// An organisation that loses all its versions, or nearly all, or its calendar, keeps them published until somebody approves, unless
// somebody removed them on purpose. Everything else goes on.

import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { parseOrganisationId as org } from '../../src/access/ids.ts';
import { createPublisher } from '../../src/belfry.ts';
import { readStatus } from '../../src/control/publication/read-status.ts';
import { deleteTimetable } from '../../src/control/timetables/delete-timetable.ts';
import { storeCalendar } from '../../src/database/calendar/store-calendar.ts';
import { RemovalHeldError } from '../../src/errors.ts';
import { folderStore } from '../../src/store/folder/folder-store.ts';
import { createSchools, versionsOf } from '../support/fault-schools.ts';
import { memorySource } from '../support/memory-source.ts';
import { loadSchool, readPointer } from '../support/published-school.ts';
import { removeCalendar } from '../support/remove-calendar.ts';
import { derivedOf, smallCalendar } from '../support/small-calendar.ts';
import { publishedTimetable } from '../support/small-timetable.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { usePublishedSchools } from '../support/use-published-schools.ts';
import { waitUntil } from '../support/wait-until.ts';

const schools = usePublishedSchools(['north', 'south']);
const { open, run } = schools;
const shown = (id = 'north') => Object.keys(readPointer(schools.folder, id).timetables).sort();
const approve = () => schools.build('due', { removesInBulk: true });
const failuresOf = async (id: string) => {
  const { organisations } = await readStatus(open.database, schools.store, Date.now(), { only: org(id) });
  return organisations.flatMap(({ retries }) => retries.map(({ error }) => error));
};

const losses = [
  ['all versions deleted', `delete from timetable_version where id like 'north-%'`],
  ['the timetable deleted', `delete from timetable where organisation_id = 'north'`],
  ['all versions made autosaves', `update timetable_version set is_autosave = true where id like 'north-%'`],
  ['the table emptied', 'truncate timetable cascade'],
] as const;

test.each(losses)(
  '%s: a build keeps them published, says so, and removes them once that is approved',
  async (_, loss) => {
    await run(loss);
    for (const plan of ['due', 'everything'] as const) {
      const lost = schools.build(plan);
      await expect(lost).rejects.toThrow(RemovalHeldError);
      await expect(lost).rejects.toThrow(
        /north no longer has all 2 published versions \(north-v2, north-v1\).*build -- --remove/,
      );
      expect(shown()).toEqual(versionsOf('north'));
    }
    expect(await failuresOf('north')).toEqual([expect.stringContaining('all 2 published versions')]);
    await approve();
    expect(shown()).toEqual([]);
    expect(await failuresOf('north')).toEqual([]);
  },
);

test.each(losses)(
  '%s: a watcher keeps them published, goes on with the others, and with it when they are back',
  async (_, loss) => {
    schools.watch();
    await run(loss);
    await waitUntil('it needs attention', async () => (await failuresOf('north')).length > 0);
    await createSchools(open.database, ['west']);
    await waitUntil('another school is published', () => shown('west').length === 2);
    expect(shown()).toEqual(versionsOf('north'));
    await run(`delete from timetable where organisation_id in ('north', 'south'); delete from changed_version`);
    for (const id of ['north', 'south'])
      await loadSchool(
        open.database,
        id,
        versionsOf(id).map((each, index) => ({
          ...publishedTimetable(each, { groupId: `${id}-g`, orgId: id, description: 'back' }),
          versionNumber: index + 1,
        })),
      );
    await schools.settled();
    expect(shown()).toEqual(versionsOf('north'));
    expect(await failuresOf('north')).toEqual([]);
  },
);

test("another's version of the same id is no proof that one was moved there", async () => {
  const { rows } = await sql<{ handle: string }>`select handle from organisation where id = 'south'`.execute(
    open.database,
  );
  const handle = rows[0]?.handle;
  await run(`insert into timetable (id, organisation_id) values ('${handle}.north-g', 'south');
    insert into timetable_version (id, timetable_id, version_number)
      select '${handle}.' || id, '${handle}.north-g', 9 from timetable_version where timetable_id = 'north-g'`);
  await run(`delete from timetable where organisation_id = 'north'`);
  await expect(schools.build()).rejects.toThrow(RemovalHeldError);
  // Nor is one whose row has the id itself.
  await run(`insert into timetable (id, organisation_id) values ('w', 'south');
    delete from timetable where id = '${handle}.north-g';
    insert into timetable_version (id, timetable_id, version_number) values ('north-v1', 'w', 9)`);
  await expect(schools.build()).rejects.toThrow(RemovalHeldError);
  expect(shown()).toEqual(versionsOf('north'));
});

test('one of two versions goes without approval, and the last one awaits it', async () => {
  await run(`delete from timetable_version where id = 'north-v1'`);
  await schools.build();
  expect(shown()).toEqual(['north-v2']);
  await run(`delete from timetable_version where id = 'north-v2'`);
  await expect(schools.build()).rejects.toThrow(RemovalHeldError);
  expect(shown()).toEqual(['north-v2']);
});

test('the last version goes when somebody deletes it', async () => {
  const editor = { open, actor: { by: 'tester', via: 'command', from: 'test', adminId: null } } as const;
  for (const each of versionsOf('north'))
    await deleteTimetable(editor, org('north'), each, { ifMatch: null, isNew: false });
  await schools.build();
  expect(shown()).toEqual([]);
  expect(await schools.pending()).toBe(0);
  // What was approved once does not count for what is lost later.
  await createSchools(open.database, ['west']);
  await schools.build();
  await run(`delete from timetable where organisation_id = 'west'`);
  await expect(schools.build()).rejects.toThrow(RemovalHeldError);
});

test('a calendar that is lost stays published until its removal is approved; one that is removed goes', async () => {
  const store = (id: string) =>
    open.database
      .transaction()
      .execute((transaction) => storeCalendar(transaction, id, smallCalendar(), JSON.stringify(smallCalendar())));
  const has = (id: string) => derivedOf(schools.folder, id) !== undefined;
  for (const id of ['north', 'south']) await store(id);
  await schools.build();
  await run('delete from calendar');
  await expect(schools.build()).rejects.toThrow(/no longer has its calendar/);
  expect([has('north'), has('south')]).toEqual([true, true]);
  await store('south');
  await schools.describe('north-v1', 'documents go on');
  await expect(schools.build()).rejects.toThrow(/north no longer has its calendar/);
  expect(readPointer(schools.folder, 'north').generation).toBe(2);
  await removeCalendar(open.database, 'south');
  await expect(schools.build()).rejects.toThrow(/north/);
  expect([has('north'), has('south')]).toEqual([true, false]);
  await approve();
  expect(has('north')).toBe(false);
});

test('a source in a program is judged by the same rule', async () => {
  const [source, store] = [memorySource(), folderStore(await temporaryFolder())];
  const publisher = createPublisher({ store, source, now: Date.now });
  source.add('school', [publishedTimetable('v1'), publishedTimetable('v2')]);
  await publisher.build();
  const clear = (removed: string[]) =>
    source.change('school', (organisation) => {
      organisation.documents.clear();
      organisation.removed.versions = removed;
    });
  for (const removed of [[], ['v1']]) {
    clear(removed);
    expect((await publisher.build()).failures).toMatchObject([
      { work: 'documents', error: expect.any(RemovalHeldError) },
    ]);
  }
  clear(['v1', 'v2']);
  expect(await publisher.build()).toMatchObject({ failures: [], organisations: [{ dropped: ['v1', 'v2'] }] });
});
