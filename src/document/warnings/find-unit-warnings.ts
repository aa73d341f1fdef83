// Finds lesson units whose room or span contradicts their lesson: a double period on two days or in two rooms, and a
// room that the lesson group does not offer.

import type { LessonUnit, Timetable } from '../../contract/types.generated.ts';
import { createBudget } from '../budget.ts';
import type { Names } from '../name-things.ts';
import type { Warning } from './warning.ts';

/** The most lists of rooms that are looked at: a lesson may name thousands of room groups. */
const maxSteps = 10_000_000;

type LessonGroup = Timetable['lessons'][number]['groups'][number];

export function* findUnitWarnings(timetable: Timetable): Generator<Warning> {
  yield* findSpanWarnings(timetable);
  yield* findRoomWarnings(timetable);
}

function* findSpanWarnings({ lessonUnits }: Timetable): Generator<Warning> {
  const spans = new Map<string, LessonUnit>();
  for (const [position, unit] of lessonUnits.entries()) {
    if (unit.spanId === null || unit.dayId === null) continue;
    const first = spans.get(unit.spanId);
    if (first === undefined) {
      spans.set(unit.spanId, unit);
      continue;
    }
    const of = `${first.localId} of the same double period`;
    if (unit.dayId !== first.dayId) {
      const message = `${of} is on another day, ${first.dayId}`;
      const { dayId } = first;
      const values = (names: Names) => ({ other: names.of('days', dayId ?? '') });
      const at = ['lessonUnits', position, 'dayId'];
      yield { kind: 'double on two days', code: 'double-on-two-days', values, at, message };
    }
    if (!sameRooms(unit.roomIds, first.roomIds)) {
      const message = `${of} is in another room`;
      const at = ['lessonUnits', position, 'roomIds'];
      yield { kind: 'double in two rooms', code: 'double-in-two-rooms', at, message };
    }
  }
}

/** Lengths first: the first unit of a span is compared with every other, and may have thousands of rooms. */
const sameRooms = (one: readonly string[], other: readonly string[]): boolean => {
  if (one.length !== other.length) return false;
  return one.length < 2 ? one[0] === other[0] : [...one].sort().join() === [...other].sort().join();
};

function* findRoomWarnings({ lessons, lessonUnits, roomGroups }: Timetable): Generator<Warning> {
  /** Lessons with groups of roomMode `any`. `only`: the lesson has no other group. */
  const lessonsWithChoice = new Map<string, { only: boolean; byId: Map<string | null, LessonGroup> }>();
  for (const { localId, groups } of lessons) {
    const byId = new Map(groups.flatMap((group) => (group.roomMode === 'any' ? [[group.id, group] as const] : [])));
    if (byId.size > 0) lessonsWithChoice.set(localId, { only: groups.length === 1, byId });
  }
  const membersOf = new Map(roomGroups.map(({ id, memberIds }) => [id, memberIds]));
  const setOf = new Map<readonly string[], ReadonlySet<string>>();
  const budget = createBudget(maxSteps);
  /** Uses a set only for a long list; for a short one, building it takes longer. */
  const includes = (ids: readonly string[], id: string): boolean => {
    budget.spend(1);
    if (ids.length < 30) return ids.includes(id);
    const known = setOf.get(ids) ?? new Set(ids);
    setOf.set(ids, known);
    return known.has(id);
  };
  const offers = ({ roomCandidateIds, roomGroupIds }: LessonGroup, room: string): boolean =>
    // A group that names no candidates accepts any room.
    (roomCandidateIds.length === 0 && roomGroupIds.length === 0) ||
    includes(roomCandidateIds, room) ||
    roomGroupIds.some((id) => budget.isSpent() || includes(membersOf.get(id) ?? [], room));
  for (const [position, { lessonLocalId, lessonGroupId, roomIds }] of lessonUnits.entries()) {
    if (roomIds.length === 0) continue;
    const lesson = lessonsWithChoice.get(lessonLocalId);
    if (lesson === undefined) continue;
    const [first] = lesson.byId.values();
    const group = lessonGroupId === null && lesson.only ? first : lesson.byId.get(lessonGroupId);
    if (group === undefined) continue;
    for (const [index, id] of roomIds.entries()) {
      const at = ['lessonUnits', position, 'roomIds', index];
      const isOffered = offers(group, id);
      if (budget.isSpent()) {
        const message = `there are too many rooms and room groups to compare: from this unit on, rooms that are no candidates are not listed`;
        yield { kind: 'rooms not compared', code: 'rooms-not-compared', at, message };
        return;
      }
      if (isOffered) continue;
      const message = `${id} is neither a candidate of lesson group ${group.id} nor in its room groups`;
      const values = (names: Names) => ({ room: names.of('rooms', id) });
      yield { kind: 'room that is no candidate', code: 'room-not-candidate', values, at, message };
    }
  }
}
