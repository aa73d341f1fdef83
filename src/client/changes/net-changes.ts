// What is different after several entries: a lesson that was moved and moved back is the same again, and one that was moved twice
// has moved once.

import { pairUnits, type UnitPair } from '../../changes/pair-units.ts';
import type { Change, UnitOfChange } from '../../contract/types.generated.ts';
import { keyOfUnit } from './apply-change.ts';

/** @param changes the oldest first @param timetableId of the version whose lessons are compared */
export function netChanges(changes: readonly Change[], timetableId: string): UnitPair[] {
  const [before, after] = [new Map<string, UnitOfChange[]>(), new Map<string, UnitOfChange[]>()];
  for (const { units } of changes)
    for (const unit of units) {
      if (unit.timetableId !== timetableId) continue;
      // Whatever goes was there at the beginning, unless an earlier entry brought it.
      if (unit.before !== null && take(after, unit.before) === undefined) put(before, unit.before);
      if (unit.after !== null) put(after, unit.after);
    }
  return pairUnits([...before.values()].flat(), [...after.values()].flat());
}

/** The times of the clock are part of it, since they are what differs where nothing else does. */
const textOf = (unit: UnitOfChange): string => JSON.stringify([keyOfUnit(unit), unit.startTime, unit.endTime]);

function put(units: Map<string, UnitOfChange[]>, unit: UnitOfChange): void {
  const same = units.get(textOf(unit));
  if (same === undefined) units.set(textOf(unit), [unit]);
  else same.push(unit);
}

const take = (units: Map<string, UnitOfChange[]>, unit: UnitOfChange): UnitOfChange | undefined =>
  units.get(textOf(unit))?.pop();
