// What the viewer asks about dates. A school with a calendar answers by it (school-dates.ts), one without by the reader's clock
// and the count of weeks (reader-dates.ts).

import type {
  CycleDay,
  GridDay,
  GridSelection,
  PublishedCalendar,
  ResolvedTimetable,
  SchoolDay,
} from '../../../client/belfry-client.ts';
import type { Child } from '../../ui/element.ts';

/** A date as YYYYMMDD, and a time as HH:MM. */
type Moment = { date: number; time: string };

export type Dates = {
  /** @param at milliseconds since 1970; this moment where it is left out */
  now(at?: number): Moment;
  /** Null where all weeks are the same. */
  weekOn(timetable: ResolvedTimetable, date: number): number | null;
  /** Null on a day without lessons. */
  lessonsOn(timetable: ResolvedTimetable, selection: GridSelection, date: number): GridDay | null;
  dayOn(timetable: ResolvedTimetable, date: number): CycleDay | null;
  /** What only a calendar knows; null where there is none. */
  school: SchoolDates | null;
};

type Of<Result> = (timetable: ResolvedTimetable, selection: GridSelection, date: number) => Result;

export type SchoolDates = {
  calendar: PublishedCalendar;
  /** What holds for everybody. */
  on(date: number): SchoolDay;
  /** What is special about a day, as a sentence; null on an ordinary day and at an ordinary weekend. */
  reason: Of<Child[] | null>;
  /** The day of a cycle that is counted in school days; null on a day without school, and where weeks are counted. */
  cycleDay(timetable: ResolvedTimetable, date: number): { day: number; days: number } | null;
  /** The next school day, as YYYYMMDD; null when none is in sight. */
  nextSchoolDay: Of<number | null>;
  /** What the banner says about a day: the reason, and the next school day with its lessons where the day is none. */
  notes: Of<HTMLElement[]>;
  /** What is special in the next time, for paper; null when nothing is. */
  special: Of<Child[] | null>;
  /** The time of an ordinary day at which the same period is on as now, where today has other bells. */
  usualTime(timetable: ResolvedTimetable, moment: Moment): string;
};
