// Finds the lesson units of a class, teacher, room or student, as the client's grids do ("Student-level timetables" of the
// specification).

import type { LessonUnit, Timetable } from '../contract/types.generated.ts';

/**
 * The units of each class, teacher, room and student, by localId, in the document's order. A student-level unit often names
 * students but no class; it then belongs to the classes of its students. A unit that names a class but no student belongs to
 * all its students.
 */
export function findPersonsUnits(timetable: Timetable): ReadonlyMap<string, readonly LessonUnit[]> {
  const classOf = new Map<string, string>();
  const members = new Map<string, string[]>();
  for (const { localId, classId } of timetable.students ?? []) {
    if (classId === null) continue;
    classOf.set(localId, classId);
    push(members, classId, localId);
  }
  const inSection = new Map(timetable.sections?.map(({ localId, studentIds }) => [localId, studentIds]));
  const units = new Map<string, LessonUnit[]>();
  for (const unit of timetable.lessonUnits) {
    const { teacherIds, roomIds, classIds, studentIds, sectionLocalId } = unit;
    const named = studentIds.length > 0 ? studentIds : (inSection.get(sectionLocalId ?? '') ?? []);
    const classes = classIds.length > 0 ? classIds : named.flatMap((id) => classOf.get(id) ?? []);
    const students = named.length > 0 ? named : classIds.flatMap((id) => members.get(id) ?? []);
    for (const id of new Set([...teacherIds, ...roomIds, ...classes, ...students])) push(units, id, unit);
  }
  return units;
}

function push<Item>(lists: Map<string, Item[]>, id: string, item: Item): void {
  const list = lists.get(id);
  if (list === undefined) lists.set(id, [item]);
  else list.push(item);
}
