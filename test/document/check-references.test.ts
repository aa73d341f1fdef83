import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Timetable } from '../../src/contract/types.generated.ts';
import { demoSchool } from '../../src/demo/demo-school.ts';
import { checkReferences } from '../../src/document/check-references.ts';
import { jsonPath, type Segments } from '../../src/document/json-path.ts';
import { publishedTimetable, smallTimetable } from '../support/small-timetable.ts';

/** A copy of the document with another value at the path; a path one past the end of a list appends. */
function withValue(document: Timetable, path: Segments, value: unknown): Timetable {
  const copy: Timetable = JSON.parse(JSON.stringify(document)); // unlike structuredClone, it shares no arrays
  let holder: object = copy;
  for (const segment of path.slice(0, -1)) holder = Reflect.get(holder, segment);
  Reflect.set(holder, path.at(-1) ?? '', value);
  return copy;
}

const found = (document: Timetable) => checkReferences(document).map(({ path, row }) => [path, row]);
const ofVersion = (row: string) => `${row} of timetable_version version-1`;

test('a consistent document has no problems', () => {
  expect(checkReferences(smallTimetable())).toEqual([]);
  expect(checkReferences(publishedTimetable('version-2'))).toEqual([]);
});

test.each(demoSchool().documents)('the demo school has none ($document.id)', ({ document }) => {
  expect(checkReferences(document)).toEqual([]);
});

/** Every field of the contract that refers to something else: its path, an id that is not listed, and its row. */
const references: [Segments, string, string][] = [
  [['classes', 0, 'classTeacherId'], 'tch_9', 'version_class cls_1'],
  [['classes', 0, 'bellScheduleId'], 'bs_9', 'version_class cls_1'],
  [['roomGroups', 0, 'memberIds', 0], 'rom_9', 'version_room_group rgp_1'],
  [['students', 0, 'classId'], 'cls_9', 'version_student stu_1'],
  [['students', 0, 'courseIds', 0], 'crs_9', 'version_student stu_1'],
  [['courses', 0, 'teacherIds', 0], 'tch_9', 'version_course crs_1'],
  [['courses', 0, 'roomIds', 0], 'rom_9', 'version_course crs_1'],
  [['courses', 0, 'roomGroupIds', 0], 'rgp_9', 'version_course crs_1'],
  [['sections', 0, 'courseLocalId'], 'crs_9', 'section section-1'],
  [['sections', 0, 'teacherIds', 0], 'tch_9', 'section section-1'],
  [['sections', 0, 'roomIds', 0], 'rom_9', 'section section-1'],
  [['sections', 0, 'studentIds', 0], 'stu_9', 'section section-1'],
  [['lessons', 0, 'groups', 1, 'teacherIds', 0], 'tch_9', 'lesson lsn_1, lesson_group g2'],
  [['lessons', 0, 'groups', 1, 'classIds', 0], 'cls_9', 'lesson lsn_1, lesson_group g2'],
  [['lessons', 0, 'groups', 1, 'subjectIds', 0], 'sub_9', 'lesson lsn_1, lesson_group g2'],
  [['lessons', 0, 'groups', 1, 'subjectIds', 1], 'crs_9', 'lesson lsn_1, lesson_group g2'],
  [['lessons', 0, 'groups', 1, 'studentIds', 0], 'stu_9', 'lesson lsn_1, lesson_group g2'],
  [['lessons', 0, 'groups', 0, 'roomIds', 0], 'rom_9', 'lesson lsn_1, lesson_group g1'],
  [['lessons', 0, 'groups', 1, 'roomCandidateIds', 0], 'rom_9', 'lesson lsn_1, lesson_group g2'],
  [['lessons', 0, 'groups', 1, 'roomGroupIds', 0], 'rgp_9', 'lesson lsn_1, lesson_group g2'],
  [['lessonUnits', 1, 'lessonLocalId'], 'lsn_9', 'lesson_unit lu_2'],
  [['lessonUnits', 1, 'sectionLocalId'], 'section-9', 'lesson_unit lu_2'],
  [['lessonUnits', 1, 'lessonGroupId'], 'only', 'lesson_unit lu_2'], // a group of the other lesson
  [['lessonUnits', 1, 'dayId'], 'monday', 'lesson_unit lu_2'], // a day of the schedule that its class does not run on
  [['lessonUnits', 1, 'teacherIds', 0], 'tch_9', 'lesson_unit lu_2'],
  [['lessonUnits', 0, 'classIds', 0], 'cls_9', 'lesson_unit lu_1'],
  [['lessonUnits', 1, 'subjectIds', 0], 'sub_9', 'lesson_unit lu_2'],
  [['lessonUnits', 1, 'subjectIds', 1], 'crs_9', 'lesson_unit lu_2'],
  [['lessonUnits', 1, 'roomIds', 0], 'rom_9', 'lesson_unit lu_2'],
  [['lessonUnits', 1, 'studentIds', 0], 'stu_9', 'lesson_unit lu_2'],
  [
    ['bellSchedules', 1, 'dayConfigurations', 0, 'dayIds', 1],
    'monday',
    'bell_schedule bs_other, day_configuration configuration-early',
  ],
];

