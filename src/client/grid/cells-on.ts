// The lessons of a selection on a date, as cells of a grid: those that src/calendar lists.

import { createLessonLister, type LessonLister } from '../../calendar/lessons/list-lessons.ts';
import type { PlannedLesson } from '../../calendar/lessons/planned-lesson.ts';
import type { Calendar, Class, LessonUnit, Timetable } from '../../contract/types.generated.ts';
import { findUnits, ownClasses } from '../find-units.ts';
import type { ResolvedTimetable } from '../resolve-timetable.ts';
import { cellOf } from './cell-of.ts';
import type { GridSelection, PlacedCell } from './grid.ts';

/** The cells of a day, not yet laid out. @param day from `toDay` */
export function cellsOn(
  timetable: ResolvedTimetable,
  selection: GridSelection,
  day: number,
  calendar: Calendar,
): PlacedCell[] {
  const own = new Set(findUnits(timetable, selection));
  const classes = ownClasses(timetable, selection);
  return lessonsOfDay(timetable, day, calendar).flatMap((lesson) => {
    const units = lesson.unitLocalIds.flatMap((id) => timetable.lessonUnits.byLocalId.get(id) ?? []);
    if (!units.some((unit) => own.has(unit)) || !isFor(classes, lesson, units)) return [];
    return [placedCell(timetable, lesson, units)];
  });
}

/** Of a lesson that is at another time for some of its classes, a class has only its own. */
export function isFor(
  own: readonly Class[],
  { classes }: Pick<PlannedLesson, 'classes'>,
  units: readonly LessonUnit[],
): boolean {
  const named = own.filter(({ localId }) => units.some(({ classIds }) => classIds.includes(localId)));
  return named.length === 0 || named.some((each) => classes.some(({ entityId }) => entityId === each.entityId));
}

function placedCell(timetable: ResolvedTimetable, lesson: PlannedLesson, units: LessonUnit[]): PlacedCell {
  const cell = cellOf(timetable, units);
  const held = new Set(lesson.classes.map(({ entityId }) => entityId));
  const classes = cell.classes.filter(({ entityId }) => held.has(entityId));
  const [first] = classes;
  const { periodIndex, startTime, endTime } = lesson;
  return {
    ...cell,
    classes,
    bellScheduleId: (first === undefined ? timetable.document.bellSchedule : timetable.bellScheduleOf(first)).id,
    periodIndex,
    lastPeriodIndex: units.at(-1)?.periodIndex ?? periodIndex,
    startTime,
    endTime,
    lane: 0,
  };
}

type Kept = { calendar: Calendar; lister: LessonLister; days: Map<number, PlannedLesson[]> };

/** A page asks about a few days for many selections. */
const known = new WeakMap<ResolvedTimetable, Kept>();
const mostDays = 8;

/** All lessons of a day in this version, as if no other version applied. */
function lessonsOfDay(timetable: ResolvedTimetable, day: number, calendar: Calendar): PlannedLesson[] {
  const { document } = timetable;
  // The cycle of a draft begins in the week of the date.
  if (document.effectiveFrom === null) return listerOf(document, day, calendar).list(day, day);
  let kept = known.get(timetable);
  if (kept?.calendar !== calendar) {
    kept = { calendar, lister: listerOf(document, document.effectiveFrom, calendar), days: new Map() };
    known.set(timetable, kept);
  }
  const lessons = kept.days.get(day) ?? kept.lister.list(day, day);
  if (kept.days.size >= mostDays) kept.days.clear();
  kept.days.set(day, lessons);
  return lessons;
}

/** The caller asks about this version, be it published or not. */
const listerOf = (document: Timetable, effectiveFrom: number, calendar: Calendar): LessonLister =>
  createLessonLister({ calendar, versions: [{ ...document, status: 'published', effectiveFrom }] });
