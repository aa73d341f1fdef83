// Picks the units of one class, teacher, room or student. As in the client, a student has the units that name the student or
// the student's section, and the units of the student's class that name no student; and a class has those of its students.
//
// Feeds ask for thousands of persons of one document, so each is found by an index. It is no larger than the document: a unit is
// not repeated for each student of a class or a section.

import type { Class, LessonUnit, NamedEntity, Timetable } from '../../contract/types.generated.ts';

/** By entityId, which stays the same in all timetables and versions. */
export type Person = { kind: 'class' | 'teacher' | 'room' | 'student'; entityId: string };

export type PersonInVersion = {
  entity: NamedEntity;
  /** In no order. */
  units: ReadonlySet<LessonUnit>;
  /** The class itself or the student's class. When it has no school, there are no lessons. */
  ownClass: Class | null;
};

type Lists = Map<string, LessonUnit[]>;

/** @returns a function that returns null for who is not in the document */
export function indexPersons(document: Timetable): (person: Person) => PersonInVersion | null {
  const { classes, teachers, rooms, students = [], sections = [], lessonUnits } = document;
  const lists = {
    class: byEntityId(classes),
    teacher: byEntityId(teachers),
    room: byEntityId(rooms),
    student: byEntityId(students),
  };
  const classById = new Map(classes.map((each) => [each.localId, each]));
  const classOfStudent = new Map(students.map(({ localId, classId }) => [localId, classId]));
  const inSection = new Map(sections.map(({ localId, studentIds }) => [localId, studentIds]));
  const sectionsOf = indexSections(inSection, classOfStudent);

  const naming: Lists = new Map(); // teachers, rooms and classes that a unit names
  const forAll: Lists = new Map(); // classes of which a unit names no student
  const forStudents: Lists = new Map(); // students whom a unit names, and their classes where it names no class
  const ofSection: Lists = new Map(); // units for the students of a section
  const classless: Lists = new Map(); // of these, the units that name no class
  for (const unit of lessonUnits) {
    const { teacherIds, roomIds, classIds, studentIds, sectionLocalId } = unit;
    pushAll(naming, [...teacherIds, ...roomIds, ...classIds], unit);
    const section = studentIds.length === 0 ? (sectionLocalId ?? '') : '';
    if ((inSection.get(section) ?? []).length > 0) {
      pushAll(ofSection, [section], unit);
      if (classIds.length === 0) pushAll(classless, [section], unit);
    } else if (studentIds.length === 0) pushAll(forAll, classIds, unit);
    pushAll(forStudents, studentIds, unit);
    if (classIds.length === 0)
      pushAll(
        forStudents,
        studentIds.flatMap((id) => classOfStudent.get(id) ?? []),
        unit,
      );
  }
  const inSectionsOf = (lists: Lists, id: string) =>
    [...(sectionsOf.get(id) ?? [])].flatMap((section) => lists.get(section) ?? []);

  return ({ kind, entityId }) => {
    const own = lists[kind].get(entityId);
    if (own === undefined) return null;
    const { localId: id } = own;
    const { externalId, name, shortName } = own;
    const entity = { entityId, externalId, name, shortName };
    if (kind === 'teacher' || kind === 'room') return { entity, units: new Set(naming.get(id)), ownClass: null };
    const classId = kind === 'class' ? id : (classOfStudent.get(id) ?? null);
    const ofClass = (kind === 'class' ? naming : forAll).get(classId ?? '') ?? [];
    const inSections = inSectionsOf(kind === 'class' ? classless : ofSection, id);
    return {
      entity,
      units: new Set([...ofClass, ...(forStudents.get(id) ?? []), ...inSections]),
      ownClass: classById.get(classId ?? '') ?? null,
    };
  };
}

/** The first of each, as for the client. */
function byEntityId<Item extends { entityId: string }>(list: readonly Item[]): ReadonlyMap<string, Item> {
  const found = new Map<string, Item>();
  for (const item of list) if (!found.has(item.entityId)) found.set(item.entityId, item);
  return found;
}

/** The sections of each student, and of each class with a student in it. */
function indexSections(
  inSection: ReadonlyMap<string, readonly string[]>,
  classOfStudent: ReadonlyMap<string, string | null>,
): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const [section, students] of inSection)
    for (const id of students)
      for (const each of [id, classOfStudent.get(id) ?? id]) {
        const sections = found.get(each) ?? new Set<string>();
        found.set(each, sections.add(section));
      }
  return found;
}

function pushAll(lists: Lists, ids: readonly string[], unit: LessonUnit): void {
  for (const id of new Set(ids)) {
    const list = lists.get(id);
    if (list === undefined) lists.set(id, [unit]);
    else list.push(unit);
  }
}
