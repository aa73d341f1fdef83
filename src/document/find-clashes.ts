// Finds teachers, classes and rooms that are in two places at once, and lesson groups that are placed twice at one
// time.

import type { LessonUnit, Timetable } from '../contract/types.generated.ts';
import { distinct, type Occurrence, overlapping } from './list-occurrences.ts';
import type { Warning } from './warning.ts';

type Resource = 'teacherIds' | 'classIds' | 'roomIds';
const names: Record<Resource, string> = { teacherIds: 'teacher', classIds: 'class', roomIds: 'room' };

export function* findClashes(occurrences: readonly Occurrence[]): Generator<Warning> {
  for (const field of ['teacherIds', 'classIds', 'roomIds'] as const) {
    const uses = groupBy(occurrences, ({ unit }) => distinct(unit[field]));
    for (const [id, ofResource] of uses) {
      for (const [one, { position }] of overlapping(ofResource, isIntendedFor(field))) {
        const message = `${names[field]} ${id} is in ${one.unit.localId} at the same time`;
        yield { kind: null, at: ['lessonUnits', position, field], message };
      }
    }
  }
}

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
  const keysOf = ({ unit }: Occurrence) => {
    const { lessonLocalId, lessonGroupId, sectionLocalId, groupName, classIds } = unit;
    if (!suspects.has(lessonLocalId)) return [];
    // A unit of a split lesson that has no group id may belong to any of its groups.
    if (lessonGroupId === null && split.has(lessonLocalId)) return [];
    const key = `${lessonLocalId} ${lessonGroupId} ${sectionLocalId} ${groupName}`;
    // A lesson for classes on different bell schedules has one unit for each schedule.
    return classIds.length === 0 ? [key] : distinct(classIds).map((id) => `${key} ${id}`);
  };
  for (const uses of groupBy(occurrences, keysOf).values()) {
    for (const [one, { position }] of overlapping(uses, (unit, other) => unit.localId === other.localId)) {
      const message = `the same group of the same lesson has ${one.unit.localId} at the same time`;
      yield { kind: 'lesson at two places', at: ['lessonUnits', position], message };
    }
  }
}

function groupBy(occurrences: readonly Occurrence[], keysOf: (use: Occurrence) => readonly string[]) {
  const groups = new Map<string, Occurrence[]>();
  for (const occurrence of occurrences) {
    for (const key of keysOf(occurrence)) {
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [occurrence]);
      else group.push(occurrence);
    }
  }
  return groups;
}
