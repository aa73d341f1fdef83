// What the viewer asks about dates. A school with a calendar answers by it (school-dates.ts), one without by the reader's clock
// and the count of weeks (reader-dates.ts).

import type {
  CycleDay,
  GridCell,
  GridDay,
  GridSelection,
  PublishedCalendar,
  ResolvedTimetable,
  SchoolDay,
  TimetableVersionSummary,
} from '../../../client/belfry-client.ts';
import type { Read } from '../../../client/create-reader.ts';
import type { DayContent } from '../../../client/days/day-in.ts';
import type { Child } from '../../ui/element.ts';
import type { Kind } from '../address.ts';
import type { DrawnWeek } from '../grid/drawn-day.ts';

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

/** A week as it takes place. */
export type DatedWeek = {
  /** Its first day, as YYYYMMDD. */
  first: number;
  /** Its days, and which week of the cycle it is. */
  title: string;
  week: DrawnWeek;
  /** The notes of its days, and who is away; null where there are none. @param but a date whose notes are left out */
  notes(but?: number): HTMLElement | null;
};

export type WeekLinks = {
  /** All versions of the organisation. */
  versions: readonly TimetableVersionSummary[];
  /** The date in the URL. */
  date: number | null;
  /** The URL of the week of a date, or of the present one. */
  dateHref: (date: number | null, versionId: string) => string;
  plainHref: string;
};

export type SchoolDates = {
  calendar: PublishedCalendar;
  /**
   * Reads what is different from the plan for a selection: today, and in the week of a date. Pages are drawn by it afterwards.
   * @returns whether some of it is not as it was read before
   */
  readFor(read: Read, timetable: ResolvedTimetable, selection: GridSelection, date: number | null): Promise<boolean>;
  /** Reads the weeks of dates for everybody. */
  readWeeks(read: Read, dates: readonly number[]): Promise<void>;
  /** Reads days for everybody. @returns false where one could not be read */
  readDays(read: Read, dates: readonly number[]): Promise<boolean>;
  /** What is known of a day for everybody; null where it is not. */
  dayOf(date: number): DayContent | null;
  /** Marks a lesson with what is different about it. */
  mark(button: HTMLElement, cell: GridCell, kind: Kind): void;
  /** The week in which a date lies. */
  week(timetable: ResolvedTimetable, selection: GridSelection, date: number, links?: WeekLinks): DatedWeek;
  /** The links to other weeks. @param dated the one that is shown; null where the plain cycle is */
  steps(timetable: ResolvedTimetable, dated: DatedWeek | null, links: WeekLinks): HTMLElement;
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
