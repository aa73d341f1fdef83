// Builds the parts that only a student-level document has. A course is a subject that students choose or that has a
// section. A section is the lessons of one course with the same number and classes; they name the course, not the subject.

import type { Lesson, LessonUnit, Timetable } from '../../contract/types.generated.ts';
import { groupBy } from '../group-by.ts';
import type { BuiltEntities, LocalIds } from './build-entities.ts';
import type { School, SchoolGroup } from './school.ts';
import { stableIds } from './stable-id.ts';

type NamedSection = { localId: string; name: string; subject: string; courseLocalId: string };
/** The section of each lesson group that has one. */
export type SectionOf = ReadonlyMap<SchoolGroup, NamedSection>;

/** A lesson group that belongs to a section. */
type SectionPart = NamedSection & { made: Lesson['groups'][number]; capacity: number | null };

type StudentLevel = Required<Pick<Timetable, 'students' | 'courses' | 'sections' | 'sectionSettings' | 'subjects'>>;

/** The last part of a subject's localId is shared by its course. */
const partOf = (subjectId: string): string => subjectId.slice('sub_'.length);
const courseOf = (subjectId: string): string => `crs_${partOf(subjectId)}`;

export function nameSections({ lessons }: School, subjects: BuiltEntities, localIds: LocalIds): SectionOf {
  const nameOf = new Map(subjects.entities.map(({ localId, name }) => [localId, name]));
  const all = lessons
    .flatMap(({ groups }) => groups)
    .flatMap((group) => {
      const [subject] = group.subjects;
      if (group.section === undefined || subject === undefined) return [];
      const subjectId = localIds('subject', subject);
      const { number } = group.section;
      const classes = group.classes.map((key) => localIds('class', key)).toSorted();
      const identity = {
        permanentId: null,
        shortName: `${partOf(subjectId)}-${number}`,
        name: JSON.stringify([subjectId, number, ...classes]),
      };
      const courseLocalId = courseOf(subjectId);
      return { group, subject, courseLocalId, identity, name: `${nameOf.get(subjectId) ?? ''} ${number}`.trim() };
    });
  const identities = [...new Map(all.map(({ identity }) => [identity.name, identity])).values()];
  const { ids } = stableIds(identities);
  const idOf = new Map(identities.map(({ name }, index) => [name, `sec_${ids[index]}`]));
  return new Map(
    all.map(({ group, identity, ...section }) => [group, { ...section, localId: idOf.get(identity.name) ?? '' }]),
  );
}

/** @param built the lessons in the School's order */
export function buildStudents(
  { students: listed = [], subjects: taught, lessons }: School,
  { students, subjects }: { students: BuiltEntities; subjects: BuiltEntities },
  sectionOf: SectionOf,
  built: { lessons: Lesson[]; lessonUnits: LessonUnit[] },
  localIds: LocalIds,
): StudentLevel {
  const courseIdOf = (subject: string): string => courseOf(localIds('subject', subject));
  const parts = lessons.flatMap(({ groups }, index) =>
    groups.flatMap((group, place) => {
      const made = built.lessons[index]?.groups[place];
      const section = sectionOf.get(group);
      return made === undefined || section === undefined
        ? []
        : { ...section, made, capacity: group.section?.capacity ?? null };
    }),
  );
  const unitsOf = groupBy(built.lessonUnits, ({ sectionLocalId }) => sectionLocalId);
  const coursesOf = new Map(listed.map(({ key, choices }) => [localIds('student', key), new Set(choices)]));
  const sections = [...groupBy(parts, ({ localId }) => localId)].flatMap(([localId, ofSection]) => {
    const [first] = ofSection;
    if (first === undefined) return [];
    const section = buildSection(first, ofSection, unitsOf.get(localId) ?? []);
    for (const id of section.studentIds) coursesOf.get(id)?.add(first.subject);
    return section;
  });
  const partsOf = groupBy(parts, ({ subject }) => subject);
  const isCourse = new Set([...partsOf.keys(), ...listed.flatMap(({ choices }) => choices)]);
  const courses = taught.flatMap(({ key }, index) => {
    const subject = subjects.entities[index];
    if (subject === undefined || !isCourse.has(key)) return [];
    const groups = (partsOf.get(key) ?? []).map(({ made }) => made);
    return buildCourse(subject, groups);
  });
  const inLessons = new Set(built.lessons.flatMap(({ groups }) => groups.flatMap(({ subjectIds }) => subjectIds)));
  return {
    students: students.entities.map(({ isActive: _, ...student }, index) => {
      const { class: classKey = null } = listed[index] ?? {};
      const courseIds = [...(coursesOf.get(student.localId) ?? [])].map(courseIdOf).toSorted();
      return { ...student, classId: classKey === null ? null : localIds('class', classKey), courseIds };
    }),
    // A subject that is taught only to sections is listed as a course.
    subjects: subjects.entities.filter(
      ({ localId }, index) => inLessons.has(localId) || !isCourse.has(taught[index]?.key ?? ''),
    ),
    courses,
    sections,
    sectionSettings: {},
  };
}

function buildSection(
  { localId, name, courseLocalId }: NamedSection,
  parts: readonly SectionPart[],
  units: readonly LessonUnit[],
): StudentLevel['sections'][number] {
  const given = units.filter(({ roomIds }) => roomIds.length > 0);
  const isSame = new Set(given.map(({ roomIds }) => roomIds.toSorted().join())).size === 1;
  return {
    localId,
    name,
    courseLocalId,
    isAutoGenerated: false,
    capacity: parts.find(({ capacity }) => capacity !== null)?.capacity ?? null,
    parallelGroupId: null,
    teacherIds: merge(parts.map(({ made }) => made.teacherIds)),
    roomIds: isSame ? (given[0]?.roomIds ?? []) : [],
    roomPickedBy: isSame ? (given[0]?.roomPickedBy ?? null) : null,
    studentIds: merge(parts.map(({ made }) => made.studentIds)),
  };
}

/** @param groups the lesson groups of its sections */
function buildCourse(
  subject: BuiltEntities['entities'][number],
  groups: readonly Lesson['groups'][number][],
): StudentLevel['courses'][number] {
  const variations = new Set(groups.map(({ roomVariation }) => roomVariation));
  const roomVariation = variations.has('vary') ? ('vary' as const) : variations.has('same') ? ('same' as const) : null;
  return {
    localId: courseOf(subject.localId),
    entityId: `course-${partOf(subject.localId)}`,
    name: subject.name,
    courseCode: subject.externalId,
    teacherIds: merge(groups.map(({ teacherIds }) => teacherIds)),
    roomIds: merge(groups.map(({ roomIds, roomCandidateIds }) => [...roomIds, ...roomCandidateIds])),
    roomGroupIds: [],
    roomVariation,
  };
}

const merge = (lists: readonly (readonly string[])[]): string[] => [...new Set(lists.flat())];
