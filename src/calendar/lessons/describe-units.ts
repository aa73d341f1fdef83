// Describes the units of a lesson on a date.

import type { NamedEntity } from '../../contract/types.generated.ts';
import type { MomentsOn } from '../moments-on.ts';
import type { DatedUnit } from './join-units.ts';
import type { PlannedLesson } from './planned-lesson.ts';

export function describeUnits(
  timetableId: string,
  date: number,
  units: readonly DatedUnit[],
  toMoment: MomentsOn,
): PlannedLesson {
  const startTime = units[0]?.times.startTime ?? '';
  const endTime = units.at(-1)?.times.endTime ?? '';
  return {
    date,
    startTime,
    endTime,
    start: toMoment(startTime, false).text,
    end: toMoment(endTime, endTime <= startTime).text,
    timetableId,
    unitLocalIds: units.map(({ unit }) => unit.unit.localId),
    periodIndex: units[0]?.unit.periodIndex ?? 0,
    periods: units.length,
    subjects: union(units, ({ unit }) => unit.subjects),
    teachers: union(units, ({ unit }) => unit.teachers),
    classes: union(units, ({ classes }) => classes.map(({ named }) => named)),
    rooms: union(units, ({ unit }) => unit.rooms),
  };
}

function union(units: readonly DatedUnit[], of: (unit: DatedUnit) => NamedEntity[]): NamedEntity[] {
  const [only] = units;
  // Most lessons are one unit, which names nobody twice.
  return only !== undefined && units.length === 1 ? of(only) : [...new Set(units.flatMap(of))];
}
