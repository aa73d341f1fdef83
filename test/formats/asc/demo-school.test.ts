// The demo school's Main School and Upper School written out as aSc files give the timetables that the demo publishes, as far as
// aSc has words for them: entities by their ids, and every unit at its place with whom it is of. The last table names each field
// that aSc cannot hold; a field that differs and is not in it fails, and so does one in it that no longer differs.

import { expect, test } from 'vitest';
import type { LessonUnit, Timetable } from '../../../src/contract/types.generated.ts';
import { demoSchool } from '../../../src/demo/demo-school.ts';
import type { AscElements } from './asc-xml.ts';
import { convertAsc } from './convert-asc.ts';

const bare = (localId: string) => localId.slice(localId.indexOf('_') + 1);
const list = (ids: readonly string[]) => ids.map(bare).join();

function lengthsOf({ lessonUnits }: Timetable): (unit: LessonUnit) => number {
  const counts = new Map<string, number>();
  for (const { spanId } of lessonUnits) if (spanId !== null) counts.set(spanId, (counts.get(spanId) ?? 0) + 1);
  return ({ spanId }) => (spanId === null ? 1 : (counts.get(spanId) ?? 1));
}

type Day = { dayOfWeek: number; week: number };

/** Where a day stands in the cycle, whichever bell schedule it is of. */
function daysOf({ bellSchedule, bellSchedules }: Timetable): Map<string | null, Day> {
  const days = [bellSchedule, ...bellSchedules].flatMap((schedule) => schedule.days);
  return new Map(days.map(({ id, dayOfWeek, weekInCycle }) => [id, { dayOfWeek, week: weekInCycle ?? 1 }]));
}

const bitsOf = (count: number, index: number) =>
  Array.from({ length: count }, (_, each) => (each === index ? '1' : '0')).join('');

function writeAsc(timetable: Timetable): AscElements {
  const { bellSchedule, teachers, subjects, classes, rooms, lessonUnits } = timetable;
  const [configuration] = bellSchedule.dayConfigurations;
  const lengthOf = lengthsOf(timetable);
  const lessons = new Map<string, { units: LessonUnit[]; length: number }>();
  for (const unit of lessonUnits) {
    const length = lengthOf(unit);
    const id = `${bare(unit.lessonLocalId)}_${unit.lessonGroupId}_${length}`;
    const lesson = lessons.get(id) ?? { units: [], length };
    lesson.units.push(unit);
    lessons.set(id, lesson);
  }
  const dayOf = daysOf(timetable);
  const week = bellSchedule.days.filter(({ weekInCycle }) => weekInCycle === null || weekInCycle === 1);
  const weeks = bellSchedule.cycleLength;
  const dayBits = ({ dayOfWeek }: Day) =>
    bitsOf(
      week.length,
      week.findIndex((day) => day.dayOfWeek === dayOfWeek),
    );
  // The demo names a day of a cycle by its week as well: Monday A.
  const withoutWeek = (label: string) => (weeks > 1 ? label.slice(0, label.lastIndexOf(' ')) : label);
  const groupIds = ({ lessonGroupId, groupName, classIds }: LessonUnit) =>
    groupName === null ? [] : classIds.map((classId) => `${lessonGroupId}_${bare(classId)}`);
  const named = ({ localId, name, shortName }: Timetable['subjects'][number]) => ({
    id: bare(localId),
    name,
    short: shortName,
  });
  return {
    period: (configuration?.periods ?? []).map(({ name, startTime, endTime }, index) => ({
      ...{ name, period: `${index + 1}`, starttime: startTime, endtime: endTime },
    })),
    break: (configuration?.breaks ?? []).map(({ name, startTime, endTime, followsPeriodIndex }) => ({
      ...{ name, break: `${followsPeriodIndex + 2}`, starttime: startTime, endtime: endTime },
    })),
    daysdef: week.map(({ id, label, shortLabel }, index) => ({
      ...{ id, name: withoutWeek(label), short: withoutWeek(shortLabel), days: bitsOf(week.length, index) },
    })),
    weeksdef: Array.from({ length: weeks }, (_, index) => ({
      ...{ id: `W${index}`, name: 'AB'[index], short: 'AB'[index], weeks: bitsOf(weeks, index) },
    })),
    group: [...lessons.values()].flatMap(({ units: [unit] }) =>
      unit === undefined
        ? []
        : groupIds(unit).map((id, index) => ({
            ...{ id, name: unit.groupName ?? '', classid: bare(unit.classIds[index] ?? ''), entireclass: '0' },
          })),
    ),
    teacher: teachers.map((each) => ({ ...named(each), color: each.color ?? '' })),
    subject: subjects.map(named),
    building: [...new Set(rooms.map(({ buildingName }) => buildingName))].map((name) => ({ id: name, name })),
    classroom: rooms.map((each) => ({
      ...named(each),
      capacity: String(each.capacity),
      buildingid: each.buildingName,
    })),
    class: classes.map((each) => ({ ...named(each), teacherid: each.classTeacherId ? bare(each.classTeacherId) : '' })),
    lesson: [...lessons].flatMap(([id, { units, length }]) => {
      const [first] = units;
      if (first === undefined) return [];
      const ids = {
        classids: list(first.classIds),
        teacherids: list(first.teacherIds),
        subjectid: list(first.subjectIds),
        groupids: groupIds(first).join(),
      };
      return { id, ...ids, periodspercard: String(length), periodsperweek: String(units.length / weeks) };
    }),
    card: [...lessons].flatMap(([id, { units }]) =>
      units.flatMap(({ dayId, periodIndex, roomIds, locked }) => {
        const day = dayOf.get(dayId);
        if (day === undefined || periodIndex === null) return [];
        const at = { days: dayBits(day), period: String(periodIndex + 1), weeks: bitsOf(weeks, day.week - 1) };
        return { lessonid: id, ...at, classroomids: list(roomIds), locked: locked ? '1' : '0' };
      }),
    ),
  };
}

