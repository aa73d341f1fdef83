// Cuts a timetable down to one class, teacher, room or student, for who has a link and no key: their units, what these refer
// to, and nothing of anybody else. The result has the fields of a timetable and keeps every reference, so that what reads and
// checks timetables takes it too.

import type { LessonUnit, PersonalTimetable, Timetable } from '../contract/types.generated.ts';
import { pickForPerson } from './assemble-list.ts';
import { findPersonsUnits } from './find-persons-units.ts';
import {
  type Keeping,
  reduceBellSchedule,
  reduceClass,
  reduceCourse,
  reduceLesson,
  reduceSection,
  reduceTeacher,
  reduceUnit,
  reduceUnusedBellSchedule,
} from './leave-out-for-person.ts';

/** Whom a link shows. */
export type Person = { kind: PersonalTimetable['person']['kind']; entityId: string };

/** Cuts for one person. For many of one timetable, use `createCutter`. */
export const cutToPerson = (timetable: Timetable, person: Person): PersonalTimetable | null =>
  createCutter(timetable)(person);

/**
 * @param timetable a valid document
 * @returns a function that cuts it; it returns null for who is not listed in the document
 */
export function createCutter(timetable: Timetable): (person: Person) => PersonalTimetable | null {
  const units = findPersonsUnits(timetable);
  const lists = {
    class: localIds(timetable.classes),
    teacher: localIds(timetable.teachers),
    room: localIds(timetable.rooms),
    student: localIds(timetable.students ?? []),
  };
  return ({ kind, entityId }) => {
    const localId = lists[kind].get(entityId);
    return localId === undefined ? null : cut(timetable, { kind, localId }, units.get(localId) ?? []);
  };
}

/** By entityId; the first, as for the client. */
function localIds(list: readonly { localId: string; entityId: string }[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const { localId, entityId } of list) if (!found.has(entityId)) found.set(entityId, localId);
  return found;
}

function cut(
  timetable: Timetable,
  person: PersonalTimetable['person'],
  units: readonly LessonUnit[],
): PersonalTimetable {
  const keeping: Keeping = { studentId: person.kind === 'student' ? person.localId : null };
  const student = timetable.students?.find(({ localId }) => localId === keeping.studentId);
  const ownClassId = person.kind === 'class' ? person.localId : (student?.classId ?? null);

  const lessonUnits = units.map((unit) => reduceUnit(unit, keeping));
  const lessons = cutLessons(timetable, units, keeping);
  const sectionIds = new Set(units.map(({ sectionLocalId }) => sectionLocalId));
  const sections = (timetable.sections ?? [])
    .filter(({ localId }) => sectionIds.has(localId))
    .map((section) => reduceSection(section, keeping));

  const used = new Set<string>([person.localId]);
  const use = (...lists: (readonly string[])[]) => {
    for (const ids of lists) for (const id of ids) used.add(id);
  };
  for (const { teacherIds, classIds, subjectIds, roomIds } of lessonUnits)
    use(teacherIds, classIds, subjectIds, roomIds);
  for (const { teacherIds, classIds, subjectIds, roomIds, roomCandidateIds, roomGroupIds } of lessons.flatMap(
    ({ groups }) => groups,
  ))
    use(teacherIds, classIds, subjectIds, roomIds, roomCandidateIds, roomGroupIds);
  for (const { courseLocalId, teacherIds, roomIds } of sections) use([courseLocalId], teacherIds, roomIds);
  use(student?.courseIds ?? [], ownClassId === null ? [] : [ownClassId]);
  const roomGroups = timetable.roomGroups.filter(({ id }) => used.has(id));
  for (const { memberIds } of roomGroups) use(memberIds);
  const isUsed = ({ localId }: { localId: string }) => used.has(localId);
  const classes = timetable.classes.filter(isUsed).map((each) => reduceClass(each, each.localId === ownClassId));
  use(classes.flatMap(({ classTeacherId }) => classTeacherId ?? []));

  const bellScheduleIds = new Set([timetable.bellSchedule.id, ...classes.map(({ bellScheduleId }) => bellScheduleId)]);
  return {
    ...pickForPerson(timetable),
    description: '',
    orgId: timetable.orgId,
    person,
    bellSchedule: reduceBellSchedule(timetable.bellSchedule),
    bellSchedules: timetable.bellSchedules.flatMap(
      (schedule) =>
        (bellScheduleIds.has(schedule.id) ? reduceBellSchedule(schedule) : reduceUnusedBellSchedule(schedule)) ?? [],
    ),
    teachers: timetable.teachers.filter(isUsed).map((each) => reduceTeacher(each, each.localId === person.localId)),
    subjects: timetable.subjects.filter(isUsed),
    classes,
    rooms: timetable.rooms.filter(isUsed),
    roomGroups,
    lessons,
    lessonUnits,
    ...(timetable.schedulingMode === 'student-level' && {
      students: student === undefined ? [] : [student],
      courses: (timetable.courses ?? []).filter(isUsed).map(reduceCourse),
      sections,
      sectionSettings: {},
    }),
  };
}

function cutLessons({ lessons }: Timetable, units: readonly LessonUnit[], keeping: Keeping) {
  const groupsOf = new Map<string, Set<string>>();
  for (const { lessonLocalId, lessonGroupId } of units) {
    const groups = groupsOf.get(lessonLocalId) ?? new Set<string>();
    groupsOf.set(lessonLocalId, groups);
    if (lessonGroupId !== null) groups.add(lessonGroupId);
  }
  return lessons.flatMap((lesson) => {
    const groups = groupsOf.get(lesson.localId);
    return groups === undefined ? [] : [reduceLesson(lesson, groups, keeping)];
  });
}
