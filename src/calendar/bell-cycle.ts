// The cycle of one bell schedule: how many weeks it has, which of its days belong to which week, and the anchors of the
// calendar that say something about it.

import type { Anchor, BellSchedule, BellScheduleDay, Calendar } from '../contract/types.generated.ts';

export type BellCycle = {
  /** 1 when all weeks are the same. */
  weeks: number;
  days: readonly { day: BellScheduleDay; week: number | null }[];
  /** Those within the cycle, by date. */
  anchors: readonly Anchor[];
  /** The days of a weekday in a week of the cycle: usually one, or none. */
  daysOf(week: number, dayOfWeek: number): readonly BellScheduleDay[];
};

/**
 * A schedule whose days have week numbers has at least `cycleLength` weeks. Without numbers, the second Monday is in week 2.
 */
export function readBellCycle({ cycleLength, days }: BellSchedule, calendar: Calendar): BellCycle {
  const numbered = days.some(({ weekInCycle }) => weekInCycle !== null);
  const occurrences = new Map<number, number>();
  const ofWeek = days.map((day) => {
    const occurrence = (occurrences.get(day.dayOfWeek) ?? 0) + 1;
    occurrences.set(day.dayOfWeek, occurrence);
    return { day, week: numbered ? day.weekInCycle : occurrence };
  });
  const weeks = ofWeek.reduce((most, { week }) => Math.max(most, week ?? 1), numbered ? Math.max(cycleLength, 1) : 1);

  const found = new Map<string, BellScheduleDay[]>();
  const key = (week: number | null, dayOfWeek: number) => `${weeks === 1 ? null : week} ${dayOfWeek}`;
  for (const { day, week } of ofWeek) {
    const others = found.get(key(week, day.dayOfWeek));
    if (others === undefined) found.set(key(week, day.dayOfWeek), [day]);
    else others.push(day);
  }
  const isUsable = ({ week, day }: Anchor) =>
    calendar.counting === 'schoolDays' ? day !== undefined && day <= days.length : week !== undefined && week <= weeks;
  return {
    weeks,
    days: ofWeek,
    anchors: (calendar.anchors ?? []).filter(isUsable).sort((one, other) => one.date - other.date),
    daysOf(week, dayOfWeek) {
      const own = found.get(key(week, dayOfWeek)) ?? [];
      // Where weeks differ, a day without a number belongs to each of them.
      return weeks === 1 ? own : [...own, ...(found.get(key(null, dayOfWeek)) ?? [])];
    },
  };
}