/** What a unit is recognised by, whatever the ids of days and lessons are. */
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

/** The names of the fields in which two lists differ anywhere, item by item. */
function differing(name: string, ones: readonly object[], others: readonly object[]): string[] {
  expect(ones.length).toBe(others.length);
  const textsOf = (items: readonly object[], key: string) =>
    items.map((item) => JSON.stringify(Object.entries(item).find(([each]) => each === key)));
  const keys = new Set([...ones, ...others].flatMap((item) => Object.keys(item)));
  return [...keys]
    .filter((key) => textsOf(ones, key).join() !== textsOf(others, key).join())
    .map((key) => `${name}.${key}`);
}

const lists = ['teachers', 'subjects', 'classes', 'rooms'] as const;

/** Of the parts that a school's file is about; the fields of the version are the caller's. */
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
    ...lists.flatMap((name) => differing(name, one[name], other[name])),
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
const noColour = 'aSc has colours of teachers only';

/** Why each field differs, in every timetable. */
const cannotBeHeld = {
  'bellSchedule.days.id': idsOfTheDemo,
  'classes.color': noColour,
  'classes.externalId': noStaffIds,
  'lessonUnits.dayId': idsOfTheDemo,
  'lessonUnits.lessonGroupId': oneGroup,
  'lessonUnits.lessonLocalId': oneGroup,
  'lessonUnits.localId': idsOfTheDemo,
  'lessonUnits.lockReason': 'a card is locked without a reason',
  'lessonUnits.parallelGroupId': 'lessons that are taught at once do not name each other',
  'lessonUnits.parallelGroupName': 'lessons that are taught at once do not name each other',
  'lessonUnits.roomPickedBy': 'a card does not say who chose its room',
  'lessonUnits.spanId': idsOfTheDemo,
  lessons: oneGroup,
  roomGroups: 'aSc lists the rooms of each lesson',
  'rooms.color': noColour,
  'rooms.externalId': noStaffIds,
  'subjects.color': noColour,
  'subjects.externalId': noStaffIds,
  'teachers.externalId': noStaffIds,
};
const ofMain = { 'lessonUnits.distributionGroupId': 'rules about days are constraints, which a card has not' };
const ofUpper = {
  'bellSchedule.dayConfigurations.breaks': 'one list of periods rings every day, and the demo has short Fridays',
  'bellSchedule.dayConfigurations.periods': 'one list of periods rings every day, and the demo has short Fridays',
  bellSchedules: 'there is one list of periods, and Riverside has bells of its own',
  'classes.bellScheduleId': 'there is one list of periods, and Riverside has bells of its own',
  'lessonUnits.roomIds': 'a unit without a place has no card, and rooms are of cards',
  'rooms.isActive': 'what the file lists is active',
  'teachers.isActive': 'what the file lists is active',
};

test.each(published.filter(({ id }) => /^(main|upper)-/.test(id)).map((document) => [document.id, document] as const))(
  '%s',
  (_, timetable) => {
    const { document } = convertAsc(writeAsc(timetable));
    if (document === null) throw new Error('it was refused');
    const keys = (of: Timetable) => keysOf(of).map(({ key }) => key);
    expect(keys(document)).toEqual(keys(timetable));
    const reasons = { ...cannotBeHeld, ...(timetable.id.startsWith('upper') ? ofUpper : ofMain) };
    expect(differences(document, timetable)).toEqual(Object.keys(reasons).toSorted());
  },
);
