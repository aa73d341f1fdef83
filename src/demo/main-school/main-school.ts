// The Main School: a large class-based timetable in several versions. Each version starts from the one before, so that the
// versions differ as they do in a school, by some changes and not by chance.
import type { Timetable } from '../../contract/types.generated.ts';
import { scheduleTeachings } from '../plan/schedule-teachings.ts';
import type { Teaching } from '../plan/teaching.ts';
import { writeTimetable } from '../plan/write-timetable.ts';
import type { Placement } from '../scheduling/occurrence.ts';
import { mainBells } from './main-bells.ts';
import { mainClassTeachers } from './main-curriculum.ts';
import { mainClassIds, mainTeachings } from './main-teachings.ts';
import { type MainVersion, mainVersions } from './main-versions.ts';

interface State {
  teachings: Teaching[];
  classTeachers: ReadonlyMap<string, string>;
  placements: readonly Placement[];
}

/** Oldest first. `elsewhere`: what teachers and rooms do in the other timetables of the school. */
export function mainSchool(elsewhere: readonly Placement[]): { document: Timetable; autosave: boolean }[] {
  let state: State = { teachings: mainTeachings(), classTeachers: mainClassTeachers, placements: [] };
  return mainVersions.map((version) => {
    state = nextState(state, version, elsewhere);
    const content = { ...state, bellSchedules: [mainBells], bellScheduleIds: new Map(), classIds: mainClassIds };
    return { document: writeTimetable(version, content), autosave: version.autosave };
  });
}

function nextState(before: State, version: MainVersion, elsewhere: readonly Placement[]): State {
  const replaced = (teacherId: string) => version.replacedTeachers[teacherId] ?? teacherId;
  const teachings = [...before.teachings.map((teaching) => withTeachers(teaching, replaced)), ...version.added];
  const placements = scheduleTeachings({
    bellSchedules: [mainBells],
    bellScheduleIds: new Map(),
    teachings,
    elsewhere,
    kept: before.placements.filter(({ occurrence }) => !version.moved.test(occurrence.teaching.key)),
    seed: version.seed,
  });
  const classTeachers = new Map([...before.classTeachers].map(([classId, id]) => [classId, replaced(id)]));
  return { teachings, classTeachers, placements };
}

function withTeachers(teaching: Teaching, replaced: (teacherId: string) => string): Teaching {
  const lessons = teaching.lessons.map((lesson) => ({
    ...lesson,
    groups: lesson.groups.map((group) => ({ ...group, teacherIds: group.teacherIds.map(replaced) })),
  }));
  return { ...teaching, lessons };
}
