// Finds teachers, classes and rooms that are in two places at once, and lesson groups that are placed twice at one
// time. Units that share a time are compared in pairs, so both searches have a budget.

import type { LessonUnit, Timetable } from '../../contract/types.generated.ts';
import { type Budget, createBudget } from '../budget.ts';
import { distinct, type Occurrence, overlapping } from '../list-occurrences.ts';
import type { Names } from '../name-things.ts';
import type { Warning } from './warning.ts';

type Resource = 'teacherIds' | 'classIds' | 'roomIds';
const names: Record<Resource, string> = { teacherIds: 'teacher', classIds: 'class', roomIds: 'room' };
const resources = ['teacherIds', 'classIds', 'roomIds'] as const;
const lists = { teacherIds: 'teachers', classIds: 'classes', roomIds: 'rooms' } as const;
const doubleBooked = {
  teacherIds: 'double-booked-teacher',
  classIds: 'double-booked-class',
  roomIds: 'double-booked-room',
} as const;
/** What is not compared when the budget is spent at a resource. */
const unlisted: Record<Resource, string> = {
  teacherIds: 'teachers, classes and rooms',
  classIds: 'classes and rooms',
  roomIds: 'rooms',
};

/** The steps of one search: half a second. The largest schools need a fiftieth of it. */
const maxSteps = 5_000_000;
/** The most comparisons for each lesson of a teacher, class or room, so that one of them leaves steps for the others. */
const stepsForEachUse = 200;

export function* findClashes(occurrences: readonly Occurrence[]): Generator<Warning> {
  const budget = createBudget(maxSteps);
  for (const field of resources) {
    const uses = groupBy(occurrences, ({ unit }) => distinct(unit[field]), budget);
    for (const [id, ofResource] of uses) {
      const own = createBudget(ofResource.length * stepsForEachUse, budget);
      for (const [one, { position, unit: other }] of overlapping(ofResource, isIntendedFor(field), own)) {
        const message = `${names[field]} ${id} is in ${one.unit.localId} at the same time`;
        const code = doubleBooked[field];
        const values = (names: Names) => ({
          name: names.of(lists[field], id),
          lesson: names.lesson(one.unit, field),
          other: names.lesson(other, field),
        });
        yield { kind: null, code, values, at: ['lessonUnits', position, field], message };
      }
      if (budget.isSpent()) break;
      if (own.isSpent()) yield stopped(`${names[field]} ${id}`, 'some of its clashes', `${names[field]} not compared`);
    }
    if (!budget.isSpent()) continue;
    yield stopped('the timetable', `some clashes of ${unlisted[field]}`, 'not compared');
    return;
  }
}

type Stopped = 'clashes-not-compared' | 'lessons-not-compared';

/** @param what may be missing from the warnings */
const stopped = (who: string, what: string, kind: string, code: Stopped = 'clashes-not-compared'): Warning => ({
  ...{ kind, code },
  at: ['lessonUnits'],
  message: `${who} has too many lessons at the same times to compare all of them: ${what} may not be listed`,
});

/**
 * Whether two units are meant to be at the same time. Groups of one lesson may share everything; units of one parallel
 * block may share classes.
 */
const isIntendedFor = (resource: Resource) => (one: LessonUnit, other: LessonUnit) =>
  one.localId === other.localId ||
  one.lessonLocalId === other.lessonLocalId ||
  (resource === 'classIds' && one.parallelGroupId !== null && one.parallelGroupId === other.parallelGroupId);

export function* findRepeatedLessons({ lessons }: Timetable, occurrences: readonly Occurrence[]): Generator<Warning> {
  // A quick scan first, since very few lessons are taught twice at the same time.
  const endOf = new Map<string, number>();
  const suspects = new Set<string>();
  for (const { unit, slot } of occurrences) {
    const end = endOf.get(unit.lessonLocalId) ?? slot.start;
    if (slot.start < end) suspects.add(unit.lessonLocalId);
    if (slot.end > end) endOf.set(unit.lessonLocalId, slot.end);
  }
  const split = new Set(lessons.flatMap(({ localId, groups }) => (groups.length > 1 ? [localId] : [])));
  // A short key for each group, whose names may be long: it is repeated for each class.
  const numbers = new Map<string, number>();
  const numberOf = (group: string) => {
    const number = numbers.get(group) ?? numbers.size;
    numbers.set(group, number);
    return number;
  };
  const keysOf = ({ unit }: Occurrence) => {
    const { lessonLocalId, lessonGroupId, sectionLocalId, groupName, classIds } = unit;
    if (!suspects.has(lessonLocalId)) return [];
    // A unit of a split lesson that has no group id may belong to any of its groups.
    if (lessonGroupId === null && split.has(lessonLocalId)) return [];
    const key = String(numberOf(`${lessonLocalId} ${lessonGroupId} ${sectionLocalId} ${groupName}`));
    // A lesson for classes on different bell schedules has one unit for each schedule.
    return classIds.length === 0 ? [key] : distinct(classIds).map((id) => `${key} ${id}`);
  };
  const budget = createBudget(maxSteps);
  for (const uses of groupBy(occurrences, keysOf, budget).values()) {
    for (const [one, { position }] of overlapping(uses, (unit, other) => unit.localId === other.localId, budget)) {
      const message = `the same group of the same lesson has ${one.unit.localId} at the same time`;
      yield { kind: 'lesson at two places', code: 'lesson-repeated', at: ['lessonUnits', position], message };
    }
    if (budget.isSpent()) break;
  }
  if (budget.isSpent())
    yield stopped('the timetable', 'some lessons at two places', 'lessons not compared', 'lessons-not-compared');
}

/** A unit of many classes on many bell schedules has each key once for each schedule, so grouping spends steps too. */
function groupBy(occurrences: readonly Occurrence[], keysOf: (use: Occurrence) => readonly string[], budget: Budget) {
  const groups = new Map<string, Occurrence[]>();
  for (const occurrence of occurrences) {
    const keys = keysOf(occurrence);
    if (!budget.spend(keys.length)) return groups;
    for (const key of keys) {
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [occurrence]);
      else group.push(occurrence);
    }
  }
  return groups;
}
