// A period of the cycle in words.

import type { CycleDay, ResolvedTimetable, SchoolPeriod } from '../../../client/belfry-client.ts';
import { spanInWords } from '../../ui/date-words.ts';
import { repeatsTimes } from '../grid/time-lines.ts';
import { say } from '../say.ts';
import { weekNames } from './week-names.ts';

/** What the days of a timetable are called: with their week, unless each says it by itself, as "Monday A" does. */
export function dayNames({ document }: ResolvedTimetable): (day: CycleDay) => string {
  const saysWeek = weekNames(document.bellSchedules.flatMap(({ days }) => days)).size > 0;
  return ({ label, week }) => (week === null || saysWeek ? label : `${label} · ${say('week', { week })}`);
}

/** Its name, unless that is only the times, and its times. */
export const periodName = (period: SchoolPeriod): string =>
  repeatsTimes(period) ? spanInWords(period) : `${period.name} · ${spanInWords(period)}`;