/** Fields that end in Id or Ids and name no part of the same document. */
const ownIds = ['localId', 'entityId', 'externalId', 'groupId', 'orgId'];
const looseIds = ['spanId', 'parallelGroupId', 'distributionGroupId'];

/** The fields of a document that refer to its parts, without indexes. */
function referenceFields(value: unknown, at = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => referenceFields(item, at));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => {
    const refers = /Ids?$/.test(name) && ![...ownIds, ...looseIds].includes(name);
    return refers || name.endsWith('LocalId') ? [`${at}.${name}`] : referenceFields(part, `${at}.${name}`);
  });
}

test('the table has every reference field of the contract', () => {
  const named = references.map(([path]) => `.${path.filter((each) => typeof each === 'string').join('.')}`);
  const { bellSchedule: _, ...document } = smallTimetable();
  expect([...new Set(named)].sort()).toEqual([...new Set(referenceFields(document))].sort());
});

test.each(references)('a reference in %j must be listed: %s', (path, id, row) => {
  expect(found(withValue(smallTimetable(), path, id))).toEqual([[jsonPath(path), ofVersion(row)]]);
});

describe('an id is unique', () => {
  const lists: [Segments, string, string][] = [
    [['teachers'], 'localId', 'version_teacher tch_1'],
    [['subjects'], 'localId', 'version_subject sub_1'],
    [['classes'], 'localId', 'version_class cls_1'],
    [['rooms'], 'localId', 'version_room rom_1'],
    [['roomGroups'], 'id', 'version_room_group rgp_1'],
    [['students'], 'localId', 'version_student stu_1'],
    [['courses'], 'localId', 'version_course crs_1'],
    [['sections'], 'localId', 'section section-1'],
    [['lessons'], 'localId', 'lesson lsn_1'],
    [['lessons', 0, 'groups'], 'id', 'lesson lsn_1, lesson_group g1'],
    [['lessonUnits'], 'localId', 'lesson_unit lu_1'],
  ];
  test.each(lists)('in %j', (path, key, row) => {
    const document = smallTimetable();
    const list = path.reduce<object>((holder, segment) => Reflect.get(holder, segment), document);
    const items = Array.isArray(list) ? list : [];
    const doubled = withValue(document, [...path, items.length], structuredClone(items[0]));
    expect(found(doubled)).toEqual([[jsonPath([...path, items.length, key]), ofVersion(row)]]);
  });

  test('among bell schedules and their days', () => {
    const { bellSchedules, bellSchedule } = smallTimetable();
    const again = smallTimetable({ bellSchedules: [...bellSchedules, { ...bellSchedule, isDefault: false }] });
    expect(found(again)).toEqual([['$.bellSchedules[2].id', ofVersion('bell_schedule bs_main')]]);
    const day = bellSchedules[1]?.days[0];
    expect(found(withValue(smallTimetable(), ['bellSchedules', 1, 'days', 2], day))).toEqual([
      ['$.bellSchedules[1].days[2].id', ofVersion('bell_schedule bs_other, bell_day early')],
    ]);
  });
});

