// Writes a timetable of the demo school as the elements of an aSc file.

import type { LessonUnit, Timetable } from '../../../src/contract/types.generated.ts';
import type { AscElements } from './asc-xml.ts';

const bare = (localId: string) => localId.slice(localId.indexOf('_') + 1);
const list = (ids: readonly string[]) => ids.map(bare).join();

export function lengthsOf({ lessonUnits }: Timetable): (unit: LessonUnit) => number {
  const counts = new Map<string, number>();
  for (const { spanId } of lessonUnits) if (spanId !== null) counts.set(spanId, (counts.get(spanId) ?? 0) + 1);
  return ({ spanId }) => (spanId === null ? 1 : (counts.get(spanId) ?? 1));
}

type Day = { dayOfWeek: number; week: number };

/** The position of a day in the cycle, for a day of any bell schedule. */
export function daysOf({ bellSchedule, bellSchedules }: Timetable): Map<string | null, Day> {
  const days = [bellSchedule, ...bellSchedules].flatMap((schedule) => schedule.days);
  return new Map(days.map(({ id, dayOfWeek, weekInCycle }) => [id, { dayOfWeek, week: weekInCycle ?? 1 }]));
}

const bitsOf = (count: number, index: number) =>
  Array.from({ length: count }, (_, each) => (each === index ? '1' : '0')).join('');

/** `sec_enl-1` is the seminar group 1 of its subject. */
const numberOf = (section: string) => section.slice(section.lastIndexOf('-') + 1);

/** The attributes of a lesson that say who attends it, and in which rooms it may take place. */
function sectionOf({ sections = [], lessons, roomGroups }: Timetable, { sectionLocalId, lessonGroupId }: LessonUnit) {
  const section = sections.find(({ localId }) => localId === sectionLocalId);
  if (section === undefined) return {};
  const group = lessons.flatMap(({ groups }) => groups).find(({ id }) => id === lessonGroupId);
  return {
    seminargroup: numberOf(section.localId),
    capacity: String(section.capacity ?? '*'),
    classroomids: list([
      ...[...(group?.roomIds ?? []), ...(group?.roomCandidateIds ?? [])],
      ...roomGroups.flatMap(({ id, memberIds }) => (group?.roomGroupIds.includes(id) ? memberIds : [])),
    ]),
  };
}

function writeStudents({ students = [], courses = [], sections = [] }: Timetable): AscElements {
  const named = ({ localId, name, courseCode }: (typeof courses)[number]) => ({
    id: bare(localId),
    name,
    short: courseCode ?? '',
  });
  return {
    subject: courses.map(named),
    student: students.map(({ localId, name, shortName, classId }) => ({
      id: bare(localId),
      name,
      short: shortName,
      classid: bare(classId ?? ''),
    })),
    studentsubject: students.flatMap(({ localId, courseIds }) =>
      courseIds.map((course) => {
        const own = sections.find((each) => each.courseLocalId === course && each.studentIds.includes(localId));
        return { studentid: bare(localId), subjectid: bare(course), seminargroup: numberOf(own?.localId ?? '') };
      }),
    ),
  };
}

export function writeAsc(timetable: Timetable): AscElements {
  const { bellSchedule, teachers, subjects, classes, rooms, lessonUnits } = timetable;
  const { subject: courses = [], ...ofStudents } = writeStudents(timetable);
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
    groupName === null || classIds.length === 0 ? [] : classIds.map((classId) => `${lessonGroupId}_${bare(classId)}`);
  const named = ({ localId, name, shortName }: Timetable['subjects'][number]) => ({
    id: bare(localId),
    name,
    short: shortName,
  });
  return {
    period: (configuration?.periods ?? []).map(({ name, startTime, endTime }, index) => ({
      name,
      period: `${index + 1}`,
      starttime: startTime,
      endtime: endTime,
    })),
    break: (configuration?.breaks ?? []).map(({ name, startTime, endTime, followsPeriodIndex }) => ({
      name,
      break: `${followsPeriodIndex + 2}`,
      starttime: startTime,
      endtime: endTime,
    })),
    daysdef: week.map(({ id, label, shortLabel }, index) => ({
      id,
      name: withoutWeek(label),
      short: withoutWeek(shortLabel),
      days: bitsOf(week.length, index),
    })),
    weeksdef: Array.from({ length: weeks }, (_, index) => ({
      id: `W${index}`,
      name: 'AB'[index],
      short: 'AB'[index],
      weeks: bitsOf(weeks, index),
    })),
    group: [...lessons.values()].flatMap(({ units: [unit] }) =>
      unit === undefined
        ? []
        : groupIds(unit).map((id, index) => ({
            id,
            name: unit.groupName ?? '',
            classid: bare(unit.classIds[index] ?? ''),
            entireclass: '0',
          })),
    ),
    teacher: teachers.map((each) => ({ ...named(each), color: each.color ?? '' })),
    subject: [...subjects.map(named), ...courses],
    ...ofStudents,
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
        ...sectionOf(timetable, first),
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
