import { expect, test } from 'vitest';
import type { Segments } from '../../src/document/json-path.ts';
import { locateRow } from '../../src/document/locate-row.ts';
import { smallTimetable } from '../support/small-timetable.ts';

const cases: [Segments, string][] = [
  [[], ''],
  [['name'], ''],
  [['bellSchedule', 'days', 0], ''],
  [['sectionSettings', 'lessons', 0], ''],
  [['teachers'], ''],
  [['teachers', 0, 'maxPeriods'], 'version_teacher tch_1 of '],
  [['roomGroups', 0], 'version_room_group rgp_1 of '],
  [['lessons', 0, 'groups', 1, 'teacherIds', 0], 'lesson lsn_1, lesson_group g2 of '],
  [['lessons', 0, 'lessonConfigurations', 0], 'lesson lsn_1, lesson_configuration c1 of '],
  [['lessons', 0, 'distributionGroupId'], 'lesson lsn_1 of '],
  [['bellSchedules', 1, 'days', 0, 'label'], 'bell_schedule bs_other, bell_day early of '],
  [
    ['bellSchedules', 1, 'dayConfigurations', 1, 'periods', 1, 'startTime'],
    'bell_schedule bs_other, day_configuration configuration-late, period p1 of ',
  ],
  [
    ['bellSchedules', 0, 'dayConfigurations', 0, 'breaks', 0],
    'bell_schedule bs_main, day_configuration configuration-monday, break b of ',
  ],
  [['sections', 0, 'courseLocalId'], 'section section-1 of '],
  [['courses', 0, 'settings'], 'version_course crs_1 of '],
  [['students', 0], 'version_student stu_1 of '],
  [['lessonUnits', 1, 'roomIds', 0], 'lesson_unit lu_2 of '],
  [['constructor', 0, 'name'], ''],
];

test.each(cases)('%j is in row "%s"', (segments, row) => {
  expect(locateRow(smallTimetable(), segments)).toBe(`${row}timetable_version version-1`);
});

test('an invalid document still gets a row', () => {
  expect(locateRow({ lessons: [null] }, ['lessons', 0, 'groups'])).toBe(
    'lesson undefined of timetable_version undefined',
  );
});
