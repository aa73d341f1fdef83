// Importing a school's file: the first version, the next versions of the same timetable, and nothing for an unchanged
// file.

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { parseOrganisationId as org } from '../../../src/access/ids.ts';
import type { Timetable } from '../../../src/contract/types.generated.ts';
import type { OpenDatabase } from '../../../src/database/connect/open-database.ts';
import { createOrganisation } from '../../../src/database/organisation.ts';
import { importSchool, type SchoolImport } from '../../../src/database/timetable/import-school.ts';
import { importTimetable } from '../../../src/database/timetable/import-timetable.ts';
import { readVersion } from '../../../src/database/timetable/read-version.ts';
import { assembleTimetable } from '../../../src/document/assemble-timetable.ts';
import { type AscElements, ascCard, ascLesson } from '../../formats/asc/asc-xml.ts';
import { convertSmall } from '../../formats/asc/convert-asc.ts';
import { dumpTables } from '../../support/dump-tables.ts';
import { validate } from '../../support/published-school.ts';
import { openTestDatabase } from '../../support/test-database.ts';

let open: OpenDatabase;
beforeAll(async () => {
  open = await openTestDatabase();
});
afterAll(() => open.close());
beforeEach(async () => {
  await open.database.deleteFrom('organisation').execute();
  await createOrganisation(open.database, org('school'), 'School');
});

const standard: SchoolImport = {
  organisationId: 'school',
  timetableId: 'school-timetable',
  publish: null,
  versionName: null,
  now: '2026-08-20T10:00:00.000Z',
};
const load = (changes: AscElements = {}, options: Partial<SchoolImport> = {}) =>
  importSchool(open.database, validate, convertSmall(changes).document, { ...standard, ...options });
const read = async (id: string): Promise<Timetable> => {
  const rows = await readVersion(open.database, 'school', id);
  if (rows === undefined) throw new Error(`there is no ${id}`);
  return assembleTimetable(rows);
};
const versions = () =>
  open.database
    .selectFrom('timetable_version')
    .select(['id', 'status', 'version_name', 'is_current', 'effective_from', 'effective_to'])
    .orderBy('version_number')
    .execute();
const otherDay = { card: [ascCard(), ascCard({ period: '3', days: '01' })] };

test('a first import is a draft, version 1, and is read back as it was converted', async () => {
  const outcome = await load();
  if (outcome.outcome !== 'imported') throw new Error(outcome.outcome);
  expect(outcome).toMatchObject({ changes: null, before: null });
  expect(await read('school-timetable-v1')).toEqual({ ...outcome.timetable, orgId: 'school' });
  expect(await versions()).toMatchObject([{ id: 'school-timetable-v1', status: 'draft', effective_from: null }]);
});

test('another school that has the ids keeps no school from importing, publishing and going on with its own timetable', async () => {
  const { database } = open;
  await createOrganisation(database, org('other'), 'Other');
  for (const id of ['school-timetable-v1', 'school-timetable-v2'])
    expect(
      await importTimetable(database, validate, 'other', {
        ...convertSmall({}).document,
        groupId: 'school-timetable',
        id,
      }),
    ).toMatchObject({ outcome: 'imported' });
  const others = await dumpTables(database);
  const publish = (from: number) => ({ publish: { from, today: from } });
  expect(await load({}, publish(20260901))).toMatchObject({
    outcome: 'imported',
    timetable: { id: 'school-timetable-v1', groupId: 'school-timetable' },
    before: null,
  });
  expect(await load({}, publish(20260901))).toMatchObject({ outcome: 'unchanged' });
  expect(await load(otherDay, publish(20261001))).toMatchObject({
    outcome: 'imported',
    timetable: { id: 'school-timetable-v2' },
    before: 'school-timetable-v1',
  });
  expect(await read('school-timetable-v1')).toMatchObject({ isCurrent: false, effectiveTo: 20260930 });
  expect(await read('school-timetable-v2')).toMatchObject({ isCurrent: true, groupId: 'school-timetable' });
  await database.deleteFrom('organisation').where('id', '=', 'school').execute();
  const queue = /^(pending_change|changed_version|audit)$/;
  for (const [table, rows] of Object.entries(await dumpTables(database)))
    if (!queue.test(table)) expect([table, others[table]]).toEqual([table, expect.arrayContaining(rows)]);
});

test('the same file again writes nothing', async () => {
  await load();
  const before = await dumpTables(open.database);
  expect(await load({}, { now: '2026-08-21T10:00:00.000Z', versionName: 'Again' })).toMatchObject({
    outcome: 'unchanged',
  });
  expect(await dumpTables(open.database)).toEqual(before);
});

