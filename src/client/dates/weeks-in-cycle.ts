// Counts the weeks of a timetable's cycle. Bell schedules may have cycles of different lengths, which run side by side.

import type { BellSchedule } from '../../contract/types.generated.ts';

/** Ten years. No version is used for that long, and an absurdly long cycle must not fill the memory. */
export const maxWeeks = 520;

/**
 * The weeks until all cycles of these bell schedules begin together again: six with cycles of two and of three weeks.
 * @returns null when all weeks are the same
 */
export function weeksInCycle(schedules: readonly BellSchedule[]): number | null {
  const lengths = schedules.flatMap((schedule) => ownWeeks(schedule) ?? []);
  if (lengths.length === 0) return null;
  const commonMultiple = (one: number, other: number) => (one / greatestDivisor(one, other)) * other;
  return lengths.reduce((one, other) => Math.min(commonMultiple(one, other), Number.MAX_SAFE_INTEGER));
}

/**
 * The weeks of the timetable's cycle in which each day of a bell schedule takes place; null for a day of every week.
 * @param cycle `weeksInCycle` of all bell schedules of the timetable
 */
export function weeksOfDays(schedule: BellSchedule, cycle: number | null): (ReadonlySet<number> | null)[] {
  const own = ownWeeks(schedule);
  return schedule.days.map(({ weekInCycle }) => {
    if (weekInCycle === null || own === null) return null;
    const weeks = new Set([weekInCycle]);
    for (let week = weekInCycle + own; week <= Math.min(cycle ?? 0, maxWeeks); week += own) weeks.add(week);
    return weeks;
  });
}

/** Belfry warns about a day beyond the cycle. The cycle is then as long as the day needs. */
function ownWeeks({ cycleLength, days }: BellSchedule): number | null {
  const numbers = days.flatMap(({ weekInCycle }) => weekInCycle ?? []);
  return numbers.length === 0 ? null : numbers.reduce((most, number) => Math.max(most, number), cycleLength);
}

/** Euclid's algorithm. */
const greatestDivisor = (one: number, other: number): number =>
  other === 0 ? one : greatestDivisor(other, one % other);
