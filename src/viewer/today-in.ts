// Today in a timetable, as the reader's browser has it: the day, the week of the cycle with the reader's correction.

import { type Grid, type GridSelection, lessonsOn, type ResolvedTimetable, weekOn } from '../client/belfry-client.ts';
import { today } from './calendar.ts';
import { keptChoices } from './kept-choices.ts';
import type { Today } from './now-and-next.ts';

/** @returns null for a draft, and where the version does not apply today */
export function todayIn(timetable: ResolvedTimetable, selection: GridSelection, { weeks }: Grid): Today | null {
  const { effectiveFrom, effectiveTo, groupId } = timetable.document;
  const date = Number(today().replaceAll('-', ''));
  if (effectiveFrom === null || date < effectiveFrom || (effectiveTo !== null && date > effectiveTo)) return null;
  const options = { shift: keptChoices.shift(groupId) };
  const number = weekOn(timetable, date, options);
  return {
    date,
    day: lessonsOn(timetable, selection, date, options),
    week: number === null ? null : { number, of: weeks.length, countedFrom: effectiveFrom },
  };
}
