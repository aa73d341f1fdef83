// Keeps a copy of the published timetables by what changed, without reading them again. Pure: it makes no request.

import type { Change, ChangedUnit, Timetable, UnitOfChange } from '../../contract/types.generated.ts';

/** A timetable as a caller keeps it. */
export type TimetableCopy = {
  /** When it was read whole, in milliseconds since 1970. */
  readAt: number;
  /** How often it has each unit, by the unit's key. */
  units: ReadonlyMap<string, number>;
};

/** An entry may follow its timetables by some time, so one that is published this soon after a timetable was read may be in it. */
const entriesFollowWithin = 10 * 60_000;

/** What identifies a unit: its day, its period, and the entityIds of its subjects, teachers, classes and rooms. */
export const keyOfUnit = ({ dayId, periodIndex, subjects, teachers, classes, rooms }: UnitOfChange): string =>
  keyOf(
    dayId,
    periodIndex,
    ...[subjects, teachers, classes, rooms].map((list) => list.map(({ entityId }) => entityId)),
  );

const keyOf = (dayId: string | null, periodIndex: number | null, ...lists: string[][]): string =>
  JSON.stringify([
    ...(dayId === null || periodIndex === null ? [null, null] : [dayId, periodIndex]),
    ...lists.map((ids) => ids.sort()),
  ]);

/** @param readAt when it was asked for, in milliseconds since 1970 */
export function copyTimetable(timetable: Timetable, readAt: number): TimetableCopy {
  const { subjects, courses = [], teachers, classes, rooms, lessonUnits } = timetable;
  const entityIds = new Map(
    [...subjects, ...courses, ...teachers, ...classes, ...rooms].map(({ localId, entityId }) => [localId, entityId]),
  );
  const idsOf = (localIds: readonly string[]) => [...new Set(localIds)].flatMap((id) => entityIds.get(id) ?? []);
  const units = new Map<string, number>();
  for (const { dayId, periodIndex, subjectIds, teacherIds, classIds, roomIds } of lessonUnits)
    count(units, keyOf(dayId, periodIndex, ...[subjectIds, teacherIds, classIds, roomIds].map(idsOf)), 1);
  return { readAt, units };
}

/**
 * Applies an entry, the oldest first. A timetable that does not fit it is taken out of the copies: read it again when all
 * entries have been applied, and put it in.
 * @param copies by the id of the version; not modified
 * @returns the copies after the entry, and the ids of the timetables that have to be read
 */
export function applyChange(
  copies: ReadonlyMap<string, TimetableCopy>,
  { publishedAt, timetables, units }: Change,
): { copies: Map<string, TimetableCopy>; toRead: string[] } {
  const next = new Map(copies);
  const toRead: string[] = [];
  const time = Date.parse(publishedAt);
  for (const { timetableId, kind } of timetables) {
    next.delete(timetableId);
    if (kind === 'removed') continue;
    // What is added comes with all of its units.
    const copy = kind === 'added' ? { readAt: Number.NEGATIVE_INFINITY, units: new Map() } : copies.get(timetableId);
    const fits = copy !== undefined && time > copy.readAt + entriesFollowWithin;
    const after = fits
      ? exchange(
          copy.units,
          units.filter((unit) => unit.timetableId === timetableId),
        )
      : null;
    if (copy === undefined || after === null) toRead.push(timetableId);
    else next.set(timetableId, { readAt: copy.readAt, units: after });
  }
  return { copies: next, toRead };
}

/** Null when there is no unit like the `before` of one. */
function exchange(units: ReadonlyMap<string, number>, changed: readonly ChangedUnit[]): Map<string, number> | null {
  const next = new Map(units);
  for (const { before } of changed) {
    if (before === null) continue;
    if (!next.has(keyOfUnit(before))) return null;
    count(next, keyOfUnit(before), -1);
  }
  for (const { after } of changed) if (after !== null) count(next, keyOfUnit(after), 1);
  return next;
}

function count(units: Map<string, number>, key: string, by: number): void {
  const number = (units.get(key) ?? 0) + by;
  if (number === 0) units.delete(key);
  else units.set(key, number);
}
