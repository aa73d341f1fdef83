// Lookups in one timetable: by localId, which its references use; by entityId, which is stable across timetables; and by
// externalId, which links to the caller's own records. Implements the specification's "Identifiers".

import type {
  BellSchedule,
  Class,
  Course,
  Lesson,
  LessonUnit,
  PersonalTimetable,
  Room,
  RoomGroup,
  Section,
  Student,
  Subject,
  Teacher,
  Timetable,
} from '../contract/types.generated.ts';

/** A list with its lookups. The API allows several items with one externalId; the first is found. */
export type Lookup<Item> = {
  all: readonly Item[];
  byLocalId: ReadonlyMap<string, Item>;
  byEntityId: ReadonlyMap<string, Item>;
  byExternalId: ReadonlyMap<string, Item>;
};

export type ResolvedTimetable = {
  document: Timetable;
  /** Of a timetable that is cut down to one person, the localId of who has all its units; otherwise null. */
  onlyFor: string | null;
  teachers: Lookup<Teacher>;
  subjects: Lookup<Subject>;
  classes: Lookup<Class>;
  rooms: Lookup<Room>;
  /** By `id` in place of a localId. */
  roomGroups: Lookup<RoomGroup>;
  /** The lists of a student-level timetable; empty in a class-based one. */
  students: Lookup<Student>;
  courses: Lookup<Course>;
  sections: Lookup<Section>;
  /** Lessons and units have only a localId. */
  lessons: Lookup<Lesson>;
  lessonUnits: Lookup<LessonUnit>;
  bellSchedules: Lookup<BellSchedule>;
  /** The subject with this id, or the course if the id begins with `crs_`. */
  taught(localId: string): Subject | Course | undefined;
  /** The bell schedule that a class runs on. */
  bellScheduleOf(schoolClass: Class): BellSchedule;
  /** The unit's own students, or else those of its section. */
  studentIdsOf(unit: LessonUnit): readonly string[];
};

/** The timetable itself if it is resolved already. */
export const ensureResolved = (timetable: Timetable | ResolvedTimetable): ResolvedTimetable =>
  'document' in timetable ? timetable : resolveTimetable(timetable);

export function resolveTimetable(document: Timetable | PersonalTimetable): ResolvedTimetable {
  const subjects = look(document.subjects);
  const courses = look(document.courses ?? []);
  const sections = look(document.sections ?? []);
  const bellSchedules = look(document.bellSchedules);
  return {
    document,
    onlyFor: 'person' in document ? document.person.localId : null,
    teachers: look(document.teachers),
    subjects,
    classes: look(document.classes),
    rooms: look(document.rooms),
    roomGroups: look(document.roomGroups),
    students: look(document.students ?? []),
    courses,
    sections,
    lessons: look(document.lessons),
    lessonUnits: look(document.lessonUnits),
    bellSchedules,
    taught: (localId) => subjects.byLocalId.get(localId) ?? courses.byLocalId.get(localId),
    bellScheduleOf: ({ bellScheduleId }) => bellSchedules.byLocalId.get(bellScheduleId ?? '') ?? document.bellSchedule,
    studentIdsOf: ({ studentIds, sectionLocalId }) =>
      studentIds.length > 0 ? studentIds : (sections.byLocalId.get(sectionLocalId ?? '')?.studentIds ?? []),
  };
}

/** Not every kind of item has all three ids. */
type Identified = { localId?: unknown; id?: unknown; entityId?: unknown; externalId?: unknown };

function look<Item extends object>(all: readonly (Item & Identified)[]): Lookup<Item> {
  const index = (idOf: (item: Identified) => unknown) => {
    const found = new Map<string, Item>();
    for (const item of all) {
      const id = idOf(item);
      if (typeof id === 'string' && !found.has(id)) found.set(id, item);
    }
    return found;
  };
  return {
    all,
    byLocalId: index(({ localId, id }) => localId ?? id),
    byEntityId: index(({ entityId }) => entityId),
    byExternalId: index(({ externalId }) => externalId),
  };
}
