// Finds what an import changes, lesson by lesson. Lessons are matched by localId, which our readers of files derive from what a lesson
// is, and where a program numbers them anew, by what they show. It also compares what no reader is shown, such as room modes and periods
// due, so it is no comparison of what was published (src/changes).

import { pairAlike, textOfIds } from '../../changes/pair-alike.ts';
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
  const only = (those: typeof old, others: typeof old, version: Timetable) =>
    [...those]
      .filter(([id]) => !others.has(id))
      .map(([, each]) => each)
      .map(shownIn(version));
  const [missing, unknown] = [only(old, now, before), only(now, old, after)];
  const { pairs, gone, added } = pairAlike(
    missing,
    unknown,
    likeness,
    ({ keys }) => keys,
    ({ item }) => item.order,
  );
  for (const { lesson } of added) changes.added.push(describeNow(lesson));
  for (const { lesson } of gone) changes.gone.push(describeOld(lesson));
  for (const { before: one, after: other } of pairs) {
    const change = describeNow(other.item.lesson);
    const differs = (part: Shown) => one.keys[part] !== other.keys[part];
    if (differs('places')) changes.moved.push(change);
    if (differs('teachers')) changes.otherTeacher.push(change);
    if (differs('rooms')) changes.otherRoom.push(change);
    if (!differs('places') && !differs('teachers') && !differs('rooms')) changes.otherwise.push(change);
  }
  for (const [id, one] of old) {
    const other = now.get(id);
    if (other === undefined) continue;
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

type Shown = 'subjects' | 'classes' | 'teachers' | 'rooms' | 'places';

/** What two lessons without a common localId have in common, the most alike first. */
const likeness: readonly { same: readonly Shown[] }[] = [
  { same: ['subjects', 'classes', 'teachers', 'places', 'rooms'] },
  { same: ['subjects', 'classes', 'teachers', 'places'] },
  { same: ['subjects', 'classes', 'places'] },
  { same: ['subjects', 'classes', 'teachers'] },
];

/** A lesson by what it shows, with entityIds: a localId means something in one document only. */
function shownIn({ subjects, courses = [], classes, teachers, rooms }: Timetable) {
  const lookUp = (list: readonly { localId: string; entityId: string }[]) => {
    const byLocalId = new Map(list.map((each) => [each.localId, each]));
    return (ids: readonly string[]) => textOfIds([...new Set(ids)].flatMap((id) => byLocalId.get(id) ?? []));
  };
  const textOf = {
    subjects: lookUp([...subjects, ...courses]),
    classes: lookUp(classes),
    teachers: lookUp(teachers),
    rooms: lookUp(rooms),
  };
  return ({ lesson, units }: IndexedLesson) => {
    const { groups } = lesson;
    const keys: Record<Shown, string> = {
      subjects: textOf.subjects(groups.flatMap(({ subjectIds }) => subjectIds)),
      classes: textOf.classes(groups.flatMap(({ classIds }) => classIds)),
      teachers: textOf.teachers(groups.flatMap(({ teacherIds }) => teacherIds)),
      rooms: textOf.rooms(units.flatMap(({ roomIds }) => roomIds)),
      places: sorted(units.map(placeOf)).join(),
    };
    return { lesson, keys, order: JSON.stringify([keys, lesson.localId]) };
  };
}

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