test('a student-level document is read back as it was converted, and the same file again writes nothing', async () => {
  const { document } = convertSmall(
    {
      student: [{ id: 'U1', name: 'Ida', classid: 'C1' }],
      studentsubject: [{ studentid: 'U1', subjectid: 'S1', seminargroup: '1' }],
      lesson: [ascLesson({ seminargroup: '1' })],
    },
    { students: true },
  );
  expect(document.sections).toHaveLength(1);
  await importSchool(open.database, validate, document, standard);
  const { lessonUnits, students, courses, sections, sectionSettings, schedulingMode } = document;
  expect(await read('school-timetable-v1')).toMatchObject({
    lessonUnits,
    students,
    courses,
    sections,
    sectionSettings,
    schedulingMode,
  });
  expect(await importSchool(open.database, validate, document, standard)).toMatchObject({ outcome: 'unchanged' });
});

test('a changed file becomes the next version of its timetable, with the same entities and a list of changes', async () => {
  await load();
  const second = await load(otherDay, { versionName: 'September' });
  expect(second).toMatchObject({
    outcome: 'imported',
    before: 'school-timetable-v1',
    changes: { moved: [{ lesson: 'lsn_L1', what: 'Mat · 5A · ADA' }], added: [], gone: [] },
  });
  const [one, two] = [await read('school-timetable-v1'), await read('school-timetable-v2')];
  expect(two).toMatchObject({ groupId: one.groupId, versionNumber: 2, versionName: 'September' });
  for (const list of ['teachers', 'subjects', 'classes', 'rooms'] as const)
    expect(two[list].map(({ entityId }) => entityId)).toEqual(one[list].map(({ entityId }) => entityId));
});

test('a published version ends the earlier ones the day before, and is not current before its first day', async () => {
  await load({}, { publish: { from: 20260901, today: 20260901 } });
  await load(otherDay, { publish: { from: 20270101, today: 20260901 } });
  expect(await versions()).toMatchObject([
    { id: 'school-timetable-v1', is_current: true, effective_from: 20260901, effective_to: 20261231 },
    { id: 'school-timetable-v2', is_current: false, effective_from: 20270101, effective_to: null },
  ]);
  await load({}, { publish: { from: 20270301, today: 20270301 } });
  expect(await versions()).toMatchObject([
    { is_current: false, effective_to: 20261231 },
    { is_current: false, effective_to: 20270228 },
    { is_current: true, effective_from: 20270301, effective_to: null },
  ]);
});

test('a version that is published before one that begins later ends on the day before it, also where both are published at once', async () => {
  const later = { publish: { from: 20270101, today: 20260901 } };
  await load({}, later);
  await load(otherDay, { publish: { from: 20260901, today: 20260901 } });
  const windows = [
    { id: 'school-timetable-v1', is_current: false, effective_from: 20270101, effective_to: null },
    { id: 'school-timetable-v2', is_current: true, effective_from: 20260901, effective_to: 20261231 },
  ];
  expect(await versions()).toMatchObject(windows);
  // What begins between the two is published by somebody else, once this import has read everything, before it stores anything.
  const between = { from: 20261101, today: 20260901 };
  const { database } = open;
  const quicker = new Proxy(database, {
    get(of, name) {
      if (name !== 'transaction') return Reflect.get(of, name).bind?.(of);
      return () => ({
        async execute(work: (transaction: typeof database) => Promise<unknown>) {
          const row = { status: 'published', effective_from: between.from, published_at: standard.now };
          await of.updateTable('timetable_version').set(row).where('id', '=', 'school-timetable-v3').execute();
          return of.transaction().execute(work);
        },
      });
    },
  });
  await load({}, {});
  expect(await versions()).toHaveLength(3);
  const fourth = { ...otherDay, card: [ascCard({ period: '3' })] };
  await importSchool(quicker, validate, convertSmall(fourth).document, {
    ...standard,
    publish: { from: 20261001, today: 20260901 },
  });
  expect(await versions()).toMatchObject([
    ...windows.slice(0, 1),
    { id: 'school-timetable-v2', effective_from: 20260901, effective_to: 20260930 },
    { id: 'school-timetable-v3', effective_from: 20261101 },
    { id: 'school-timetable-v4', effective_from: 20261001, effective_to: 20261031 },
  ]);
});

