// Lookups over one timetable: by localId, as its references are written; by entityId, which is stable across timetables;
// by externalId, the key to the caller's own records. Carries out the specification's "Identifiers".

import type {
  BellSchedule,
  Class,
  Course,
  Lesson,
  LessonUnit,
  Room,
  RoomGroup,
  Section,
  Student,
  Subject,
  Teacher,
  Timetable,
} from '../contract/types.generated.ts';

/** A list with its lookups. Where several share an externalId, which the API does not rule out, the first is found. */
export type Lookup<Item> = {
  all: readonly Item[];
  byLocalId: ReadonlyMap<string, Item>;
  byEntityId: ReadonlyMap<string, Item>;
  byExternalId: ReadonlyMap<string, Item>;
};

export type ResolvedTimetable = {
  document: Timetable;
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
  /** Lessons and units have a localId only. */
  lessons: Lookup<Lesson>;
  lessonUnits: Lookup<LessonUnit>;
  bellSchedules: Lookup<BellSchedule>;
  /** What a subjectId names: a subject, or a course where the id begins with `crs_`. */
  taught(localId: string): Subject | Course | undefined;
  /** The bell schedule that a class runs on. */
  bellScheduleOf(schoolClass: Class): BellSchedule;
  /** The students of a unit: its own, or else those of its section. */
  studentIdsOf(unit: LessonUnit): readonly string[];
};

export function resolveTimetable(document: Timetable): ResolvedTimetable {
  const subjects = look(document.subjects);
  const courses = look(document.courses ?? []);
  const sections = look(document.sections ?? []);
  const bellSchedules = look(document.bellSchedules);
  return {
    document,
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

/** Any of the ids may be missing from a kind of item. */
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
