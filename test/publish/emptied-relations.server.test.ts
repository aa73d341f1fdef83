// What a vendor's migration may leave behind: a view that answers no rows, or one that may not be read. Whichever it is, readers lose
// no organisation, version or calendar until somebody approves, nothing is granted, and everything is published again afterwards.
// @module-tag server

import { describe, expect, test } from 'vitest';
import { readStatus } from '../../src/control/publication/read-status.ts';
import { storeCalendar } from '../../src/database/calendar/store-calendar.ts';
import type { relationsOf } from '../../src/database/views/source-relations.ts';
import { MissingGrantError, RemovalHeldError } from '../../src/errors.ts';
import { paths } from '../../src/snapshot/paths.ts';
import { parseLinkRecord } from '../../src/snapshot/read-record.ts';
import { createKey, createLink, revokeKey } from '../support/belfry.ts';
import { runBuild } from '../support/fault-schools.ts';
import { handleFor, readRecord } from '../support/record-places.ts';
import { readCalendarData, smallCalendar } from '../support/small-calendar.ts';
import { ifThorough } from '../support/thoroughness.ts';
import { useMappedSchools } from '../support/use-mapped-schools.ts';
import { waitUntil } from '../support/wait-until.ts';

const { schools, mapped, restoreView } = useMappedSchools(['north']);
const { open, run } = schools;

type Name = (typeof relationsOf.all)[number];

/**
 * What becomes of an organisation when a relation answers no rows.
 * - `held`: readers keep everything, the build fails or names what awaits approval, and it ends by itself.
 * - `withheld`: its versions break the contract, so the last valid ones stay, and the report says so.
 * - `refused`: what it lists is refused at once, since to refuse too much fails closed, and a deleted key must not open anything for
 *   another moment. Nothing else changes.
 * - `shown`: versions have less in them, as when a school removes that. They stay, as does the calendar.
 * - `unused`: the small school has no rows of it.
 */
type Outcome = 'held' | 'withheld' | 'refused' | 'shown' | 'unused';

const whenEmpty: Record<Name, Outcome> = {
  organisation: 'held',
  api_key: 'refused',
  link: 'refused',
  teacher: 'shown',
  subject: 'shown',
  class: 'shown',
  room: 'shown',
  student: 'unused',
  course: 'unused',
  room_group: 'unused',
  room_group_member: 'unused',
  timetable: 'held',
  timetable_version: 'held',
  version_teacher: 'withheld',
  version_subject: 'withheld',
  version_class: 'withheld',
  version_room: 'withheld',
  version_student: 'unused',
  version_course: 'unused',
  version_room_group: 'unused',
  bell_schedule: 'withheld',
  bell_day: 'withheld',
  day_configuration: 'withheld',
  period: 'withheld',
  break: 'shown',
  lesson: 'withheld',
  lesson_group: 'withheld',
  lesson_configuration: 'shown',
  lesson_unit: 'shown',
  section: 'unused',
  calendar: 'held',
  calendar_term: 'shown',
  calendar_closure: 'shown',
  calendar_anchor: 'unused',
  calendar_exception: 'shown',
  day_change: 'unused',
  day_note: 'unused',
  day_absence: 'unused',
};
const names = Object.keys(whenEmpty) as Name[]; // its type has no other keys
const tried = new Set<Name>([
  ...([
    'organisation',
    'api_key',
    'link',
    'teacher',
    'timetable_version',
    'lesson',
    'lesson_unit',
    'calendar',
  ] as const),
  ...names.filter((_, index) => index % 6 === 0),
  ...ifThorough(names),
]);

const changed = `select mark_changed('north'); select mark_access_changed('north');
  insert into pending_change (organisation_id, what) values ('north', 'calendar') on conflict do nothing`;
const empty = (name: Name) =>
  run(`create or replace view school."${name}" as select * from public."${name}" where false`);
const build = (plan: 'due' | 'everything' = 'due') => runBuild(schools.publisher, mapped().database, plan);
const status = () => readStatus(mapped().database, schools.store, Date.now());

/** Publishes everything that an organisation may have, a revoked key too. */
async function publishAll(): Promise<void> {
  const { database } = mapped();
  await open.database
    .transaction()
    .execute((each) => storeCalendar(each, 'north', smallCalendar(), JSON.stringify(smallCalendar())));
  await createKey(database, schools.publisher, 'north');
  await revokeKey(database, schools.publisher, (await createKey(database, schools.publisher, 'north')).id);
  await createLink(database, schools.publisher, 'north', ['teacher', 'entity-tch_1'], null);
  await run(changed);
  await build();
}

