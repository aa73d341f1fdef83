// Finds everybody whose timetable may differ between two versions, in one pass over the lessons.

import type { LessonUnit, Timetable } from '../contract/types.generated.ts';
import { cellOf, mergeSpans } from './cell-of.ts';
import { schedulesOf, unitsByEntity } from './find-units.ts';
import { type ResolvedTimetable, resolveTimetable } from './resolve-timetable.ts';
import { unitTimes } from './school-periods.ts';

/**
 * The entityIds of the classes, teachers, rooms, students, subjects and courses for which `compareVersions` finds a change,
 * and of a few for which it finds none, such as a class that shares a lesson with one whose bells have changed.
 */
export function changedEntities(
  before: Timetable | ResolvedTimetable,
  after: Timetable | ResolvedTimetable,
): Set<string> {
  // Each lesson of somebody counts down where it was and up where it is: what is unchanged comes to nothing.
  const balances = new Map<string, Map<string, number>>();
  for (const [timetable, step] of [
    [before, -1],
    [after, 1],
  ] as const) {
    for (const [entityId, lessons] of lessonsByEntity(timetable)) {
      const balance = balances.get(entityId) ?? new Map<string, number>();
      balances.set(entityId, balance);
      for (const lesson of lessons) balance.set(lesson, (balance.get(lesson) ?? 0) + step);
    }
  }
  const changed = [...balances].filter(([, balance]) => [...balance.values()].some((count) => count !== 0));
  return new Set(changed.map(([entityId]) => entityId));
}

/** The lessons of everybody, each as a text that says all that is compared. */
function* lessonsByEntity(timetable: Timetable | ResolvedTimetable): Generator<[string, string[]]> {
  const resolved = 'document' in timetable ? timetable : resolveTimetable(timetable);
  const texts = unitTexts(resolved);
  const { teachers, rooms, classes, students, subjects, courses } = resolved;
  const units = unitsByEntity(resolved);
  for (const { all } of [teachers, rooms, classes, students, subjects, courses])
    for (const { localId, entityId } of all)
      yield [entityId, (units.get(localId) ?? []).map((unit) => texts.get(unit) ?? '')];
}

function unitTexts(timetable: ResolvedTimetable): Map<LessonUnit, string> {
  const timesOf = unitTimes(timetable.document);
  const ids = (items: readonly { entityId: string }[]) => items.map(({ entityId }) => entityId).sort();
  const texts = new Map<LessonUnit, string>();
  for (const run of mergeSpans(timetable.document.lessonUnits)) {
    const { subjects, classes, teachers, rooms, groupName, units } = cellOf(timetable, run);
    const section = timetable.sections.byLocalId.get(units[0]?.sectionLocalId ?? '')?.name ?? null;
    // Somebody's own bells are always among those of the lesson's classes.
    const times = run
      .flatMap((unit) => timesOf(unit, schedulesOf(timetable, unit, { room: '' })))
      .map(({ week, turn, dayOfWeek, startTime, endTime }) => [week, turn, dayOfWeek, startTime, endTime]);
    const text = JSON.stringify([ids(subjects), ids(classes), ids(teachers), ids(rooms), groupName, section, times]);
    for (const unit of run) texts.set(unit, text);
  }
  return texts;
}
