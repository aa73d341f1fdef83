// Finds the lesson units of a class, teacher, room, student or subject, and their bell schedules. Implements the
// specification's "Lesson unit" and "Student-level timetables".

import type { LessonUnit } from '../contract/types.generated.ts';
import type { GridSelection } from './grid.ts';
import type { ResolvedTimetable } from './resolve-timetable.ts';

/**
 * The units of a selection, in the document's order. A student-level unit often names students but no class; it then
 * belongs to the classes of its students. A unit that names a class but no student belongs to all its students.
 */
export function findUnits(timetable: ResolvedTimetable, selection: GridSelection): LessonUnit[] {
  const { lessonUnits } = timetable.document;
  if ('teacher' in selection) return lessonUnits.filter(({ teacherIds }) => teacherIds.includes(selection.teacher));
  if ('room' in selection) return lessonUnits.filter(({ roomIds }) => roomIds.includes(selection.room));
  if ('subject' in selection) return lessonUnits.filter(({ subjectIds }) => subjectIds.includes(selection.subject));
  if ('class' in selection) {
    const members = new Set(
      timetable.students.all.filter(({ classId }) => classId === selection.class).map(({ localId }) => localId),
    );
    return lessonUnits.filter((unit) =>
      unit.classIds.length > 0
        ? unit.classIds.includes(selection.class)
        : members.size > 0 && timetable.studentIdsOf(unit).some((id) => members.has(id)),
    );
  }
  const classId = timetable.students.byLocalId.get(selection.student)?.classId ?? null;
  return lessonUnits.filter((unit) => {
    const students = timetable.studentIdsOf(unit);
    if (students.length > 0) return students.includes(selection.student);
    return classId !== null && unit.classIds.includes(classId);
  });
}

/**
 * The localIds of all classes, teachers, rooms, students, subjects and courses that have a unit, placed or not: those for
 * which `findUnits` is not empty, found in one pass.
 */
export function idsWithUnits(timetable: ResolvedTimetable): Set<string> {
  const found = new Set<string>();
  const studentsOnly = new Set<string>();
  const classesOnly = new Set<string>();
  for (const unit of timetable.document.lessonUnits) {
    const students = timetable.studentIdsOf(unit);
    for (const id of [...unit.teacherIds, ...unit.roomIds, ...unit.subjectIds, ...unit.classIds, ...students])
      found.add(id);
    if (unit.classIds.length === 0) for (const id of students) studentsOnly.add(id);
    if (students.length === 0) for (const id of unit.classIds) classesOnly.add(id);
  }
  for (const { localId, classId } of timetable.students.all) {
    if (classId === null) continue;
    if (studentsOnly.has(localId)) found.add(classId);
    if (classesOnly.has(classId)) found.add(localId);
  }
  return found;
}

/**
 * The bell schedules that give a unit its times: those of the unit's classes; for a class or a student, the schedule of
 * that class. A unit without classes runs on the default schedule.
 */
export function schedulesOf(timetable: ResolvedTimetable, unit: LessonUnit, selection: GridSelection): string[] {
  const own = ownClassId(timetable, selection);
  const classIds = own !== null && unit.classIds.includes(own) ? [own] : unit.classIds;
  const schedules = classIds.flatMap((id) => {
    const schoolClass = timetable.classes.byLocalId.get(id);
    return schoolClass === undefined ? [] : [timetable.bellScheduleOf(schoolClass).id];
  });
  return schedules.length > 0 ? [...new Set(schedules)] : [timetable.document.bellSchedule.id];
}

/** The bell schedules that a selection's days and times come from: its class's, and those of its units. */
export function allSchedulesOf(
  timetable: ResolvedTimetable,
  selection: GridSelection,
  units: readonly LessonUnit[],
): Set<string> {
  const found = new Set<string>();
  const own = timetable.classes.byLocalId.get(ownClassId(timetable, selection) ?? '');
  if (own !== undefined) found.add(timetable.bellScheduleOf(own).id);
  for (const unit of units) for (const id of schedulesOf(timetable, unit, selection)) found.add(id);
  return found.size > 0 ? found : new Set([timetable.document.bellSchedule.id]);
}

/** The class that determines a selection's bell schedule, if the selection is a class or a student. */
export function ownClassId(timetable: ResolvedTimetable, selection: GridSelection): string | null {
  if ('class' in selection) return selection.class;
  if ('student' in selection) return timetable.students.byLocalId.get(selection.student)?.classId ?? null;
  return null;
}
