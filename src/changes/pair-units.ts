// Pairs the units of two versions of a timetable, the most alike first, and says what differs. A unit is known by what it shows: its
// subjects and classes, and where these differ, by its place.
//
//   kind     what is the same
//   (none)   everything, names apart
//   other    day, period and the four lists: the times of the clock differ
//   room     subjects, classes, day and period, and the teachers
//   teacher  subjects, classes, day and period
//   moved    subjects and classes, with the teachers and rooms where that is possible
//   other    day and period, and the classes, or the teachers and rooms: another subject, or other classes
//   removed, added   nothing: what is left

import type { ChangedUnit, UnitOfChange } from '../contract/types.generated.ts';
import { pairAlike, textOfIds } from './pair-alike.ts';

type UnitKind = ChangedUnit['kind'];
export type UnitPair = Pick<ChangedUnit, 'kind' | 'before' | 'after'>;

type Keys = Record<'times' | 'where' | 'subjects' | 'classes' | 'teachers' | 'rooms', string>;

/** What two units have in common, and what differs then; null for nothing. */
const likeness: readonly { same: readonly (keyof Keys)[]; kind: UnitKind | null }[] = [
  { same: ['subjects', 'classes', 'where', 'teachers', 'rooms', 'times'], kind: null },
  { same: ['subjects', 'classes', 'where', 'teachers', 'rooms'], kind: 'other' },
  { same: ['subjects', 'classes', 'where', 'teachers'], kind: 'room' },
  { same: ['subjects', 'classes', 'where', 'rooms'], kind: 'teacher' },
  { same: ['subjects', 'classes', 'where'], kind: 'teacher' },
  { same: ['subjects', 'classes', 'teachers', 'rooms'], kind: 'moved' },
  { same: ['subjects', 'classes', 'teachers'], kind: 'moved' },
  { same: ['subjects', 'classes'], kind: 'moved' },
  { same: ['where', 'classes', 'teachers'], kind: 'other' },
  { same: ['where', 'classes'], kind: 'other' },
  { same: ['where', 'teachers', 'rooms'], kind: 'other' },
];

/** @returns the pairs that differ, by kind; the same whatever the order of the units */
export function pairUnits(before: readonly UnitOfChange[], after: readonly UnitOfChange[]): UnitPair[] {
  const { pairs, gone, added } = pairAlike(before, after, likeness, keysOf, ({ item, keys }) =>
    JSON.stringify([keys, item]),
  );
  return [
    ...pairs.flatMap(({ level: { kind }, before: { item: old }, after: { item: now } }) =>
      kind === null ? [] : { kind, before: old, after: now },
    ),
    ...gone.map((unit) => ({ kind: 'removed', before: unit, after: null }) as const),
    ...added.map((unit) => ({ kind: 'added', before: null, after: unit }) as const),
  ];
}

function keysOf(unit: UnitOfChange): Keys {
  const { dayId, periodIndex, dayOfWeek, weekInCycle, startTime, endTime } = unit;
  return {
    where: JSON.stringify([dayId, periodIndex]),
    times: JSON.stringify([dayOfWeek, weekInCycle, startTime, endTime]),
    subjects: textOfIds(unit.subjects),
    classes: textOfIds(unit.classes),
    teachers: textOfIds(unit.teachers),
    rooms: textOfIds(unit.rooms),
  };
}
