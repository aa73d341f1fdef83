// Finds the lesson units of a class, teacher, room, student or subject, and their bell schedules. Implements the
// specification's "Lesson unit" and "Student-level timetables".

import type { Class, LessonUnit } from '../contract/types.generated.ts';
import type { GridSelection } from './grid/grid.ts';
import type { ResolvedTimetable } from './resolve-timetable.ts';

/** The units of a selection, in the document's order. */
export function findUnits(timetable: ResolvedTimetable, selection: GridSelection): readonly LessonUnit[] {
  const [own = [], ofClass = []] = Object.values(selection).map((id) => unitsByEntity(timetable).get(id) ?? []);
  if (ofClass.length === 0) return own;
  const both = new Set([...own, ...ofClass]);
  return timetable.document.lessonUnits.filter((unit) => both.has(unit));
}

/**
 * The localIds of all classes, teachers, rooms, students, subjects and courses that have a unit, placed or not: those for
 * which `findUnits` is not empty.
 */
export const idsWithUnits = (timetable: ResolvedTimetable): Set<string> => new Set(unitsByEntity(timetable).keys());

/** Computed once for each timetable, since a page may draw many grids of it. */
const known = new WeakMap<ResolvedTimetable, ReadonlyMap<string, readonly LessonUnit[]>>();

/**
 * The units of each entity, by localId. A student-level unit often names students but no class; it then belongs to the
 * classes of its students. A unit that names a class but no student belongs to all its students.
 */
export function unitsByEntity(timetable: ResolvedTimetable): ReadonlyMap<string, readonly LessonUnit[]> {
  const made = known.get(timetable) ?? indexUnits(timetable);
  known.set(timetable, made);
  return made;
}

function indexUnits(timetable: ResolvedTimetable): Map<string, LessonUnit[]> {
  const members = new Map<string, string[]>();
  for (const { localId, classId } of timetable.students.all) {
    if (classId === null) continue;
    const others = members.get(classId);
    if (others === undefined) members.set(classId, [localId]);
    else others.push(localId);
  }
  const classOf = (student: string) => timetable.students.byLocalId.get(student)?.classId ?? [];
  const units = new Map<string, LessonUnit[]>();
  for (const unit of timetable.document.lessonUnits) {
    const { teacherIds, roomIds, subjectIds, classIds } = unit;
    const named = timetable.studentIdsOf(unit);
    const classes = classIds.length > 0 ? classIds : named.flatMap(classOf);
    const students = named.length > 0 ? named : classIds.flatMap((id) => members.get(id) ?? []);
    for (const id of new Set([...teacherIds, ...roomIds, ...subjectIds, ...classes, ...students])) {
      const own = units.get(id);
      if (own === undefined) units.set(id, [unit]);
      else own.push(unit);
    }
  }
  // Other students are left out of a person's timetable, so there they lead from no unit to its class.
  const { onlyFor, document } = timetable;
  if (onlyFor !== null && document.lessonUnits.length > 0) units.set(onlyFor, [...document.lessonUnits]);
  return units;
}

/**
 * The bell schedules that give a unit its times: those of the unit's classes; for a class, a group or a student, the schedules
 * of their own classes. A unit without classes runs on the default schedule.
 */
export function schedulesOf(timetable: ResolvedTimetable, unit: LessonUnit, selection: GridSelection): string[] {
  const own = ownClassIds(timetable, selection).filter((id) => unit.classIds.includes(id));
  const classIds = own.length > 0 ? own : unit.classIds;
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
  for (const own of ownClasses(timetable, selection)) found.add(timetable.bellScheduleOf(own).id);
  for (const unit of units) for (const id of schedulesOf(timetable, unit, selection)) found.add(id);
  return found.size > 0 ? found : new Set([timetable.document.bellSchedule.id]);
}

/** The classes that determine a selection's bell schedules, if it is a class, a group of one or a student; the nearest first. */
export const ownClasses = (timetable: ResolvedTimetable, selection: GridSelection): Class[] =>
  ownClassIds(timetable, selection).flatMap((id) => timetable.classes.byLocalId.get(id) ?? []);

function ownClassIds(timetable: ResolvedTimetable, selection: GridSelection): string[] {
  if ('class' in selection) return Object.values(selection);
  if ('student' in selection) return [timetable.students.byLocalId.get(selection.student)?.classId ?? []].flat();
  return [];
}
