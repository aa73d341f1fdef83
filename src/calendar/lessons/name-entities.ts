// How lessons name the subjects, teachers and rooms of a version. A course is a subject of those who take it.

import type { NamedEntity, Timetable } from '../../contract/types.generated.ts';

/** By localId. */
export type NamedEntities = Record<'subjects' | 'teachers' | 'rooms', ReadonlyMap<string, NamedEntity>>;

export function nameEntities({ subjects, courses = [], teachers, rooms }: Timetable): NamedEntities {
  const asSubjects = new Map<string, NamedEntity>(subjects.map((each) => [each.localId, nameOf(each)]));
  for (const { localId, entityId, name, courseCode } of courses)
    asSubjects.set(localId, { entityId, externalId: null, name, shortName: courseCode ?? name });
  return {
    subjects: asSubjects,
    teachers: new Map(teachers.map((each) => [each.localId, nameOf(each)])),
    rooms: new Map(rooms.map((each) => [each.localId, nameOf(each)])),
  };
}

export const nameOf = ({ entityId, externalId, name, shortName }: NamedEntity): NamedEntity => ({
  entityId,
  externalId,
  name,
  shortName,
});