test('publishing an unchanged draft creates no new version', async () => {
  await load();
  expect(await load({}, { publish: { from: 20260901, today: 20260901 } })).toMatchObject({ outcome: 'published' });
  expect(await versions()).toMatchObject([
    { id: 'school-timetable-v1', status: 'published', effective_from: 20260901 },
  ]);
  expect(await load({}, { publish: { from: 20261001, today: 20261001 } })).toMatchObject({ outcome: 'unchanged' });
});

test('an Unknown entity is not added to the organisation', async () => {
  await load({ lesson: [ascLesson({ teacherids: 'T9' })] });
  expect(await open.database.selectFrom('teacher').select('id').execute()).toEqual([{ id: 'teacher-T1' }]);
  expect((await read('school-timetable-v1')).teachers[1]).toMatchObject({ entityId: 'teacher-T9', name: 'Unknown' });
  expect(await load({ lesson: [ascLesson({ teacherids: 'T9' })] })).toMatchObject({ outcome: 'unchanged' });
});

test('a later file without a name keeps the name of the timetable', async () => {
  const { document } = convertSmall();
  await importTimetable(open.database, validate, 'school', {
    ...document,
    id: 'old',
    groupId: 'school-timetable',
    name: 'Main',
  });
  await load(otherDay);
  const { document: unnamed } = convertSmall();
  await importSchool(open.database, validate, { ...unnamed, name: 'Untitled' }, standard);
  expect((await read('school-timetable-v3')).name).toBe('School');
});

test('a version that was stored meanwhile is not replaced, and nothing is stored', async () => {
  const { document } = convertSmall();
  await importTimetable(open.database, validate, 'school', {
    ...document,
    id: 'school-timetable-v1',
    groupId: 'another',
  });
  const before = await dumpTables(open.database);
  expect(await load(otherDay)).toMatchObject({ outcome: 'refused', problems: [{ path: '$.id' }] });
  expect(await dumpTables(open.database)).toEqual(before);
});

test('a file with fewer than a tenth of the known teachers is refused as another school’s, unless evenIfDifferent is set', async () => {
  const teachers = (school: string) =>
    Array.from({ length: 10 }, (_, index) => ({
      id: `T${index + 1}`,
      name: `${school} ${index}`,
      short: `${school}${index}`,
    }));
  await load({ teacher: teachers('North') });
  const tables = await dumpTables(open.database);
  expect(await load({ teacher: teachers('South') })).toEqual({
    outcome: 'different',
    teachers: 10,
    known: 0,
    before: 'school-timetable-v1',
  });
  expect(await dumpTables(open.database)).toEqual(tables);
  expect(await load({ teacher: [...teachers('South').slice(1), ...teachers('North').slice(0, 1)] })).toMatchObject({
    outcome: 'imported',
  });
  expect(await load({ teacher: teachers('East') }, { evenIfDifferent: true })).toMatchObject({ outcome: 'imported' });
});

test('a file that places next to nothing ends no version that has lessons, unless evenIfNearlyEmpty is set', async () => {
  const card = ['1', '2', '3'].flatMap((period) => ['10', '01'].map((days) => ascCard({ period, days, weeks: '111' })));
  const full: AscElements = { card, weeksdef: [{ id: 'A', name: 'A', short: 'A', weeks: '100' }] };
  const nearlyEmpty: AscElements = { card: [ascCard()], lesson: [ascLesson(), ascLesson({ id: 'L2' })] };
  const now = { publish: { from: 20260901, today: 20260901 } };
  await load(full, now);
  expect((await read('school-timetable-v1')).lessonUnits).toHaveLength(18);
  const before = await dumpTables(open.database);
  const refused = { outcome: 'nearly empty', placed: 1, placedBefore: 18, before: 'school-timetable-v1' };
  expect(await load(nearlyEmpty, now)).toEqual(refused);
  expect(await load(nearlyEmpty, { ...now, isDryRun: true })).toEqual(refused);
  expect(await dumpTables(open.database)).toEqual(before);
  // A draft ends nothing. To publish it asks as the file would.
  expect(await load(nearlyEmpty)).toMatchObject({ outcome: 'imported' });
  expect(await load(nearlyEmpty, now)).toEqual(refused);
  expect(await load(nearlyEmpty, { ...now, evenIfNearlyEmpty: true })).toMatchObject({ outcome: 'published' });
  // The version that has ended is not asked about again.
  const later = { publish: { from: 20261001, today: 20261001 } };
  expect(await load({ ...nearlyEmpty, teacher: [] }, later)).toMatchObject({ outcome: 'imported' });
});
