// Finds the entities whose timetables may differ between two versions, in one pass over the lessons.

import type { LessonUnit, Timetable } from '../../contract/types.generated.ts';
import { type TimeInCycle, unitTimes } from '../dates/school-periods.ts';
import { schedulesOf, unitsByEntity } from '../find-units.ts';
import { cellOf, mergeSpans } from '../grid/cell-of.ts';
import { ensureResolved, type ResolvedTimetable } from '../resolve-timetable.ts';

/**
 * The entityIds of the classes, teachers, rooms, students, subjects and courses for which `compareVersions` finds a change,
 * and of a few for which it finds none, such as a class that shares a lesson with one whose bells have changed.
 */
export function changedEntities(
  before: Timetable | ResolvedTimetable,
  after: Timetable | ResolvedTimetable,
): Set<string> {
  // An entity's lesson counts -1 in the earlier version and +1 in the later one, so an unchanged lesson adds up to 0.
  const balances = new Map<string, Map<string, number>>();
  const numberOf = createNumbering();
  for (const [timetable, step] of [
    [before, -1],
    [after, 1],
  ] as const) {
    for (const [entityId, lessons] of lessonsByEntity(timetable, numberOf)) {
      const balance = balances.get(entityId) ?? new Map<string, number>();
      balances.set(entityId, balance);
      for (const lesson of lessons) balance.set(lesson, (balance.get(lesson) ?? 0) + step);
    }
  }
  const changed = [...balances].filter(([, balance]) => [...balance.values()].some((count) => count !== 0));
  return new Set(changed.map(([entityId]) => entityId));
}

/** The lessons of each entity. Each lesson is a text of everything that is compared. */
function* lessonsByEntity(
  timetable: Timetable | ResolvedTimetable,
  numberOf: (text: string) => number,
): Generator<[string, string[]]> {
  const resolved = ensureResolved(timetable);
  const timesOf = unitTimes(resolved.document);
  const texts = unitTexts(resolved, timesOf, numberOf);
  const { teachers, rooms, classes, students, subjects, courses } = resolved;
  const units = unitsByEntity(resolved);
  /** The times of a lesson that a class or its students share with other classes, whose bells may differ. */
  const ownTimes = (unit: LessonUnit, classId: string | null): string =>
    classId === null || unit.classIds.length < 2
      ? ''
      : JSON.stringify(timesOf(unit, schedulesOf(resolved, unit, { class: classId })).map(timeText));
  for (const { all } of [teachers, rooms, subjects, courses])
    for (const { localId, entityId } of all)
      yield [entityId, (units.get(localId) ?? []).map((unit) => texts.get(unit) ?? '')];
  const members = [
    ...classes.all.map(({ localId, entityId }) => ({ localId, entityId, classId: localId })),
    ...students.all,
  ];
  for (const { localId, entityId, classId } of members)
    yield [entityId, (units.get(localId) ?? []).map((unit) => (texts.get(unit) ?? '') + ownTimes(unit, classId))];
}

const timeText = ({ week, turn, dayOfWeek, startTime, endTime }: TimeInCycle) =>
  [week, turn, dayOfWeek, startTime, endTime].join(' ');

/** A number for each different text, since the text of a span is as long as the span, and each of its units contains it. */
function createNumbering(): (text: string) => number {
  const numbers = new Map<string, number>();
  return (text) => {
    const number = numbers.get(text) ?? numbers.size;
    numbers.set(text, number);
    return number;
  };
}

function unitTexts(
  timetable: ResolvedTimetable,
  timesOf: ReturnType<typeof unitTimes>,
  numberOf: (text: string) => number,
): Map<LessonUnit, string> {
  const ids = (items: readonly { entityId: string }[]) => items.map(({ entityId }) => entityId).sort();
  const texts = new Map<LessonUnit, string>();
  for (const run of mergeSpans(timetable.document.lessonUnits)) {
    const details = run.map((unit) => {
      const { subjects, classes, teachers, rooms, groupName } = cellOf(timetable, [unit]);
      const section = timetable.sections.byLocalId.get(unit.sectionLocalId ?? '')?.name ?? null;
      const times = timesOf(unit, schedulesOf(timetable, unit, { room: '' })).map(timeText);
      return JSON.stringify([ids(subjects), ids(classes), ids(teachers), ids(rooms), groupName, section, times]);
    });
    // Includes the whole span, since it is one lesson: an entity may have only some of its units.
    const span = numberOf([...details].sort().join());
    for (const [index, unit] of run.entries()) texts.set(unit, `${details[index]} of ${span}`);
  }
  return texts;
}
