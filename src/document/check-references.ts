// Checks what JSON Schema cannot express: every referenced localId is listed, ids are unique, and every placement exists in
// the bell schedule of its classes. Reports all problems, not only the first.

import type { BellSchedule, Finding, LessonUnit, Timetable } from '../contract/types.generated.ts';
import type { Coded, DocumentCode } from './finding-codes.ts';
import type { Segments } from './json-path.ts';
import { locateRow } from './locate-row.ts';
import { makeFinding } from './make-finding.ts';
import { createNames } from './name-things.ts';
import { sameDocument } from './same-document.ts';
import { type CountedFindings, listCounted, maxDescribed } from './warnings/count-findings.ts';

/** The problems of a document that satisfies the schema; after the first thousand, how many more there are. */
export const checkReferences = (timetable: Timetable): Finding[] =>
  listCounted(findReferenceProblems(timetable), locateRow(timetable, []));

/** The same, with the number of all problems. */
export function findReferenceProblems(timetable: Timetable): CountedFindings {
  const checker = createChecker(timetable);
  const { found, report, index, refer, referAll } = checker;
  const teachers = index(timetable.teachers, 'localId', ['teachers']);
  const subjects = index(timetable.subjects, 'localId', ['subjects']);
  const classes = index(timetable.classes, 'localId', ['classes']);
  const rooms = index(timetable.rooms, 'localId', ['rooms']);
  const roomGroups = index(timetable.roomGroups, 'id', ['roomGroups']);
  const lessons = index(timetable.lessons, 'localId', ['lessons']);
  const students = index(timetable.students ?? [], 'localId', ['students']);
  const courses = index(timetable.courses ?? [], 'localId', ['courses']);
  const sections = index(timetable.sections ?? [], 'localId', ['sections']);
  const bellSchedules = index(timetable.bellSchedules, 'id', ['bellSchedules']);
  index(timetable.lessonUnits, 'localId', ['lessonUnits']);
  const taught = new Map<unknown, unknown>([...subjects, ...courses]);

  const { effectiveFrom, effectiveTo } = timetable;
  if (effectiveFrom !== null && effectiveTo !== null && effectiveTo < effectiveFrom)
    report(['effectiveTo'], `${effectiveTo} is before effectiveFrom, ${effectiveFrom}`, {
      code: 'ends-before-start',
      values: () => ({ first: dateText(effectiveFrom), last: dateText(effectiveTo) }),
    });

  checkBellSchedules(timetable, checker);

  timetable.classes.forEach(({ classTeacherId, bellScheduleId }, position) => {
    refer(classTeacherId, teachers, ['classes', position], 'classTeacherId');
    refer(bellScheduleId, bellSchedules, ['classes', position], 'bellScheduleId');
  });
  timetable.roomGroups.forEach(({ memberIds }, position) => {
    referAll(memberIds, rooms, ['roomGroups', position], 'memberIds');
  });
  timetable.students?.forEach(({ classId, courseIds }, position) => {
    refer(classId, classes, ['students', position], 'classId');
    referAll(courseIds, courses, ['students', position], 'courseIds');
  });
  timetable.courses?.forEach((course, position) => {
    const at = ['courses', position];
    referAll(course.teacherIds, teachers, at, 'teacherIds');
    referAll(course.roomIds, rooms, at, 'roomIds');
    referAll(course.roomGroupIds, roomGroups, at, 'roomGroupIds');
  });
  timetable.sections?.forEach((section, position) => {
    const at = ['sections', position];
    refer(section.courseLocalId, courses, at, 'courseLocalId');
    referAll(section.teacherIds, teachers, at, 'teacherIds');
    referAll(section.roomIds, rooms, at, 'roomIds');
    referAll(section.studentIds, students, at, 'studentIds');
  });

  /** The fields that a lesson group and a lesson unit share. */
  type Teaching = Timetable['lessonUnits'][number] | Timetable['lessons'][number]['groups'][number];
  const referTeaching = (teaching: Teaching, at: Segments) => {
    referAll(teaching.teacherIds, teachers, at, 'teacherIds');
    referAll(teaching.classIds, classes, at, 'classIds');
    referAll(teaching.subjectIds, taught, at, 'subjectIds');
    referAll(teaching.roomIds, rooms, at, 'roomIds');
    referAll(teaching.studentIds, students, at, 'studentIds');
  };

  const groupsOf = new Map<string, ReadonlyMap<unknown, unknown>>();
  timetable.lessons.forEach(({ localId, groups }, position) => {
    const at = ['lessons', position, 'groups'];
    groupsOf.set(localId, index(groups, 'id', at));
    groups.forEach((group, groupIndex) => {
      const groupAt = [...at, groupIndex];
      referTeaching(group, groupAt);
      referAll(group.roomCandidateIds, rooms, groupAt, 'roomCandidateIds');
      referAll(group.roomGroupIds, roomGroups, groupAt, 'roomGroupIds');
    });
  });

  const periodsOf = new Map(timetable.bellSchedules.map((schedule) => [schedule.id, periodsByDay(schedule)]));
  const scheduleOf = (classId: string | undefined) =>
    classes.get(classId)?.bellScheduleId ?? timetable.bellSchedules[0]?.id ?? '';
  const checkPlacement = ({ dayId, periodIndex, classIds }: LessonUnit, at: Segments) => {
    if ((dayId === null) !== (periodIndex === null))
      report([...at, 'dayId'], 'dayId and periodIndex are either both null or neither', { code: 'lesson-half-placed' });
    if (dayId === null || periodIndex === null) return;
    const own = classIds.length > 1 ? [...new Set(classIds.map(scheduleOf))] : [scheduleOf(classIds[0])];
    for (const schedule of own) {
      const periods = periodsOf.get(schedule);
      if (periods === undefined) continue; // already reported for the class that names the schedule
      const count = periods.get(dayId);
      if (count === undefined)
        report([...at, 'dayId'], `${dayId} is not a day of bell schedule ${schedule}`, {
          code: 'lesson-outside-days',
          values: (names) => ({ schedule: names.of('bellSchedules', schedule) }),
        });
      else if (periodIndex >= count)
        report([...at, 'periodIndex'], `day ${dayId} of bell schedule ${schedule} has ${count} periods`, {
          code: 'lesson-outside-periods',
          values: (names) => ({ schedule: names.of('bellSchedules', schedule), periods: count }),
        });
    }
  };
  timetable.lessonUnits.forEach((unit, position) => {
    const at = ['lessonUnits', position];
    const { lessonLocalId, lessonGroupId } = unit;
    refer(lessonLocalId, lessons, at, 'lessonLocalId');
    refer(unit.sectionLocalId, sections, at, 'sectionLocalId');
    referTeaching(unit, at);
    const groups = groupsOf.get(lessonLocalId);
    if (lessonGroupId !== null && groups !== undefined && !groups.has(lessonGroupId))
      report([...at, 'lessonGroupId'], `${lessonGroupId} is not a group of lesson ${lessonLocalId}`, {
        code: 'group-not-of-lesson',
      });
    checkPlacement(unit, at);
  });
  return found;
}

