// The demo school's Main School written out as an aSc file gives the timetable that the demo publishes, as far as aSc has words
// for it: entities by their ids, and every unit at its place with whom it is of. aSc has one lesson for each group and for each
// length of period, no room groups, no ids of staff, no colours of rooms, and no reasons for locks.

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
  const bits = (dayId: string | null) => bellSchedule.days.map(({ id }) => (id === dayId ? '1' : '0')).join('');
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
    daysdef: bellSchedule.days.map(({ id, label, shortLabel }) => ({
      id,
      name: label,
      short: shortLabel,
      days: bits(id),
    })),
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
      };
      return { id, ...ids, periodspercard: String(length), periodsperweek: `${units.length}.0` };
    }),
    card: [...lessons].flatMap(([id, { units }]) =>
      units.flatMap((unit) =>
        unit.dayId === null || unit.periodIndex === null
          ? []
          : {
              ...{ lessonid: id, days: bits(unit.dayId), period: String(unit.periodIndex + 1), weeks: '1' },
              ...{ classroomids: list(unit.roomIds), locked: unit.locked ? '1' : '0' },
            },
      ),
    ),
  };
}

/** What can be compared of a unit, whatever the ids of days and lessons are. */
function unitsOf(timetable: Timetable): string[] {
  const lengthOf = lengthsOf(timetable);
  const dayOf = new Map(timetable.bellSchedule.days.map(({ id, dayOfWeek }) => [id, dayOfWeek]));
  return timetable.lessonUnits
    .map((unit) => {
      const { dayId, periodIndex, locked, roomIds, teacherIds, classIds, subjectIds } = unit;
      const place = dayId === null ? null : [dayOf.get(dayId), periodIndex, roomIds.toSorted()];
      return JSON.stringify([place, dayId !== null && locked, lengthOf(unit), teacherIds, classIds, subjectIds]);
    })
    .toSorted();
}

const versions = demoSchool()
  .documents.map(({ document }) => document)
  .filter(({ id }) => id.startsWith('main-'));

test.each(versions.map((document) => [document.id, document] as const))('%s', (_, published) => {
  const { document } = convertAsc(writeAsc(published));
  if (document === null) throw new Error('it was refused');
  expect(unitsOf(document)).toEqual(unitsOf(published));
  const identities = ({ teachers, subjects, classes, rooms }: Timetable) =>
    [teachers, subjects, classes, rooms].map((all) =>
      all.map(({ localId, entityId, name }) => [localId, entityId, name]),
    );
  expect(identities(document)).toEqual(identities(published));
  const rooms = ({ rooms: all }: Timetable) => all.map(({ capacity, buildingName }) => [capacity, buildingName]);
  expect(rooms(document)).toEqual(rooms(published));
  const times = ({ bellSchedule }: Timetable) =>
    bellSchedule.dayConfigurations.map(({ periods, breaks }) => [
      ...periods.map(({ name, startTime, endTime }) => [name, startTime, endTime]),
      ...breaks.map(({ name, startTime, endTime, followsPeriodIndex }) => [
        name,
        startTime,
        endTime,
        followsPeriodIndex,
      ]),
    ]);
  expect(times(document)).toEqual(times(published));
  expect(document.classes.map(({ classTeacherId }) => classTeacherId)).toEqual(
    published.classes.map(({ classTeacherId }) => classTeacherId),
  );
});
