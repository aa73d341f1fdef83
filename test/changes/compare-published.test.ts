// What changed for readers of a version: its units by what they show, and whose own fields differ.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { comparePublished } from '../../src/changes/compare-published.ts';
import type { Timetable } from '../../src/contract/types.generated.ts';
import { arbitraryTimetable } from '../support/arbitrary-timetable.ts';
import { denseTimetable } from '../support/dense-timetable.ts';
import { publishedTimetable } from '../support/small-timetable.ts';
import { times } from '../support/thoroughness.ts';
import { add, copyOf, keyOf } from './units.ts';

const version: Timetable = publishedTimetable('v1');
const none = { added: 0, removed: 0, moved: 0, room: 0, teacher: 0, other: 0 };

test('nothing, and a moment of saving, are no change', () => {
  expect(comparePublished(version, structuredClone(version))).toBeNull();
  expect(comparePublished(version, { ...version, updatedAt: '2026-11-28T06:00:00.000Z' })).toBeNull();
  expect(comparePublished(null, null)).toBeNull();
});

test('a version that readers have since, and one that they have no more', () => {
  const units = version.lessonUnits.length;
  expect(comparePublished(null, version)?.timetable).toMatchObject({
    timetableId: 'v1',
    kind: 'added',
    lessons: { ...none, added: units },
  });
  expect(comparePublished(version, null)?.timetable).toMatchObject({
    kind: 'removed',
    lessons: { ...none, removed: units },
  });
});

test('a renamed teacher is a change of the teacher, and of no unit', () => {
  const [first, ...others] = version.teachers;
  if (first === undefined) throw new Error('there is no teacher');
  const change = comparePublished(version, { ...version, teachers: [{ ...first, name: 'Somebody' }, ...others] });
  expect(change?.units).toEqual([]);
  expect(change?.timetable).toMatchObject({ kind: 'changed', lessons: none, entityIds: [first.entityId] });
});

type Entities = 'classes' | 'teachers' | 'rooms' | 'subjects' | 'students' | 'courses';
const student = { localId: 'stu_1', entityId: 'student-1', externalId: null, name: 'Ada', classId: 'cls_1' };
const course = { ...version.subjects[0], localId: 'crs_1', entityId: 'course-1', courseCode: 'M1' };
const full = { ...version, students: [student], courses: [course] } as unknown as Timetable;

test.each<[Entities, Record<string, unknown>]>([
  ...(['classes', 'teachers', 'rooms', 'subjects'] as const).flatMap((list): [Entities, Record<string, unknown>][] =>
    Object.entries({ externalId: 'x', name: 'Other', shortName: 'O', color: '#123456', isActive: false }).map(
      ([field, value]) => [list, { [field]: value }],
    ),
  ),
  ['classes', { bellScheduleId: 'bs_other' }],
  ['teachers', { maxPeriods: 99 }],
  ['rooms', { capacity: 99 }],
  ['rooms', { buildingName: 'Annexe' }],
  ['students', { name: 'Other' }],
  ['students', { externalId: 'x' }],
  ['courses', { name: 'Other' }],
  ['courses', { courseCode: 'M2' }],
])('of %s a change is %j', (list, fields) => {
  const [first, ...others] = full[list] ?? [];
  const after = { ...full, [list]: [{ ...first, ...fields }, ...others] };
  expect(comparePublished(full, after)?.timetable.entityIds).toContain(first?.entityId);
});

test('who is there only before or only after is concerned, in the order of the ids', () => {
  const [first] = version.lessonUnits;
  const unit = { ...first, roomIds: [] } as Timetable['lessonUnits'][number];
  const teachers = [
    ...version.teachers,
    { ...version.teachers[0], entityId: 'a-new-one' } as Timetable['teachers'][number],
  ];
  const change = comparePublished({ ...version, rooms: [] }, { ...version, teachers, lessonUnits: [unit] });
  const ids = change?.timetable.entityIds ?? [];
  expect(ids).toEqual(expect.arrayContaining(['a-new-one', ...version.rooms.map(({ entityId }) => entityId)]));
  expect(ids).toEqual([...new Set(ids)].sort());
});

test('of a lesson that moved all who take part are concerned', () => {
  const [first, ...others] = version.lessonUnits;
  const moved = { ...first, periodIndex: 1 - (first?.periodIndex ?? 0) } as Timetable['lessonUnits'][number];
  const ids = comparePublished(version, { ...version, lessonUnits: [moved, ...others] })?.timetable.entityIds;
  const all = [...version.subjects, ...version.teachers, ...version.classes, ...version.rooms];
  const own = [...moved.subjectIds, ...moved.teacherIds, ...moved.classIds, ...moved.roomIds];
  expect(own.length).toBeGreaterThan(3);
  expect(ids).toEqual(own.map((id) => all.find(({ localId }) => localId === id)?.entityId).sort());
});

test('a description is a change without units and entities', () => {
  const change = comparePublished(version, { ...version, description: 'Other' });
  expect(change).toMatchObject({ units: [], timetable: { kind: 'changed', lessons: none, entityIds: [] } });
});

test('no change holds a localId', () => {
  const text = JSON.stringify(comparePublished(null, version));
  const all = [...version.teachers, ...version.classes, ...version.rooms, ...version.subjects, ...version.lessonUnits];
  for (const { localId } of all) expect(text).not.toContain(`"${localId}"`);
});

test.each([
  ['unusual documents', arbitraryTimetable()],
  ['documents with cycles, spans and parallel groups', denseTimetable],
])('whoever takes out what was before and puts in what is after has the version: %s', (_, document) => {
  fc.assert(
    fc.property(document, document, (before, after) => {
      const copy = copyOf(before);
      for (const unit of comparePublished(before, after)?.units ?? []) {
        if (unit.before !== null) add(copy, keyOf(unit.before), -1);
        if (unit.after !== null) add(copy, keyOf(unit.after), 1);
      }
      expect([...copy].sort()).toEqual([...copyOf(after)].sort());
    }),
    { numRuns: times(100, 2_000) },
  );
});
