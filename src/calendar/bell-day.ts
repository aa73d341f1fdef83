// One date of one bell schedule: which of its days take place, and at what times; and one date of a version, with all of them.

import type { SchoolDay, SchoolYear } from './create-school-year.ts';
import type { IndexedClass, IndexedSchedule, IndexedVersion, Timeline } from './lessons/index-version.ts';
import { type PlaceInCycle, placeInCycle } from './place-in-cycle.ts';

/** HH:MM; an end that is not after the start is on the next day, and 24:00 is midnight. */
export type Times = { startTime: string; endTime: string };

export type BellDay = {
  place: PlaceInCycle;
  /** The ids of the days that take place. */
  dayIds: ReadonlySet<string>;
  /** The times of a period of a day; undefined when it does not take place. */
  timesOf(dayId: string, periodIndex: number): Times | undefined;
  /** Whether there is a break between two periods. */
  hasBreak(dayId: string, before: number, after: number): boolean;
};

function readBellDay(
  year: SchoolYear,
  schedule: IndexedSchedule,
  effectiveFrom: number | null,
  day: SchoolDay,
): BellDay {
  const place = placeInCycle(year, schedule.cycle, effectiveFrom, day);
  const bells = day.periods === null ? null : new Map(day.periods.map((period) => [period.periodIndex, period]));
  const timesOf = (dayId: string, periodIndex: number): Times | undefined =>
    bells === null ? schedule.timelines.get(dayId)?.periods[periodIndex] : bells.get(periodIndex);
  return {
    place,
    dayIds: new Set(place.days.map(({ id }) => id)),
    timesOf,
    hasBreak(dayId, before, after) {
      if (!followsBreak(schedule.timelines.get(dayId), before, after)) return false;
      if (bells === null) return true;
      // Other bells may leave out the break.
      const [end = '', start = ''] = [bells.get(before)?.endTime, bells.get(after)?.startTime];
      return end < start;
    },
  };
}

/** Whether a break comes after one of the periods from `before` to the one before `after`. */
function followsBreak(timeline: Timeline | undefined, before: number, after: number): boolean {
  const places = timeline?.breaksAfter ?? [];
  let [low, high] = [0, places.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle] ?? 0) < before) low = middle + 1;
    else high = middle;
  }
  return (places[low] ?? after) < after;
}

export type VersionDate = {
  /** The date of a class, or of everybody for null; null where there is no school. */
  bellDayOf(schoolClass: IndexedClass | null): BellDay | null;
  /** The ids of the days that take place for anybody. */
  dayIds: ReadonlySet<string>;
};

/** Classes have the same object wherever the same rule decides on the same bell schedule. */
export function readVersionDate(year: SchoolYear, version: IndexedVersion, date: number): VersionDate {
  const { document, defaultSchedule, classes } = version;
  const known = new Map<IndexedSchedule, Map<SchoolDay, BellDay>>();
  const bellDayOn = (schedule: IndexedSchedule, day: SchoolDay) => {
    const ofSchedule = known.get(schedule) ?? new Map<SchoolDay, BellDay>();
    known.set(schedule, ofSchedule);
    const bellDay = ofSchedule.get(day) ?? readBellDay(year, schedule, document.effectiveFrom, day);
    ofSchedule.set(day, bellDay);
    return bellDay;
  };
  const byClass = new Map<IndexedClass | null, BellDay>();
  for (const each of [null, ...classes]) {
    const day = year.on(date, each?.named.entityId);
    if (day.isSchoolDay) byClass.set(each, bellDayOn(each?.schedule ?? defaultSchedule, day));
  }
  return {
    bellDayOf: (schoolClass) => byClass.get(schoolClass) ?? null,
    dayIds: new Set([...new Set(byClass.values())].flatMap(({ dayIds }) => [...dayIds])),
  };
}
