// Finds the place of a school day in the cycle of a bell schedule: counted from the calendar's anchors in weeks, in weeks with
// school, or in school days. It belongs to the calendar, so a new version in the middle of a week does not restart it.

import type { Anchor, BellScheduleDay } from '../contract/types.generated.ts';
import type { BellCycle } from './bell-cycle.ts';
import type { SchoolDay, SchoolYear } from './create-school-year.ts';
import { weekdayOf } from './time/day.ts';
import { beginOfWeek, weeksBetween } from './time/school-week.ts';

export type PlaceInCycle = {
  /** From 1; null where all weeks are the same. */
  weekInCycle: number | null;
  /** That of the day whose lessons take place; 1 is Monday. */
  dayOfWeek: number;
  /** From 1: the position in the bell schedule's days; null unless the cycle is counted in school days. */
  dayInCycle: number | null;
  /** The days of the bell schedule that take place: usually one, or none. */
  days: readonly BellScheduleDay[];
};

/**
 * @param effectiveFrom of the version: where no anchor is of use, the cycle begins on the first day of its week; null for a draft,
 * which begins in the week of the date
 * @param day a school day
 */
export function placeInCycle(
  year: SchoolYear,
  cycle: BellCycle,
  effectiveFrom: number | null,
  day: SchoolDay,
): PlaceInCycle {
  const begin = beginOfWeek(effectiveFrom ?? day.date, year.weekStart);
  return year.calendar.counting === 'schoolDays'
    ? placeByDays(year, cycle, begin, day)
    : placeByWeeks(year, cycle, begin, day);
}

function placeByWeeks(year: SchoolYear, cycle: BellCycle, begin: number, { date, like }: SchoolDay): PlaceInCycle {
  const dayOfWeek = like?.dayOfWeek ?? weekdayOf(date);
  const week = cycle.weeks === 1 ? 1 : (like?.week ?? weekOf(year, cycle, begin, date));
  return {
    weekInCycle: cycle.weeks === 1 ? null : week,
    dayOfWeek,
    dayInCycle: null,
    days: cycle.daysOf(week, dayOfWeek),
  };
}

function weekOf(year: SchoolYear, cycle: BellCycle, begin: number, date: number): number {
  const first = beginOfWeek(date, year.weekStart);
  const anchor = anchorOf(cycle, (each) => beginOfWeek(each.date, year.weekStart) <= first) ?? { date: begin, week: 1 };
  const passed =
    year.calendar.counting === 'calendarWeeks'
      ? weeksBetween(anchor.date, date, year.weekStart)
      : year.count().weeksBefore(date) - year.count().weeksBefore(anchor.date);
  return turn((anchor.week ?? 1) + passed, cycle.weeks);
}

function placeByDays(year: SchoolYear, cycle: BellCycle, begin: number, { date, like }: SchoolDay): PlaceInCycle {
  const position = like === null ? positionOf(year, cycle, begin, date) : (like.day ?? null);
  const running = position === null ? undefined : cycle.days[position - 1];
  return {
    weekInCycle: cycle.weeks === 1 ? null : (running?.week ?? null),
    dayOfWeek: running?.day.dayOfWeek ?? weekdayOf(date),
    dayInCycle: position,
    days: running === undefined ? [] : [running.day],
  };
}

function positionOf(year: SchoolYear, cycle: BellCycle, begin: number, date: number): number | null {
  if (cycle.days.length === 0) return null;
  const anchor = anchorOf(cycle, (each) => each.date <= date) ?? { date: begin, day: 1 };
  const passed = year.count().daysBefore(date) - year.count().daysBefore(anchor.date);
  return turn((anchor.day ?? 1) + passed, cycle.days.length);
}

/** The latest anchor that is not later than a date, or else the first, from which is counted back. */
function anchorOf({ anchors }: BellCycle, isNotLater: (anchor: Anchor) => boolean): Anchor | undefined {
  let [low, high] = [0, anchors.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const anchor = anchors[middle];
    if (anchor !== undefined && isNotLater(anchor)) low = middle + 1;
    else high = middle;
  }
  return anchors[Math.max(0, low - 1)];
}

/** A number from 1 to `length`, which goes round. */
const turn = (number: number, length: number): number => ((((number - 1) % length) + length) % length) + 1;
