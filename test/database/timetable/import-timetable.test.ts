import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { parseOrganisationId as org } from '../../../src/access/ids.ts';
import type { Timetable } from '../../../src/contract/types.generated.ts';
import type { Database, OpenDatabase } from '../../../src/database/connect/open-database.ts';
import { createOrganisation } from '../../../src/database/organisation.ts';
import { importTimetable } from '../../../src/database/timetable/import-timetable.ts';
import { readVersion } from '../../../src/database/timetable/read-version.ts';
import { assembleTimetable } from '../../../src/document/assemble-timetable.ts';
import { dumpTables } from '../../support/dump-tables.ts';
import { validate } from '../../support/published-school.ts';
import { publishedTimetable, smallTimetable } from '../../support/small-timetable.ts';
import { openTestDatabase } from '../../support/test-database.ts';

let open: OpenDatabase;
let database: Database;

beforeAll(async () => {
  open = await openTestDatabase();
  database = open.database;
});
afterAll(() => open.close());
beforeEach(async () => {
  await database.deleteFrom('organisation').execute();
  await createOrganisation(database, org('school'), 'School');
});

const load = (document: unknown, organisationId = 'school') =>
  importTimetable(database, validate, organisationId, document);
const reload = async (id = 'version-1') => {
  const rows = await readVersion(database, 'school', id);
  return rows && assembleTimetable(rows);
};

