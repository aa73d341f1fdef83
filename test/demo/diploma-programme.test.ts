// The Diploma Programme of the demo: the one timetable in which each student counts. What holds in every document is in
// demo-school.test.ts and lesson-units.test.ts.
import { expect, test } from 'vitest';
import { documentOf } from './demo-documents.ts';

const diploma = documentOf('diploma-2026-v1');
const { students = [], courses = [], sections = [], lessonUnits } = diploma;

test('it is published and student-level, with students, courses, sections and their settings', () => {
  expect(diploma).toMatchObject({ status: 'published', isCurrent: true, schedulingMode: 'student-level' });
  expect(students).toHaveLength(120);
  expect(courses).toHaveLength(20);
  expect(Object.keys(diploma.sectionSettings ?? {})).not.toEqual([]);
});

test('its sections have about twenty students, never more than their capacity', () => {
  for (const { studentIds, capacity } of sections) {
    expect(studentIds.length).toBeGreaterThanOrEqual(18);
    expect(studentIds.length).toBeLessThanOrEqual(capacity ?? 0);
  }
});

test('a student is in one section of each of their courses, and in no other', () => {
  for (const { localId, courseIds } of students) {
    const own = sections
      .filter(({ studentIds }) => studentIds.includes(localId))
      .map((section) => section.courseLocalId);
    expect(own.toSorted()).toEqual(courseIds.toSorted());
    expect(courseIds).toHaveLength(8);
  }
});

test('the units of a section teach its course to its students', () => {
  for (const section of sections) {
    const units = lessonUnits.filter(({ sectionLocalId }) => sectionLocalId === section.localId);
    const course = courses.find(({ localId }) => localId === section.courseLocalId);
    expect(units).toHaveLength(Number(course?.['periodsPerCycle']));
    for (const unit of units) {
      expect(unit.subjectIds).toEqual([section.courseLocalId]);
      expect(unit.studentIds).toEqual(section.studentIds);
      expect(unit.teacherIds).toEqual(section.teacherIds);
      expect(unit.parallelGroupId).toBe(section.parallelGroupId);
      expect(course?.teacherIds).toEqual(expect.arrayContaining(unit.teacherIds));
    }
  }
});

test('a lesson outside every course has no section and a subject', () => {
  const outside = lessonUnits.filter(({ sectionLocalId }) => sectionLocalId === null);
  expect(outside).not.toEqual([]);
  expect(outside.flatMap(({ subjectIds }) => subjectIds).filter((id) => !id.startsWith('sub_'))).toEqual([]);
});

test('some teachers have a limit, and keep it', () => {
  const limited = diploma.teachers.filter(({ maxPeriods }) => maxPeriods !== null);
  expect(limited.length).toBeGreaterThan(2);
  expect(limited.length).toBeLessThan(diploma.teachers.length);
  for (const { localId, maxPeriods } of limited) {
    const load = lessonUnits.filter(({ teacherIds }) => teacherIds.includes(localId)).length;
    expect(load).toBeLessThanOrEqual(maxPeriods ?? 0);
  }
});

test('a section of a course whose room varies has no room; each of its units has one', () => {
  const varying = courses.filter(({ roomVariation }) => roomVariation === 'vary').map(({ localId }) => localId);
  const own = sections.filter(({ courseLocalId }) => varying.includes(courseLocalId));
  expect(own).not.toEqual([]);
  for (const { localId, roomIds } of own) {
    expect(roomIds).toEqual([]);
    const units = lessonUnits.filter(({ sectionLocalId }) => sectionLocalId === localId);
    expect(units.every((unit) => unit.roomIds.length === 1)).toBe(true);
  }
});

test('a section whose room was picked by hand has all its units there', () => {
  const handPicked = sections.filter(({ roomPickedBy }) => roomPickedBy === 'user');
  expect(handPicked).toHaveLength(1);
  const units = lessonUnits.filter(({ sectionLocalId }) => sectionLocalId === handPicked[0]?.localId);
  expect(units.map(({ roomIds }) => roomIds)).toEqual(units.map(() => handPicked[0]?.roomIds));
  expect(units.every(({ roomPickedBy }) => roomPickedBy === 'user')).toBe(true);
});

test('its courses carry scheduling settings behind the fields of the specification', () => {
  const specified = [
    'localId',
    'entityId',
    'name',
    'courseCode',
    'teacherIds',
    'roomIds',
    'roomGroupIds',
    'roomVariation',
  ];
  for (const course of courses) {
    expect(Object.keys(course).slice(0, specified.length)).toEqual(specified);
    expect(course).toHaveProperty('periodsPerCycle');
  }
});
