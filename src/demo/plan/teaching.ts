// What the timetables of the demo school are planned in. A teaching is everything that happens at the same time in every
// one of its occurrences: one lesson with one group, a split lesson with several, or an options block of several lessons.
// It holds lessons in the form of the contract, so that planning and publishing never disagree about them.
import type { Lesson, LessonGroup } from '../../contract/types.generated.ts';
import type { RoomNeed } from './room-need.ts';

/** A placement decided by hand, for one occurrence. */
export interface Pin {
  dayId: string;
  periodIndex: number;
  reason: string;
}

export interface Teaching {
  /** Opaque; unique in a timetable. */
  key: string;
  lessons: Lesson[];
  /** Set when several groups are taught side by side. */
  parallelGroup: { id: string; name: string } | null;
  /** For the first occurrences, in order; the others are placed by the scheduler. */
  pins: Pin[];
  /** Rooms chosen by hand for lesson groups with roomMode `any`: lesson group id to room localId. */
  handPickedRooms: ReadonlyMap<string, string>;
}

export interface GroupPlan {
  key: string;
  name?: string;
  teacherIds: string[];
  classIds?: string[];
  subjectId: string;
  studentIds?: string[];
  room: RoomNeed;
  /** A room chosen by hand; `room` must allow it. */
  handPickedRoomId?: string;
}

/** How often in a cycle, and how many periods at a stretch: [[3, 1], [1, 2]] is three single periods and a double. */
export type Times = readonly (readonly [frequency: number, length: number])[];

interface TeachingOptions {
  pins?: Pin[];
  distributionGroupId?: string;
}

/** A lesson with one group. */
export function plainLesson(group: GroupPlan, times: Times, options: TeachingOptions = {}): Teaching {
  return teachingOf(group.key, [lessonOf(group.key, [group], times, options)], [group], null, options);
}

/** One lesson with several groups side by side. */
export function splitLesson(key: string, name: string, groups: GroupPlan[], times: Times): Teaching {
  return teachingOf(key, [lessonOf(key, groups, times)], groups, { id: `par_${key}`, name });
}

/** Several lessons side by side, of which each student attends one. */
export function optionsBlock(key: string, name: string, groups: GroupPlan[], times: Times): Teaching {
  const lessons = groups.map((group) => lessonOf(group.key, [group], times));
  return teachingOf(key, lessons, groups, { id: `par_${key}`, name });
}

function teachingOf(
  key: string,
  lessons: Lesson[],
  groups: GroupPlan[],
  parallelGroup: Teaching['parallelGroup'],
  { pins = [] }: TeachingOptions = {},
): Teaching {
  const handPicked = groups.flatMap(({ key: id, handPickedRoomId }): [string, string][] =>
    handPickedRoomId === undefined ? [] : [[id, handPickedRoomId]],
  );
  return { key, lessons, parallelGroup, pins, handPickedRooms: new Map(handPicked) };
}

function lessonOf(key: string, groups: GroupPlan[], times: Times, options: TeachingOptions = {}): Lesson {
  return {
    localId: `lsn_${key}`,
    groups: groups.map(groupOf),
    lessonConfigurations: times.map(([frequency, length], index) => ({
      id: `${key}-c${index + 1}`,
      frequency,
      length,
    })),
    distributionGroupId: options.distributionGroupId ?? null,
  };
}

function groupOf(plan: GroupPlan): LessonGroup {
  return {
    id: plan.key,
    name: plan.name ?? null,
    teacherIds: plan.teacherIds,
    classIds: plan.classIds ?? [],
    subjectIds: [plan.subjectId],
    studentIds: plan.studentIds ?? [],
    ...plan.room,
  };
}