describe('a document is refused with all its problems, and nothing changes', () => {
  /** Each case changes a copy of the document; the paths are those of its problems, in any order. */
  const cases: { broken: string; change: (document: Timetable) => unknown; paths: string[] }[] = [
    { broken: 'no object', change: () => 'timetable', paths: ['$'] },
    { broken: 'missing fields', change: ({ name: _, rooms: __, ...rest }) => rest, paths: ['$', '$'] },
    { broken: 'an unknown field', change: (document) => ({ ...document, colour: 'red' }), paths: ['$'] },
    {
      broken: 'values of the wrong kind',
      change: (document) => ({
        ...document,
        name: ' \n',
        createdAt: '2026-08-01',
        lessonUnits: document.lessonUnits.map((unit) => ({ ...unit, locked: 'yes' })),
      }),
      paths: ['$.name', '$.createdAt', '$.lessonUnits[0].locked', '$.lessonUnits[1].locked'],
    },
    {
      broken: 'a form that is wrong here, and references that dangle there',
      change: (document) => ({
        ...document,
        colour: 'red',
        classes: document.classes.map((each) => ({ ...each, classTeacherId: 'tch_9' })),
        lessonUnits: document.lessonUnits
          .map((unit) => ({ ...unit, periodIndex: 'first', roomIds: ['rom_9'] }))
          .slice(0, 1),
      }),
      paths: [
        ...['$', '$.lessonUnits[0].periodIndex', '$.lessonUnits[0].roomIds[0]'],
        ...['$.classes[0].classTeacherId', '$.classes[1].classTeacherId'],
      ],
    },
    {
      broken: 'a form that is so wrong that nothing can be looked up',
      change: (document) => ({ ...document, rooms: { toString: 1 }, lessonUnits: [null, 7, { localId: {} }] }),
      paths: [
        '$.rooms',
        '$.lessonUnits[0]',
        '$.lessonUnits[1]',
        ...Array(18).fill('$.lessonUnits[2]'),
        '$.lessonUnits[2].localId',
      ],
    },
    {
      broken: 'dangling references',
      change: (document) => ({
        ...document,
        roomGroups: [],
        students: document.students?.map((student) => ({ ...student, classId: 'cls_9' })),
      }),
      paths: ['$.students[0].classId', '$.courses[0].roomGroupIds[0]', '$.lessons[0].groups[1].roomGroupIds[0]'],
    },
    {
      broken: 'NUL characters',
      change: (document) => ({ ...document, description: 'a\0b', sectionSettings: { 'x\0': ['\0'] } }),
      paths: ['$.description', '$.sectionSettings', '$.sectionSettings["x\\u0000"][0]'],
    },
    {
      broken: 'a number that JSON cannot carry',
      change: (document) => ({ ...document, sectionSettings: { a: [JSON.parse('1e999')] } }),
      paths: ['$.sectionSettings.a[0]'],
    },
    {
      broken: 'halves of surrogate pairs',
      change: (document) => ({ ...document, name: 'x\ud800', versionName: '\udc00\ud800' }),
      paths: ['$.name', '$.versionName'],
    },
    {
      broken: 'text and schema at once',
      change: (document) => ({ ...document, isCurrent: 1, description: '\0' }),
      paths: ['$.isCurrent', '$.description'],
    },
    {
      broken: 'numbers and moments beyond what the database can hold',
      change: (document) => {
        const days = [{ id: 'd', label: '', shortLabel: '', dayOfWeek: -1e10, weekInCycle: 1e10 }];
        const pause = { id: 'b', name: '', startTime: '08:00', endTime: '08:10', followsPeriodIndex: 1e10 };
        const dayConfigurations = [{ id: 'c', dayIds: ['d'], periods: [], breaks: [pause] }];
        const schedule = { ...document.bellSchedule, cycleLength: 1e10, days, dayConfigurations };
        const lessons = document.lessons.slice(0, 1).map((lesson) => ({
          ...lesson,
          lessonConfigurations: [{ id: 'c', frequency: 1e10, length: 1e10 }],
        }));
        const createdAt = '0000-01-01T00:00:00.000Z';
        return { ...document, createdAt, bellSchedules: [schedule], lessons, lessonUnits: [] };
      },
      paths: [
        ...['$.bellSchedule', '$.classes[1].bellScheduleId'], // which the changed schedules no longer have
        '$.createdAt',
        '$.bellSchedules[0].cycleLength',
        '$.bellSchedules[0].days[0].dayOfWeek',
        '$.bellSchedules[0].days[0].weekInCycle',
        '$.bellSchedules[0].dayConfigurations[0].breaks[0].followsPeriodIndex',
        '$.lessons[0].lessonConfigurations[0].frequency',
        '$.lessons[0].lessonConfigurations[0].length',
      ],
    },
    {
      broken: 'an id too long for an index',
      change: (document) => ({
        ...document,
        sections: document.sections?.map((section) => ({ ...section, localId: randomBytes(3000).toString('hex') })),
        lessonUnits: [],
      }),
      paths: ['$.sections[0].localId'],
    },
  ];

  test.each(cases)('for $broken', async ({ change, paths }) => {
    await load(publishedTimetable('version-0'));
    const before = await dumpTables(database);
    const outcome = await load(change(smallTimetable()));
    const problems = outcome.outcome === 'refused' ? outcome.problems : [];
    expect(problems.map(({ path }) => path).sort()).toEqual([...paths].sort());
    expect(problems.every(({ message }) => message.length > 0)).toBe(true);
    expect(await dumpTables(database)).toEqual(before);
  });

  test('because its id is another than expected, taken, or its values do not fit the database', async () => {
    const stored = (document: Timetable, options: Parameters<typeof importTimetable>[4]) =>
      importTimetable(open.database, validate, org('school'), document, options);
    const refused = (code: string) => ({ outcome: 'refused', problems: [{ code }] });
    await load(smallTimetable());
    expect(await stored(smallTimetable(), { id: 'other' })).toMatchObject(refused('id-not-of-address'));
    expect(await stored(smallTimetable(), { isNew: true })).toMatchObject(refused('stored-meanwhile'));
    const [teacher] = smallTimetable().teachers;
    const long = smallTimetable({ teachers: teacher ? [{ ...teacher, name: 'x'.repeat(5000) }] : [] });
    expect(await load(long)).toMatchObject(refused('row-refused'));
  });

  test('because the organisation does not exist', async () => {
    const before = await dumpTables(database);
    expect(await load(smallTimetable(), 'nobody')).toMatchObject({
      outcome: 'refused',
      problems: [{ path: '$.orgId', message: expect.stringContaining('nobody'), code: 'organisation-unknown' }],
    });
    expect(await dumpTables(database)).toEqual(before);
  });
});

test('a document is stored under the given organisation, even if its orgId names another', async () => {
  expect(await load(smallTimetable({ orgId: 'elsewhere' }))).toMatchObject({ outcome: 'imported' });
  expect((await reload())?.orgId).toBe('school');
});

test('importing a version again replaces all its rows', async () => {
  await load(smallTimetable());
  const { lessonUnits } = smallTimetable();
  const less = smallTimetable({ name: 'Renamed', versionNumber: 1.5, lessonUnits: lessonUnits.slice(1) });
  expect(await load(less)).toMatchObject({ outcome: 'imported' });
  expect(await reload()).toEqual(less);
  expect(await load(less)).toMatchObject({ outcome: 'unchanged' });
});

