// The demo school's timetables, written as aSc files and converted, are the timetables that the demo publishes, as far as aSc
// has fields for them: every entity, and every unit with its place, people, students and section. The last table lists the
// fields that aSc cannot hold: a field that differs must be listed, and a listed field must differ.

import { expect, test } from 'vitest';
import type { LessonUnit, Timetable } from '../../../src/contract/types.generated.ts';
import { demoSchool } from '../../../src/demo/demo-school.ts';
import { convertAsc } from './convert-asc.ts';
import { daysOf, lengthsOf, writeAsc } from './demo-as-asc.ts';

/** Identifies each unit independently of the ids of days and lessons. */
function keysOf(timetable: Timetable): { key: string; unit: LessonUnit }[] {
  const lengthOf = lengthsOf(timetable);
  const dayOf = daysOf(timetable);
  return timetable.lessonUnits
    .map((unit) => {
      const { dayId, periodIndex, roomIds, teacherIds, classIds, subjectIds } = unit;
      const place = dayId === null ? null : [dayOf.get(dayId), periodIndex, roomIds.toSorted()];
      return { key: JSON.stringify([place, lengthOf(unit), teacherIds, classIds, subjectIds]), unit };
    })
    .toSorted((one, other) => (one.key < other.key ? -1 : 1));
}

/** The fields in which any item of one list differs from that of the other. */
function differing(name: string, ones: readonly object[], others: readonly object[]): string[] {
  expect(ones.length).toBe(others.length);
  const textsOf = (items: readonly object[], key: string) =>
    items.map((item) => JSON.stringify(Object.entries(item).find(([each]) => each === key)));
  const keys = new Set([...ones, ...others].flatMap((item) => Object.keys(item)));
  return [...keys]
    .filter((key) => textsOf(ones, key).join() !== textsOf(others, key).join())
    .map((key) => `${name}.${key}`);
}

/** Sorted by id, with the ids in each item sorted too, since their order has no meaning. */
const inOrder = (items: readonly { localId: string }[]): object[] =>
  items
    .map((item) => Object.fromEntries(Object.entries(item).map(([key, value]) => [key, sortIds(value)] as const)))
    .toSorted((one, other) => (String(one['localId']) < String(other['localId']) ? -1 : 1));
const sortIds = (value: unknown): unknown => (Array.isArray(value) ? value.toSorted() : value);

const lists = ['teachers', 'subjects', 'classes', 'rooms', 'students', 'courses', 'sections'] as const;

/** The parts that come from the file, without the version's fields, which come from the caller. */
function differences(one: Timetable, other: Timetable): string[] {
  const unitsOf = (timetable: Timetable) => keysOf(timetable).map(({ unit }) => unit);
  const configurationsOf = ({ bellSchedule }: Timetable) =>
    bellSchedule.days.map(({ id }) => {
      const { periods = [], breaks = [] } =
        bellSchedule.dayConfigurations.find(({ dayIds }) => dayIds.includes(id)) ?? {};
      return {
        periods: periods.map(({ id: _, ...period }) => period),
        breaks: breaks.map(({ id: _, ...pause }) => pause),
      };
    });
  return [
    ...lists.flatMap((name) => differing(name, inOrder(one[name] ?? []), inOrder(other[name] ?? []))),
    ...(one.schedulingMode === other.schedulingMode ? [] : ['schedulingMode']),
    ...(JSON.stringify(one.sectionSettings) === JSON.stringify(other.sectionSettings) ? [] : ['sectionSettings']),
    ...differing('lessonUnits', unitsOf(one), unitsOf(other)),
    ...differing('bellSchedule.days', one.bellSchedule.days, other.bellSchedule.days),
    ...differing('bellSchedule.dayConfigurations', configurationsOf(one), configurationsOf(other)),
    ...(one.bellSchedules.length === other.bellSchedules.length ? [] : ['bellSchedules']),
    ...(one.lessons.length === other.lessons.length ? [] : ['lessons']),
    ...(one.roomGroups.length === other.roomGroups.length ? [] : ['roomGroups']),
  ].toSorted();
}

