// What is left out of each part of a timetable that is cut down to one person. Texts that anybody may have written are left
// out unless a grid shows them: they can name others.

import type {
  BellSchedule,
  Class,
  Course,
  Lesson,
  LessonUnit,
  PersonalBellSchedule,
  PersonalCourse,
  PersonalLesson,
  PersonalLessonUnit,
  PersonalSection,
  PersonalTeacher,
  Section,
  Teacher,
} from '../contract/types.generated.ts';

/** `studentId` is the student whose timetable it is; null when it is not a student's. */
export type Keeping = { studentId: string | null };

/** Of all students nothing but the one whose timetable it is, so that not even their number can be told. */
const onlySelf = (studentIds: readonly string[], { studentId }: Keeping): string[] =>
  studentId !== null && studentIds.includes(studentId) ? [studentId] : [];

/** A reason for locking is a planner's note. Names of groups and of parallel blocks are those of this unit, and shown. */
export const reduceUnit = (unit: LessonUnit, keeping: Keeping): PersonalLessonUnit => ({
  ...unit,
  lockReason: null,
  studentIds: onlySelf(unit.studentIds, keeping),
});

/** @param groupIds the groups that the person's units name */
export const reduceLesson = (lesson: Lesson, groupIds: ReadonlySet<string>, keeping: Keeping): PersonalLesson => ({
  ...lesson,
  groups: lesson.groups
    // A lesson with one group is for that group, whether units name it or not.
    .filter(({ id }, _, { length }) => length === 1 || groupIds.has(id))
    .map((group) => ({ ...group, studentIds: onlySelf(group.studentIds, keeping) })),
});

export const reduceSection = (section: Section, keeping: Keeping): PersonalSection => ({
  ...section,
  capacity: null,
  studentIds: onlySelf(section.studentIds, keeping),
});

/** Without the teachers and rooms of other sections, and without settings, which are open fields. */
export const reduceCourse = ({ localId, entityId, name, courseCode }: Course): PersonalCourse => ({
  ...{ localId, entityId, name, courseCode },
  ...{ teacherIds: [], roomIds: [], roomGroupIds: [], roomVariation: null },
});

/** How much somebody teaches, and the number that an employer gave them, are theirs alone. */
export const reduceTeacher = (teacher: Teacher, isSelf: boolean): PersonalTeacher => ({
  ...teacher,
  externalId: isSelf ? teacher.externalId : null,
  maxPeriods: null,
});

/** The class teacher of another class need not have to do with the person. */
export const reduceClass = (schoolClass: Class, isOwn: boolean): Class =>
  isOwn ? schoolClass : { ...schoolClass, classTeacherId: null };

/** Without open fields. */
export function reduceBellSchedule(schedule: BellSchedule): PersonalBellSchedule {
  const { id, name, isDefault, scheduleType, cycleLength, days, dayConfigurations } = schedule;
  return {
    ...{ id, name, isDefault, scheduleType, cycleLength },
    days: days.map((day) => ({ ...numbersOf(day), label: day.label, shortLabel: day.shortLabel })),
    dayConfigurations: dayConfigurations.map((configuration) => ({
      id: configuration.id,
      dayIds: configuration.dayIds,
      periods: configuration.periods.map((period) => ({
        ...{ id: period.id, name: period.name, startTime: period.startTime, endTime: period.endTime },
      })),
      breaks: configuration.breaks.map((each) => ({
        ...{ id: each.id, name: each.name, startTime: each.startTime, endTime: each.endTime },
        followsPeriodIndex: each.followsPeriodIndex,
      })),
    })),
  };
}

/**
 * Of a bell schedule that the person does not use, what it says about the timetable's cycle, which is that of all its bell
 * schedules; null when it says nothing about that.
 */
export function reduceUnusedBellSchedule(schedule: BellSchedule): PersonalBellSchedule | null {
  const { id, isDefault, scheduleType, cycleLength, days } = schedule;
  if (days.every(({ weekInCycle }) => weekInCycle === null)) return null;
  return {
    ...{ id, name: '', isDefault, scheduleType, cycleLength },
    days: days.map((day) => ({ ...numbersOf(day), label: '', shortLabel: '' })),
    dayConfigurations: [{ id: 'none', dayIds: days.map((day) => day.id), periods: [], breaks: [] }],
  };
}

const numbersOf = ({ id, dayOfWeek, weekInCycle }: BellSchedule['days'][number]) => ({ id, dayOfWeek, weekInCycle });