test('a version can move to another timetable of its organisation', async () => {
  await load(smallTimetable());
  await load(smallTimetable({ groupId: 'group-2' }));
  expect((await reload())?.groupId).toBe('group-2');
});

test('entities belong to the organisation: a later version that renames one renames it in earlier versions', async () => {
  const later = publishedTimetable('version-2');
  const [teacher] = later.teachers;
  if (teacher === undefined) throw new Error('there is a teacher');
  await load(smallTimetable());
  await load({ ...later, teachers: [{ ...teacher, name: 'Ada Lovelace', isActive: false, maxPeriods: 3 }] });
  expect((await reload())?.teachers).toMatchObject([{ name: 'Ada Lovelace', isActive: false, maxPeriods: 20 }]);
});

describe('an Unknown entity', () => {
  const unknown = { externalId: null, name: 'Unknown', shortName: 'Unknown', color: null };
  const withUnknown = () => {
    const document = smallTimetable();
    return smallTimetable({
      teachers: document.teachers.map((each) => ({ ...each, ...unknown, isActive: false })),
      subjects: document.subjects.map((each) => ({ ...each, ...unknown, isActive: false })),
      classes: document.classes.map((each) => ({ ...each, ...unknown, isActive: false })),
      rooms: document.rooms.map((each) => ({ ...each, ...unknown, isActive: false, capacity: 0, buildingName: '' })),
      students: document.students?.map((each) => ({ ...each, ...unknown })) ?? [],
      courses: document.courses?.map((each) => ({ ...each, name: 'Unknown', courseCode: null })) ?? [],
      roomGroups: document.roomGroups.map((each) => ({ ...each, name: 'Unknown', memberIds: [] })),
    });
  };
  const tables = ['teacher', 'subject', 'class', 'room', 'student', 'course', 'room_group'] as const;

  test('is not restored', async () => {
    expect(await load(withUnknown())).toMatchObject({ outcome: 'imported' });
    const dump = await dumpTables(database);
    expect(tables.map((table) => [table, dump[table]])).toEqual(tables.map((table) => [table, []]));
    expect(await reload()).toEqual(withUnknown());
  });

  test('does not rename an existing entity', async () => {
    await load(smallTimetable());
    const before = await dumpTables(database);
    await load({ ...withUnknown(), id: 'version-2' });
    const after = await dumpTables(database);
    expect(tables.map((table) => [table, after[table]])).toEqual(tables.map((table) => [table, before[table]]));
  });
});

describe('the organisation’s own room groups', () => {
  const renamed = [{ id: 'rgp_x', entityId: 'entity-rgp_1', name: 'Old labs', memberIds: [] }];
  const ofDraft = async () => (await reload())?.roomGroups.map(({ name, memberIds }) => ({ name, memberIds }));
  const lessons: Timetable['lessons'] = [];

  test('stay unchanged when a published version is imported', async () => {
    await load(smallTimetable());
    await load(publishedTimetable('version-2', { roomGroups: renamed, lessons, lessonUnits: [] }));
    expect(await ofDraft()).toEqual([{ name: 'Labs', memberIds: ['rom_1'] }]);
    expect((await reload('version-2'))?.roomGroups).toEqual(renamed);
  });

  test('are replaced by those of a draft', async () => {
    const { courses: _, sections: __, ...standard } = publishedTimetable('version-2');
    const draft = { ...standard, status: 'draft', publishedAt: null, effectiveFrom: null };
    await load(smallTimetable());
    await load({ ...draft, roomGroups: renamed, lessons, lessonUnits: [] });
    expect(await ofDraft()).toEqual([{ name: 'Old labs', memberIds: [] }]);
  });

  test('are created by a published version if they do not exist', async () => {
    await load(publishedTimetable('version-2'));
    const dump = await dumpTables(database);
    expect([dump['room_group']?.length, dump['room_group_member']?.length]).toEqual([1, 1]);
  });
});

test('an autosave is stored but not listed', async () => {
  const stored = await importTimetable(database, validate, 'school', smallTimetable(), { isAutosave: true });
  expect(stored.outcome).toBe('imported');
  expect(await reload()).toBeUndefined();
  expect((await dumpTables(database))['lesson_unit']).toHaveLength(2);
});
