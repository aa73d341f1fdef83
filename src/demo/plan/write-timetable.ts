// One version as a document of the contract. Of the school's roster it lists what the version refers to and nothing else,
// so every reference in it resolves.
import type { Class, Timetable, TimetableVersionSummary } from '../../contract/types.generated.ts';
import { schoolClasses } from '../roster/school-classes.ts';
import { schoolRoomGroups } from '../roster/school-room-groups.ts';
import { schoolRooms } from '../roster/school-rooms.ts';
import { schoolSubjects } from '../roster/school-subjects.ts';
import { schoolTeachers } from '../roster/school-teachers.ts';
import type { Placement } from '../scheduling/occurrence.ts';
import type { SchedulePlan } from './schedule-teachings.ts';
import { writeLessonUnits } from './write-lesson-units.ts';

export interface Version {
  summary: TimetableVersionSummary;
  description: string;
}

export interface TimetableContent extends Pick<SchedulePlan, 'bellSchedules' | 'bellScheduleIds' | 'teachings'> {
  placements: readonly Placement[];
  classIds: readonly string[];
  /** Class localId to teacher localId. */
  classTeachers: ReadonlyMap<string, string>;
}

export function writeTimetable({ summary, description }: Version, content: TimetableContent): Timetable {
  const [bellSchedule] = content.bellSchedules;
  if (!bellSchedule) throw new Error(`version ${summary.id} has no bell schedule`);
  const lessons = content.teachings.flatMap((teaching) => teaching.lessons);
  const groups = lessons.flatMap((lesson) => lesson.groups);
  const classes = content.classIds.map((id) => writeClass(id, content));
  const roomGroups = listed(
    schoolRoomGroups,
    ({ id }) => id,
    groups.flatMap((group) => group.roomGroupIds),
  );
  const byLocalId = (entity: { localId: string }) => entity.localId;
  return {
    ...summary,
    description,
    orgId: 'demo-school',
    bellSchedule,
    bellSchedules: content.bellSchedules,
    teachers: listed(schoolTeachers, byLocalId, [
      ...groups.flatMap((group) => group.teacherIds),
      ...classes.flatMap(({ classTeacherId }) => classTeacherId ?? []),
    ]),
    subjects: listed(
      schoolSubjects,
      byLocalId,
      groups.flatMap((group) => group.subjectIds),
    ),
    classes,
    rooms: listed(schoolRooms, byLocalId, [
      ...groups.flatMap((group) => [...group.roomIds, ...group.roomCandidateIds]),
      ...roomGroups.flatMap((group) => group.memberIds),
    ]),
    roomGroups,
    lessons,
    lessonUnits: writeLessonUnits(content.teachings, content.placements),
  };
}

/** The part of a roster that is referred to, in the order of the roster. */
function listed<T>(roster: readonly T[], idOf: (entry: T) => string, references: readonly string[]): T[] {
  const wanted = new Set(references);
  return roster.filter((entry) => wanted.has(idOf(entry)));
}

function writeClass(localId: string, { classTeachers, bellScheduleIds }: TimetableContent): Class {
  const row = schoolClasses.find((candidate) => candidate.localId === localId);
  if (!row) throw new Error(`the demo school has no class ${localId}`);
  return {
    ...row,
    classTeacherId: classTeachers.get(localId) ?? null,
    bellScheduleId: bellScheduleIds.get(localId) ?? null,
  };
}
