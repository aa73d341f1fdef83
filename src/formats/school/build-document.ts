// Builds the specification's document from a School, for every format.

import type { Timetable } from '../../contract/types.generated.ts';
import { limits } from '../reading/limits.ts';
import type { Findings } from '../report/finding.ts';
import { buildBellSchedule } from './build-bell-schedule.ts';
import { buildEntities, type LocalIds } from './build-entities.ts';
import { buildLessons } from './build-lessons.ts';
import { buildStudents, nameSections } from './build-students.ts';
import { cleanName } from './clean-name.ts';
import type { School } from './school.ts';

/** The fields that no file contains: which version of which timetable the document becomes. */
export type VersionFields = Omit<
  Timetable,
  | 'schedulingMode'
  | 'bellSchedule'
  | 'bellSchedules'
  | 'teachers'
  | 'subjects'
  | 'classes'
  | 'rooms'
  | 'roomGroups'
  | 'lessons'
  | 'lessonUnits'
  | 'students'
  | 'courses'
  | 'sections'
  | 'sectionSettings'
>;

/** @returns null where the School cannot be published, with the reason in `findings` */
export function buildDocument(
  school: School,
  version: VersionFields,
  findings: Findings,
  file: string,
): Timetable | null {
  if (!isUsable(school, findings, file)) return null;
  const bellSchedule = buildBellSchedule(school);
  const teachers = buildEntities('teacher', school.teachers, findings);
  const subjects = buildEntities('subject', school.subjects, findings);
  const classes = buildEntities('class', school.classes, findings);
  const rooms = buildEntities('room', school.rooms, findings);
  const students = buildEntities('student', school.students ?? [], findings);
  const built = { teacher: teachers, subject: subjects, class: classes, room: rooms, student: students };
  const localIds: LocalIds = (kind, key) => {
    const localId = built[kind].localIdOf.get(key);
    if (localId === undefined) throw new Error(`the School names the ${kind} ${key} but does not list it`);
    return localId;
  };
  const sectionOf = nameSections(school, subjects, localIds);
  const taught = buildLessons(school, localIds, sectionOf, findings);
  return {
    ...version,
    schedulingMode: school.students === undefined ? 'standard' : 'student-level',
    bellSchedule,
    bellSchedules: [bellSchedule],
    teachers: teachers.entities.map((teacher) => ({ ...teacher, maxPeriods: null })),
    subjects: subjects.entities,
    classes: classes.entities.map((each, index) => {
      const { classTeacher = null } = school.classes[index] ?? {};
      const classTeacherId = classTeacher === null ? null : localIds('teacher', classTeacher);
      return { ...each, classTeacherId, bellScheduleId: null };
    }),
    rooms: rooms.entities.map((room, index) => {
      const { capacity = 0, buildingName = '' } = school.rooms[index] ?? {};
      return { ...room, capacity, buildingName: cleanName(buildingName).name };
    }),
    roomGroups: [],
    ...taught,
    ...(school.students && buildStudents(school, { students, subjects }, sectionOf, taught, localIds)),
  };
}

function isUsable(school: School, findings: Findings, file: string): boolean {
  const { days, weeks, bells, lessons } = school;
  const periods = Math.max(0, ...bells.map((bell) => bell.periods.length));
  const missing = [days.length === 0 && 'days', periods === 0 && 'periods', lessons.length === 0 && 'lessons'];
  for (const what of missing.filter((each) => each !== false))
    findings.add('school.empty', { file }, `the file has no ${what}`);
  let [units, placed, references] = [0, 0, 0];
  for (const { groups, units: ofLesson } of lessons) {
    const sizes = groups.map(
      ({ teachers, classes, subjects, students = [] }) =>
        teachers.length + classes.length + subjects.length + students.length,
    );
    units += ofLesson.length;
    placed += ofLesson.filter(({ at }) => at !== null).length;
    for (const { group, rooms } of ofLesson) references += (sizes[group] ?? 0) + rooms.length;
  }
  if (lessons.length > 0 && placed === 0)
    findings.add('school.nothing-placed', { file }, `of ${lessons.length} lessons none is placed`);
  const found = { days: days.length, weeks: weeks.length, periods, units, references };
  for (const what of ['days', 'weeks', 'periods', 'units', 'references'] as const) {
    const message = `the timetable would have ${found[what]} ${what}, and ${limits[what]} is the maximum`;
    if (found[what] > limits[what]) findings.add('school.too-large', { file }, message);
  }
  return !findings.hasErrors();
}
