// Finds what an import changes, lesson by lesson. Lessons are matched by localId, which is derived from the
// content of the lesson. It also compares what no reader is shown, such as room modes and periods due, so it is no comparison of what
// was published (src/changes).

import type { Lesson, LessonUnit, Timetable } from '../../contract/types.generated.ts';
import { sameDocument } from '../../document/same-document.ts';

export type LessonChange = { lesson: string; what: string };

export type VersionChanges = {
  added: LessonChange[];
  gone: LessonChange[];
  moved: LessonChange[];
  otherTeacher: LessonChange[];
  otherRoom: LessonChange[];
  /** Changes of subject, classes, names, groups, doubles or periods due. */
  otherwise: LessonChange[];
  /** Changes of days, weeks, periods or breaks. */
  bells: boolean;
  /** Teachers, subjects, classes and rooms that were added, removed or edited. */
  entities: boolean;
};

/** Whether the two versions are equal, regardless of order. */
export const isUnchanged = ({ bells, entities, ...lists }: VersionChanges): boolean =>
  !bells && !entities && Object.values(lists).every((changes) => changes.length === 0);

export function compareImported(before: Timetable, after: Timetable): VersionChanges {
  const [old, now] = [index(before), index(after)];
  const [describeOld, describeNow] = [describeIn(before), describeIn(after)];
  const changes: VersionChanges = {
    added: [],
    gone: [],
    moved: [],
    otherTeacher: [],
    otherRoom: [],
    otherwise: [],
    bells: !sameDocument(before.bellSchedules, after.bellSchedules),
    entities: (
      ['teachers', 'subjects', 'classes', 'rooms', 'roomGroups', 'students', 'courses', 'sections'] as const
    ).some((list) => !sameDocument(inOrder(before[list]), inOrder(after[list]))),
  };
  for (const [id, { lesson }] of now) if (!old.has(id)) changes.added.push(describeNow(lesson));
  for (const [id, one] of old) {
    const other = now.get(id);
    if (other === undefined) {
      changes.gone.push(describeOld(one.lesson));
      continue;
    }
    const change = describeNow(other.lesson);
    const differs = (of: (lesson: IndexedLesson) => unknown) => !sameDocument(of(one), of(other));
    const [moved, teacher, room] = [differs(placements), differs(teachers), differs(rooms)];
    if (moved) changes.moved.push(change);
    if (teacher) changes.otherTeacher.push(change);
    if (room) changes.otherRoom.push(change);
    if (differs(others) && !moved) changes.otherwise.push(change);
  }
  return changes;
}

type IndexedLesson = { lesson: Lesson; units: LessonUnit[] };

function index({ lessons, lessonUnits }: Timetable): Map<string, IndexedLesson> {
  const byId = new Map(lessons.map((lesson) => [lesson.localId, { lesson, units: [] as LessonUnit[] }]));
  for (const unit of lessonUnits) byId.get(unit.lessonLocalId)?.units.push(unit);
  return byId;
}

const sorted = (texts: readonly string[]): string[] => texts.toSorted();
const placeOf = ({ dayId, periodIndex }: LessonUnit) => `${dayId} ${periodIndex}`;

const placements = ({ units }: IndexedLesson) => sorted(units.map(placeOf));
const teachers = ({ lesson }: IndexedLesson) => lesson.groups.map(({ id, teacherIds }) => [id, ...sorted(teacherIds)]);
/** The rooms of the units, and the rooms that the lesson asks for. */
const rooms = ({ lesson, units }: IndexedLesson) => [
  sorted(units.map((unit) => `${unit.lessonGroupId} ${sorted(unit.roomIds).join()}`)),
  lesson.groups.map(({ id, roomMode, roomIds, roomCandidateIds, roomGroupIds, roomVariation }) => [
    ...[id, roomMode, roomVariation, sorted(roomIds), sorted(roomCandidateIds), sorted(roomGroupIds)],
  ]),
];
/** Everything else. Units are sorted by place; moves are reported separately. */
const others = ({ lesson, units }: IndexedLesson) => [
  {
    ...lesson,
    groups: lesson.groups.map(({ id, name, classIds, subjectIds, studentIds }) => [
      id,
      name,
      sorted(classIds),
      subjectIds,
      sorted(studentIds),
    ]),
  },
  units
    .map(({ roomIds: _, teacherIds: __, roomPickedBy: ___, ...unit }) =>
      JSON.stringify(Object.entries(unit).toSorted()),
    )
    .toSorted(),
];

type Named = { localId?: string; id?: string };
const nameOf = ({ localId, id }: Named): string => localId ?? id ?? '';

function inOrder(list: readonly Named[] | undefined): Named[] {
  return (list ?? []).toSorted((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1));
}

/** A lesson in words: subject, classes, teachers. */
function describeIn({ subjects, courses = [], classes, teachers }: Timetable): (lesson: Lesson) => LessonChange {
  const shortNameOf = new Map(
    [...subjects, ...classes, ...teachers].map(({ localId, shortName }) => [localId, shortName]),
  );
  for (const { localId, name } of courses) shortNameOf.set(localId, name);
  const names = (ids: readonly string[]) => {
    const all = [...new Set(ids)];
    return [...all.slice(0, 4).map((id) => shortNameOf.get(id) ?? id), ...(all.length > 4 ? ['…'] : [])].join(', ');
  };
  return ({ localId, groups }) => {
    const taught = groups.flatMap(({ subjectIds }) => subjectIds);
    const parts = [taught, groups.flatMap(({ classIds }) => classIds), groups.flatMap(({ teacherIds }) => teacherIds)];
    return { lesson: localId, what: parts.map(names).filter(Boolean).join(' · ') };
  };
}
