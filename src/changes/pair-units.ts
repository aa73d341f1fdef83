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

import type { ChangedUnit, NameInChange, UnitOfChange } from '../contract/types.generated.ts';

type UnitKind = ChangedUnit['kind'];
export type UnitPair = Pick<ChangedUnit, 'kind' | 'before' | 'after'>;

type Keys = Record<'times' | 'where' | 'subjects' | 'classes' | 'teachers' | 'rooms', string>;
type Keyed = { unit: UnitOfChange; keys: Keys };

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
  const pairs: UnitPair[] = [];
  let [old, now] = [inFixedOrder(before), inFixedOrder(after)];
  for (const { same, kind } of likeness) {
    if (old.length === 0 || now.length === 0) break;
    const keyOf = ({ keys }: Keyed) => JSON.stringify(same.map((part) => keys[part]));
    const waiting = new Map<string, Keyed[]>();
    // In reverse, so that the first is taken from the end.
    for (const each of old.toReversed()) {
      const others = waiting.get(keyOf(each));
      if (others === undefined) waiting.set(keyOf(each), [each]);
      else others.push(each);
    }
    const paired = new Set<Keyed>();
    now = now.filter((each) => {
      const partner = waiting.get(keyOf(each))?.pop();
      if (partner === undefined) return true;
      paired.add(partner);
      if (kind !== null) pairs.push({ kind, before: partner.unit, after: each.unit });
      return false;
    });
    old = old.filter((each) => !paired.has(each));
  }
  for (const { unit } of old) pairs.push({ kind: 'removed', before: unit, after: null });
  for (const { unit } of now) pairs.push({ kind: 'added', before: null, after: unit });
  return pairs;
}

function inFixedOrder(units: readonly UnitOfChange[]): Keyed[] {
  return units
    .map((unit) => ({ unit, keys: keysOf(unit) }))
    .map((keyed) => ({ ...keyed, text: JSON.stringify([keyed.keys, keyed.unit]) }))
    .sort((one, other) => (one.text < other.text ? -1 : Number(one.text > other.text)));
}

function keysOf(unit: UnitOfChange): Keys {
  const { dayId, periodIndex, dayOfWeek, weekInCycle, startTime, endTime } = unit;
  return {
    where: JSON.stringify([dayId, periodIndex]),
    times: JSON.stringify([dayOfWeek, weekInCycle, startTime, endTime]),
    subjects: idsOf(unit.subjects),
    classes: idsOf(unit.classes),
    teachers: idsOf(unit.teachers),
    rooms: idsOf(unit.rooms),
  };
}

const idsOf = (names: readonly NameInChange[]): string =>
  names
    .map(({ entityId }) => entityId)
    .sort()
    .join();