const published = demoSchool().documents.map(({ document }) => document);

const idsOfTheDemo = 'the demo makes ids of its own, which no file has';
const oneGroup = 'an aSc lesson has one group and one length, so a lesson of the demo is several';
const noStaffIds = 'aSc has short names, and no ids of staff or rooms';
const shortName = 'a section is named after its course, and the demo shortens long names';
const noSettings = 'what courses ask for is a constraint, which aSc does not export';
const noColour = 'aSc has colours of teachers only';

/** The fields that differ in every timetable, each with the reason. */
const cannotBeHeld = {
  'bellSchedule.days.id': idsOfTheDemo,
  'classes.color': noColour,
  'classes.externalId': noStaffIds,
  'lessonUnits.dayId': idsOfTheDemo,
  'lessonUnits.lessonGroupId': oneGroup,
  'lessonUnits.lessonLocalId': oneGroup,
  'lessonUnits.localId': idsOfTheDemo,
  'lessonUnits.parallelGroupId': 'lessons that are taught at once do not name each other',
  'lessonUnits.parallelGroupName': 'lessons that are taught at once do not name each other',
  'lessonUnits.roomPickedBy': 'a card does not say who chose its room',
  'lessonUnits.spanId': idsOfTheDemo,
  lessons: oneGroup,
  roomGroups: 'aSc lists the rooms of each lesson',
  'rooms.color': noColour,
  'rooms.externalId': noStaffIds,
  'subjects.externalId': noStaffIds,
  'teachers.externalId': noStaffIds,
};
const ofClasses = {
  'lessonUnits.lockReason': 'a card is locked without a reason',
  'subjects.color': noColour,
};
const ofMain = {
  ...ofClasses,
  'lessonUnits.distributionGroupId': 'rules about days are constraints, which a card has not',
};
const ofUpper = {
  ...ofClasses,
  'bellSchedule.dayConfigurations.breaks': 'one list of periods rings every day, and the demo has short Fridays',
  'bellSchedule.dayConfigurations.periods': 'one list of periods rings every day, and the demo has short Fridays',
  bellSchedules: 'there is one list of periods, and Riverside has bells of its own',
  'classes.bellScheduleId': 'there is one list of periods, and Riverside has bells of its own',
  'lessonUnits.roomIds': 'a unit without a place has no card, and rooms are of cards',
  'rooms.isActive': 'what the file lists is active',
  'teachers.isActive': 'what the file lists is active',
};

const ofDiploma = {
  'courses.doublePeriods': noSettings,
  'courses.maxPerDay': noSettings,
  'courses.maxSectionSize': noSettings,
  'courses.minSectionSize': noSettings,
  'courses.periodsPerCycle': noSettings,
  'courses.roomGroupIds': 'aSc lists the rooms of each lesson',
  'courses.roomIds': 'aSc lists the rooms of each lesson, those of a group of rooms as well',
  'lessonUnits.groupName': shortName,
  sectionSettings: 'how the demo made its sections is not in the file',
  'sections.isAutoGenerated': 'how the demo made its sections is not in the file',
  'sections.name': shortName,
  'sections.parallelGroupId': 'lessons that are taught at once do not name each other',
  'sections.roomPickedBy': 'a card does not say who chose its room',
  'students.externalId': 'aSc has no ids of the school for students',
  'teachers.maxPeriods': noSettings,
};
const ofTimetable: Record<string, object> = { main: ofMain, upper: ofUpper, diploma: ofDiploma };

test.each(published.map((document) => [document.id, document] as const))('%s', (_, timetable) => {
  const { document } = convertAsc(writeAsc(timetable), { students: timetable.students !== undefined });
  if (document === null) throw new Error('it was refused');
  const keys = (of: Timetable) => keysOf(of).map(({ key }) => key);
  expect(keys(document)).toEqual(keys(timetable));
  const reasons = { ...cannotBeHeld, ...ofTimetable[timetable.groupId.slice(0, -'-2026'.length)] };
  expect(differences(document, timetable)).toEqual(Object.keys(reasons).toSorted());
});
