// Names a day of the cycle so that it is recognised in another version or another bell schedule, where its id differs.

import type { GridDay } from '../grid/grid.ts';

export type CycleDay = {
  /** From 1; null when all weeks are the same. */
  week: number | null;
  /** 1 is Monday. */
  dayOfWeek: number;
  /** From 0: which of the week's Mondays, in a cycle that does not number its weeks. */
  turn: number;
  label: string;
  shortLabel: string;
};

type NamedDay = Pick<GridDay, 'dayOfWeek' | 'label' | 'shortLabel'>;

/** Each day with its place in the cycle, in order. */
export function cycleDays<Day extends NamedDay>(
  weeks: readonly { week: number | null; days: readonly Day[] }[],
): { place: CycleDay; day: Day }[] {
  return weeks.flatMap(({ week, days }) => {
    const turns = new Map<number, number>();
    return days.map((day) => {
      const { dayOfWeek, label, shortLabel } = day;
      const turn = turns.get(dayOfWeek) ?? 0;
      turns.set(dayOfWeek, turn + 1);
      return { place: { week, dayOfWeek, turn, label, shortLabel }, day };
    });
  });
}

type DayNumbers = Pick<CycleDay, 'week' | 'dayOfWeek' | 'turn'>;

export const isSameDay = (one: DayNumbers, other: DayNumbers): boolean =>
  one.week === other.week && one.dayOfWeek === other.dayOfWeek && one.turn === other.turn;

/** In the order of the cycle. */
export const byDay = (one: DayNumbers, other: DayNumbers): number =>
  (one.week ?? 0) - (other.week ?? 0) || one.turn - other.turn || one.dayOfWeek - other.dayOfWeek;
