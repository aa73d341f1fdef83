// Finds one date in an answer of Get Day, Get Week or a slice of a week.

import { isoWeekOf } from '../../calendar/time/iso-week.ts';
import type { Day, Week } from '../../contract/types.generated.ts';

/** What takes place on a date, and what is different from the plan. */
export type DayContent = Pick<Day, 'lessons' | 'cancelled' | 'notes' | 'absent'>;

/** A page asks about the same few dates for many selections. */
const known = new WeakMap<Week, Map<number, DayContent>>();

/** Null where the answer is of other dates. @param date YYYYMMDD */
export function dayIn(answer: Day | Week, date: number): DayContent | null {
  if ('date' in answer) return answer.date === date ? answer : null;
  if (answer.week !== isoWeekOf(date)) return null;
  const days = known.get(answer) ?? new Map<number, DayContent>();
  known.set(answer, days);
  const day = days.get(date) ?? cutDay(answer, date);
  days.set(date, day);
  return day;
}

function cutDay({ lessons, cancelled, notes, absent }: Week, date: number): DayContent {
  const on = <Item extends { date: number }>(items: readonly Item[]) => items.filter((each) => each.date === date);
  const [away] = on(absent);
  return {
    lessons: on(lessons),
    cancelled: on(cancelled),
    notes: on(notes),
    absent: { classes: away?.classes ?? [], rooms: away?.rooms ?? [] },
  };
}