describe('a placement', () => {
  const unit = (changes: object) => {
    const [first, ...others] = smallTimetable().lessonUnits;
    return withValue(smallTimetable(), ['lessonUnits'], [{ ...first, ...changes }, ...others]);
  };
  test.each([
    ['needs a day with its period', { dayId: null }, 'dayId'],
    ['needs a period with its day', { periodIndex: null }, 'dayId'],
    ['needs a day of its class’s schedule', { dayId: 'early' }, 'dayId'],
    ['needs a day of the default schedule where it has no class', { dayId: 'early', classIds: [] }, 'dayId'],
    ['must be in the schedule of each of its classes', { classIds: ['cls_1', 'cls_2'] }, 'dayId'],
    ['must be a period of the day', { periodIndex: 3 }, 'periodIndex'],
    ['must be a period of that very day, since days differ', { dayId: 'tuesday', periodIndex: 2 }, 'periodIndex'],
  ])('%s', (_, changes, field) => {
    expect(found(unit(changes))).toEqual([[`$.lessonUnits[0].${field}`, ofVersion('lesson_unit lu_1')]]);
  });

  test.each([
    ['can be missing', { dayId: null, periodIndex: null }],
    ['can be the last period of the day', { dayId: 'monday', periodIndex: 2 }],
    ['needs no lesson group, section or class', { lessonGroupId: null, sectionLocalId: null, classIds: [] }],
  ])('%s', (_, changes) => {
    expect(checkReferences(unit(changes))).toEqual([]);
  });
});

describe('bell schedules', () => {
  const main = ofVersion('bell_schedule bs_main');
  const other = ofVersion('bell_schedule bs_other');
  const cases: [string, Segments, unknown, [string, string][]][] = [
    ['repeat the first', ['bellSchedule', 'name'], 'x', [['$.bellSchedule', 'timetable_version version-1']]],
    ['have no second default', ['bellSchedules', 1, 'isDefault'], true, [['$.bellSchedules[1].isDefault', other]]],
    [
      'configure each day once',
      ['bellSchedules', 1, 'dayConfigurations', 1, 'dayIds', 1],
      'early',
      [
        [
          '$.bellSchedules[1].dayConfigurations[1].dayIds[1]',
          ofVersion('bell_schedule bs_other, day_configuration configuration-late'),
        ],
      ],
    ],
    [
      'configure every day',
      ['bellSchedules', 1, 'dayConfigurations', 1, 'dayIds'],
      [],
      [['$.bellSchedules[1].days[1]', ofVersion('bell_schedule bs_other, bell_day late')]],
    ],
    [
      'begin with the default',
      ['bellSchedules', 0, 'isDefault'],
      false,
      [
        ['$.bellSchedule', 'timetable_version version-1'],
        ['$.bellSchedules[0].isDefault', main],
      ],
    ],
  ];
  test.each(cases)('%s', (_, path, value, expected) => {
    expect(found(withValue(smallTimetable(), path, value))).toEqual(expected);
  });
});

test('a version does not end before it begins', () => {
  const window = (effectiveFrom: number, effectiveTo: number | null) =>
    found(publishedTimetable('version-1', { effectiveFrom, effectiveTo }));
  expect(window(20260901, 20260831)).toEqual([['$.effectiveTo', 'timetable_version version-1']]);
  expect(window(20260901, 20260901)).toEqual([]);
  expect(window(20260901, null)).toEqual([]);
});

test('several broken references are several problems', () => {
  const apart = references.filter(([path]) => !['lessonLocalId', 'dayId'].includes(String(path.at(-1))));
  fc.assert(
    fc.property(fc.subarray(apart), (broken) => {
      const document = broken.reduce((each, [path, id]) => withValue(each, path, id), smallTimetable());
      const paths = checkReferences(document).map(({ path }) => path);
      const expected = broken.map(([path]) => jsonPath(path));
      expect(paths).toEqual(expect.arrayContaining(expected));
      expect(paths.length === 0).toBe(broken.length === 0);
    }),
  );
});