/** 20261127 as 2026-11-27. */
const dateText = (day: number): string => String(day).replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3');

/** What a field refers to, by the code of an id that is not listed. */
const notListed = {
  bellScheduleId: 'bell-schedule-not-listed',
  classId: 'class-not-listed',
  classIds: 'class-not-listed',
  classTeacherId: 'teacher-not-listed',
  courseIds: 'course-not-listed',
  courseLocalId: 'course-not-listed',
  dayIds: 'day-not-listed',
  lessonLocalId: 'lesson-not-listed',
  memberIds: 'room-not-listed',
  roomCandidateIds: 'room-not-listed',
  roomGroupIds: 'room-group-not-listed',
  roomIds: 'room-not-listed',
  sectionLocalId: 'section-not-listed',
  studentIds: 'student-not-listed',
  subjectIds: 'subject-not-listed',
  teacherIds: 'teacher-not-listed',
} as const satisfies Record<string, DocumentCode>;
type Reference = keyof typeof notListed;

type Checker = ReturnType<typeof createChecker>;

function createChecker(timetable: Timetable) {
  const found: CountedFindings = { findings: [], count: 0 };
  const names = createNames(timetable);
  const report = (at: Segments, message: string, coded: Coded) => {
    found.count += 1;
    if (found.count > maxDescribed) return;
    found.findings.push(makeFinding(timetable, names, { at, message, ...coded }));
  };
  const reportMissing = (at: Segments, id: string, field: Reference) =>
    report(at, `${id} is not listed in this timetable`, { code: notListed[field] });
  return {
    found,
    report,
    /** Indexes a list by id and reports duplicate ids. */
    index<Item extends object>(items: readonly Item[], key: keyof Item & string, at: Segments) {
      const byId = new Map<unknown, Item>();
      items.forEach((item, position) => {
        if (byId.has(item[key]))
          report([...at, position, key], `the id ${String(item[key])} is used twice`, { code: 'id-used-twice' });
        byId.set(item[key], item);
      });
      return byId;
    },
    // These build a path only for a problem, since a document has tens of thousands of references.
    refer(id: string | null, listed: ReadonlyMap<unknown, unknown>, at: Segments, field: Reference) {
      if (id !== null && !listed.has(id)) reportMissing([...at, field], id, field);
    },
    referAll(ids: readonly string[], listed: ReadonlyMap<unknown, unknown>, at: Segments, field: Reference) {
      for (let idIndex = 0; idIndex < ids.length; idIndex++) {
        const id = ids[idIndex];
        if (id !== undefined && !listed.has(id)) reportMissing([...at, field, idIndex], id, field);
      }
    },
  };
}

function checkBellSchedules({ bellSchedule, bellSchedules }: Timetable, { report, index, referAll }: Checker): void {
  if (!sameDocument(bellSchedule, bellSchedules[0]))
    report(['bellSchedule'], 'does not repeat the first of bellSchedules', { code: 'bell-schedule-not-repeated' });
  bellSchedules.forEach((schedule, position) => {
    const at = ['bellSchedules', position];
    if (schedule.isDefault !== (position === 0))
      report([...at, 'isDefault'], 'the first bell schedule is the default one, and no other is', {
        code: 'bell-schedule-not-default',
      });
    const days = index(schedule.days, 'id', [...at, 'days']);
    const configured = new Set<string>();
    schedule.dayConfigurations.forEach(({ dayIds }, configuration) => {
      const configurationAt = [...at, 'dayConfigurations', configuration];
      referAll(dayIds, days, configurationAt, 'dayIds');
      dayIds.forEach((id, day) => {
        if (configured.has(id))
          report([...configurationAt, 'dayIds', day], `the day ${id} has two configurations`, {
            code: 'day-configured-twice',
            values: (names) => ({ day: names.of('days', id) }),
          });
        configured.add(id);
      });
    });
    schedule.days.forEach(({ id }, day) => {
      if (!configured.has(id))
        report([...at, 'days', day], `the day ${id} has no configuration`, { code: 'day-not-configured' });
    });
  });
}

function periodsByDay({ dayConfigurations }: BellSchedule): Map<string, number> {
  return new Map(dayConfigurations.flatMap(({ dayIds, periods }) => dayIds.map((id) => [id, periods.length])));
}
