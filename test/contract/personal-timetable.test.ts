import { describe, expect, test } from 'vitest';
import type { PersonalTimetable } from '../../src/contract/types.generated.ts';
import { cutToPerson } from '../../src/document/cut-to-person.ts';
import { documentOf } from '../demo/demo-documents.ts';
import { validate } from './problems-with.ts';

const whole = documentOf('diploma-2026-v1');
const [student, other] = whole.students ?? [];
const own = cutToPerson(whole, { kind: 'student', entityId: student?.entityId ?? '' });
const both = [student?.localId, other?.localId];

/** The student's timetable in which the first item of a list was changed. */
const withFirst = (list: keyof PersonalTimetable, change: object) => {
  const [first, ...others] = (own?.[list] ?? []) as object[]; // only lists are named below
  return { ...own, [list]: [{ ...first, ...change }, ...others] };
};

test('a timetable cut down to a student is valid', () => {
  expect(validate('personal-timetable', own).valid).toBe(true);
});

describe('a timetable is not one of a person alone when it has', () => {
  test.each<[string, object]>([
    ['a second student', { ...own, students: [student, other] }],
    ['no person', { ...own, person: undefined }],
    ['a description', { ...own, description: 'by hand' }],
    ['section settings', { ...own, sectionSettings: { strategy: 'balanced' } }],
    ['a unit with two students', withFirst('lessonUnits', { studentIds: both })],
    ['a reason for locking', withFirst('lessonUnits', { lockReason: 'asked for' })],
    ['a section with two students', withFirst('sections', { studentIds: both })],
    ['the capacity of a section', withFirst('sections', { capacity: 24 })],
    ['settings of a course', withFirst('courses', { maxSectionSize: 24 })],
    ['other teachers of a course', withFirst('courses', { teacherIds: ['tch_1'] })],
    ['how much a teacher may teach', withFirst('teachers', { maxPeriods: 20 })],
    ['open fields of a bell schedule', withFirst('bellSchedules', { remark: 'by hand' })],
    [
      'open fields of a day',
      withFirst('bellSchedules', { days: [{ ...whole.bellSchedule.days[0], remark: 'by hand' }] }),
    ],
    ['the timetable of nobody', whole],
  ])('%s', (_, document) => {
    expect(validate('personal-timetable', document).valid).toBe(false);
  });
});

describe('what a link shows', () => {
  const { entityId = '', externalId = null, name = '', shortName = '' } = student ?? {};
  const mine = {
    kind: 'student',
    entity: { entityId, externalId, name, shortName },
    orgName: 'Demo school',
    generation: 1,
    calendar: null,
    timetables: [own],
  };

  test('is a person, the name of their school and their timetables', () => {
    expect(validate('my', mine).valid).toBe(true);
    expect(validate('my', { ...mine, timetables: [] }).valid).toBe(true);
  });

  test.each<[string, object]>([
    ['a whole timetable', { ...mine, timetables: [whole] }],
    ['another kind', { ...mine, kind: 'subject' }],
    ['further fields', { ...mine, token: 'belfry_link_' }],
  ])('is not %s', (_, data) => {
    expect(validate('my', data).valid).toBe(false);
  });
});
