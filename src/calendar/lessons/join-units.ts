// Joins the units of a span into the lessons that take place on a date: one for all classes with the same times, cut where a
// break or something else lies between two units.

import type { BellDay, Times } from '../bell-day.ts';
import type { IndexedClass, IndexedUnit, Span } from './index-version.ts';

/** A unit on a date, with those of its classes that have it at these times. */
export type DatedUnit = { unit: IndexedUnit; classes: readonly IndexedClass[]; times: Times };

export type SpanOnDate = {
  span: Span;
  dayId: string;
  /** The date of a class, or of everybody for null; null where there is no school. */
  bellDayOf(schoolClass: IndexedClass | null): BellDay | null;
  /** Whether another unit lies between two. */
  isParted(before: IndexedUnit, after: IndexedUnit): boolean;
};

/** Each lesson has at least one unit. */
export function joinUnits(on: SpanOnDate): DatedUnit[][] {
  return strandsOf(on).flatMap(({ bellDay, units }) => {
    const lessons: DatedUnit[][] = [];
    for (const dated of units) {
      const lesson = lessons.at(-1);
      const before = lesson?.at(-1);
      if (lesson !== undefined && before !== undefined && isOne(on, bellDay, before.unit, dated.unit))
        lesson.push(dated);
      else lessons.push([dated]);
    }
    return lessons;
  });
}

/** Whether two units, in order, are one lesson. */
function isOne({ dayId, isParted }: SpanOnDate, bellDay: BellDay, before: IndexedUnit, after: IndexedUnit): boolean {
  const [from, to] = [before.periodIndex, after.periodIndex];
  return from < to && !bellDay.hasBreak(dayId, from, to) && !isParted(before, after);
}

/** The units of a span as some of its classes have them. */
type Strand = { bellDay: BellDay; units: DatedUnit[] };

function strandsOf({ span, dayId, bellDayOf }: SpanOnDate): Strand[] {
  const byDay = new Map<BellDay, { unit: IndexedUnit; classes: IndexedClass[]; times: Times }[]>();
  for (const unit of span) {
    const classes = unit.classes.length > 0 ? unit.classes : [null];
    for (const each of classes) {
      const bellDay = bellDayOf(each);
      if (bellDay === null || !bellDay.dayIds.has(dayId)) continue;
      const times = bellDay.timesOf(dayId, unit.periodIndex);
      if (times === undefined) continue;
      const units = byDay.get(bellDay) ?? [];
      byDay.set(bellDay, units);
      let dated = units.at(-1);
      if (dated?.unit !== unit) {
        dated = { unit, classes: [], times };
        units.push(dated);
      }
      if (each !== null) dated.classes.push(each);
    }
  }
  const strands = Array.from(byDay, ([bellDay, units]) => ({ bellDay, units }));
  return strands.length < 2 ? strands : mergeStrands(strands);
}

/** Classes may be on different bell schedules, or under different exceptions, with the same times for these units. */
function mergeStrands(strands: readonly Strand[]): Strand[] {
  const merged = new Map<string, Strand[]>();
  for (const strand of strands) {
    const key = strand.units.map(({ unit, times }) => `${unit.order} ${times.startTime} ${times.endTime}`).join();
    const same = merged.get(key);
    if (same === undefined) merged.set(key, [strand]);
    else same.push(strand);
  }
  return [...merged.values()].flatMap((same) => {
    const [first] = same;
    if (first === undefined || same.length === 1) return same;
    const units = first.units.map((dated, index) => {
      const taking = new Set(same.flatMap(({ units }) => units[index]?.classes ?? []));
      return { ...dated, classes: dated.unit.classes.filter((each) => taking.has(each)) };
    });
    return [{ bellDay: first.bellDay, units }];
  });
}
