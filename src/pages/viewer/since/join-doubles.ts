// What changed of the periods of a double is one change to readers, though there is a unit for each.

import type { ChangedUnit, UnitOfChange } from '../../../client/belfry-client.ts';

export type LessonChange = Pick<ChangedUnit, 'kind' | 'before' | 'after'>;

/** In the order of the cycle, unplaced ones last. */
export function joinDoubles(changes: readonly LessonChange[]): LessonChange[] {
  const joined: LessonChange[] = [];
  /** The places in `joined` by the change of the period that would go on with them. */
  const goesOn = new Map<string, number[]>();
  for (const change of changes.toSorted(byPlace)) {
    const index = goesOn.get(keyOf(change, 0))?.shift() ?? joined.length;
    const { kind, before, after } = joined[index] ?? change;
    joined[index] = { kind, before: joinUnits(before, change.before), after: joinUnits(after, change.after) };
    const next = keyOf(change, 1);
    goesOn.set(next, [...(goesOn.get(next) ?? []), index]);
  }
  return joined;
}

const joinUnits = (unit: UnitOfChange | null, next: UnitOfChange | null): UnitOfChange | null =>
  unit === null || next === null ? unit : { ...unit, endTime: next.endTime };

/** @param further by how many periods */
function keyOf({ kind, before, after }: LessonChange, further: number): string {
  const place = (unit: UnitOfChange | null) =>
    unit && [unit.dayId, unit.periodIndex === null ? null : unit.periodIndex + further];
  const ids = (unit: UnitOfChange | null) =>
    unit &&
    [unit.subjects, unit.teachers, unit.classes, unit.rooms].map((list) => list.map(({ entityId }) => entityId));
  // Two that are not placed before and after have nothing that one goes on with.
  const isPlaced = [before, after].some((unit) => unit !== null && unit.periodIndex !== null);
  return JSON.stringify([isPlaced ? '' : further, kind, place(before), ids(before), place(after), ids(after)]);
}

function byPlace(one: LessonChange, other: LessonChange): number {
  const [first, second] = [placeOf(one), placeOf(other)];
  for (const [index, number] of first.entries()) {
    const difference = number - (second[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Where a lesson is now, or where it was. */
function placeOf({ before, after }: LessonChange): number[] {
  const unit = after?.periodIndex === null ? (before ?? after) : (after ?? before);
  const { weekInCycle, dayOfWeek, periodIndex } = unit ?? {};
  return [Number((periodIndex ?? null) === null), weekInCycle ?? 0, dayOfWeek ?? 0, periodIndex ?? 0];
}
