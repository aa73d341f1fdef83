// Assembles the data of Get Day: a day as it takes place, and what is different from the plan.

import type { SchoolYear } from '../calendar/create-school-year.ts';
import type { Day } from '../contract/types.generated.ts';
import type { Audience } from './lesson-outcome.ts';
import type { ResolvedDays } from './resolve-days.ts';

export type DayParts = {
  days: ResolvedDays;
  audience: Audience;
  year: SchoolYear;
  /** Of the documents. */
  generation: number;
  /** YYYYMMDD. */
  date: number;
};

export function assembleDay({ days, audience, year, generation, date }: DayParts): Day {
  const { isSchoolDay, name } = year.on(date);
  const { timeZone } = year.calendar;
  const changedAt = days.changedAt(date);
  return { date, timeZone, generation, isSchoolDay, name, changedAt, ...days.on(date, audience) };
}
