// Who or what is in two places at once. Takes the meetings of one document, or of several that apply on the same days, and
// compares people and rooms by their entity ids.
import type { Timetable } from '../../src/contract/types.generated.ts';
import { atTheSameTime, type Meeting } from './meetings-of.ts';

/** One line for each pair of units that share a teacher, room, class or student at the same time. */
export function findClashes(meetings: readonly Meeting[]): string[] {
  const byEntity = new Map<string, Meeting[]>();
  for (const meeting of meetings) {
    for (const entity of entitiesIn(meeting)) byEntity.set(entity, [...(byEntity.get(entity) ?? []), meeting]);
  }
  return [...byEntity].flatMap(([entity, own]) =>
    own.flatMap((one, index) =>
      own
        .slice(index + 1)
        .filter((other) => atTheSameTime(one, other) && !(entity.startsWith('class') && isDivided(one, other)))
        .map((other) => `${entity}: ${one.unit.localId} and ${other.unit.localId}`),
    ),
  );
}

/** A class may be divided between the groups of one lesson and between the lessons of one options block. */
function isDivided({ unit: one }: Meeting, { unit: other }: Meeting): boolean {
  const sameBlock = one.parallelGroupId !== null && one.parallelGroupId === other.parallelGroupId;
  const sameLesson = one.lessonLocalId === other.lessonLocalId;
  return (sameBlock || sameLesson) && one.lessonGroupId !== other.lessonGroupId;
}

function entitiesIn({ timetable, unit }: Meeting): string[] {
  const names = entityNames(timetable);
  const localIds = [...unit.teacherIds, ...unit.roomIds, ...unit.classIds, ...unit.studentIds];
  return localIds.map((localId) => names.get(localId) ?? localId);
}

const cache = new WeakMap<Timetable, Map<string, string>>();

/** Kind and entity id by localId. */
function entityNames(timetable: Timetable): Map<string, string> {
  const known = cache.get(timetable);
  if (known) return known;
  const { teachers, rooms, classes, students = [] } = timetable;
  const names = new Map<string, string>();
  for (const [kind, rows] of Object.entries({ teacher: teachers, room: rooms, class: classes, student: students })) {
    for (const { localId, entityId } of rows) names.set(localId, `${kind} ${entityId}`);
  }
  cache.set(timetable, names);
  return names;
}