async function readGoodLinks(): Promise<string[]> {
  const names = await schools.store.listNames(paths.linksOf(handleFor('north')));
  const records = await Promise.all(
    names.map((name) => schools.store.read(`${paths.linksOf(handleFor('north'))}${name}`)),
  );
  return names.filter((_, index) => {
    const bytes = records[index];
    return bytes != null && !parseLinkRecord(bytes).revoked;
  });
}

/** What readers get. */
async function shown() {
  const { access, pointer, derived } = readRecord(schools.folder, 'north');
  const goodKeys = Object.entries(access?.keys ?? {}).flatMap(([hash, { revoked }]) => (revoked ? [] : [hash]));
  return {
    state: access?.state,
    goodKeys,
    goodLinks: await readGoodLinks(),
    versions: Object.keys(pointer?.timetables ?? {}).sort(),
    documents: Object.values(pointer?.timetables ?? {}).map(({ hash }) => hash),
    weeks: Object.keys(derived?.weeks ?? {}),
    calendar: derived === undefined ? null : { ...readCalendarData(schools.folder, 'north'), generation: 0 },
  };
}

describe('a view that answers no rows', () => {
  test.each([...tried].map((name) => [name, whenEmpty[name]] as const))('%s: %s', async (name, outcome) => {
    await publishAll();
    const before = await shown();
    expect([before.goodKeys.length, before.goodLinks.length]).toEqual([1, 1]);
    await empty(name);
    await run(changed);
    for (const plan of ['due', 'everything'] as const) {
      const report = await build(plan).catch((error: unknown) => error);
      const now = await shown();
      switch (outcome) {
        case 'held':
          if (name === 'organisation') expect(report).toMatchObject({ held: ['north'], deleted: [], strays: [] });
          else expect(report).toBeInstanceOf(RemovalHeldError);
          expect(now).toEqual(before);
          break;
        case 'withheld':
          expect((await status()).organisations.map(({ withheld }) => withheld.length)).toEqual([2]);
          expect(now).toEqual(before);
          break;
        case 'refused':
          expect(now).toEqual({ ...before, ...(name === 'link' ? { goodLinks: [] } : { goodKeys: [] }) });
          break;
        case 'shown': {
          const { documents, calendar, ...others } = before;
          expect({ ...now, documents, calendar }).toEqual({ ...others, documents, calendar });
          expect([now.documents.length, now.calendar]).toEqual([documents.length, expect.anything()]);
          expect([now.documents, now.calendar]).not.toEqual([documents, calendar]);
          break;
        }
        case 'unused':
          expect(now).toEqual(before);
      }
    }
    await restoreView(name);
    // A view has no triggers, so whoever gives it its rows back says so; what is held needs nobody.
    if (outcome !== 'held') await run(changed);
    await build();
    expect(await shown()).toEqual(before);
    expect(await schools.pending()).toBe(0);
    expect((await status()).held).toEqual({ organisations: [] });
  });
});

describe('a view that may not be read', () => {
  test.each([...tried])('%s: nothing changes, the failure names it, and it ends by itself', async (name) => {
    await publishAll();
    const before = await shown();
    expect([before.goodKeys.length, before.goodLinks.length]).toEqual([1, 1]);
    // It reads the table with the rights of a role that has none.
    await run(`alter view school."${name}" owner to pg_signal_backend`);
    await run(changed);
    for (const plan of ['due', 'everything'] as const) {
      const refused = build(plan);
      await expect(refused).rejects.toThrow(MissingGrantError);
      await expect(refused).rejects.toThrow(`permission denied for table ${name}`);
      expect(await shown()).toEqual(before);
    }
    await run(`alter view school."${name}" owner to current_user`);
    await build();
    expect(await shown()).toEqual(before);
    expect(await schools.pending()).toBe(0);
  });
});

test('a key that is revoked while the view of organisations is empty is refused as soon as that is whole again', async () => {
  await publishAll();
  const { goodKeys } = await shown();
  const { events } = schools.watch({}, mapped());
  await empty('organisation');
  await run(`update api_key set revoked_at = now() where revoked_at is null`);
  await waitUntil('the removal is told', () => events.some((event) => event.includes('build -- --remove')));
  await waitUntil('the revocation is held with it', async () => (await schools.pending()) === 0);
  expect((await shown()).goodKeys).toEqual(goodKeys);
  await restoreView('organisation');
  await waitUntil('the key is refused', async () => (await shown()).goodKeys.length === 0);
  expect((await status()).held).toEqual({ organisations: [] });
});

test('the last organisation goes once its removal is approved', async () => {
  await publishAll();
  await empty('organisation');
  await run(changed);
  await build();
  await runBuild({ ...schools.publisher, removesInBulk: true }, mapped().database);
  expect(await schools.store.listNames(paths.organisations)).toEqual([]);
});
