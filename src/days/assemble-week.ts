// Assembles the data of Get Week: what takes place in an ISO week, and what is different from the plan.

import { addDays } from '../calendar/time/day.ts';
import { mondayOfIsoWeek } from '../calendar/time/iso-week.ts';
import type { Week } from '../contract/types.generated.ts';
import type { Audience } from './lesson-outcome.ts';
import type { ResolvedDays } from './resolve-days.ts';

export type WeekParts = {
  days: ResolvedDays;
  audience: Audience;
  /** Of the documents. */
  generation: number;
  timeZone: string;
  /** Such as 2026-W48. */
  week: string;
};

/** @throws RangeError for a week that does not exist */
export function assembleWeek({ days, audience, generation, timeZone, week }: WeekParts): Week {
  const monday = mondayOfIsoWeek(week);
  if (monday === null) throw new RangeError(`${week} is not an ISO week; write 2026-W48`);
  const dates = Array.from({ length: 7 }, (_, day) => addDays(monday, day));
  const resolved = dates.map((date) => ({ date, ...days.on(date, audience) }));
  return {
    generation,
    week,
    timeZone,
    lessons: resolved.flatMap(({ lessons }) => lessons),
    cancelled: resolved.flatMap(({ cancelled }) => cancelled),
    notes: resolved.flatMap(({ date, notes }) => notes.map((note) => ({ date, ...note }))),
    absent: resolved.flatMap(({ date, absent }) =>
      absent.classes.length + absent.rooms.length === 0 ? [] : [{ date, ...absent }],
    ),
  };
}
