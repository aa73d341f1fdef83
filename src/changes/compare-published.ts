// What changed for readers of one version between two publications: unit by unit, and whose own fields differ. One pure function,
// without a clock, so that the same two documents always give the same change.

import type { ChangedLessons, ChangedTimetable, Timetable } from '../contract/types.generated.ts';
import { pairUnits, type UnitPair } from './pair-units.ts';
import { unitsOfVersion } from './units-of-version.ts';

export type VersionChange = { timetable: ChangedTimetable; units: UnitPair[] };

/**
 * @param before null where readers did not have the version; @param after null where they do not any more
 * @returns null when nothing that a reader sees is different
 */
export function comparePublished(before: Timetable | null, after: Timetable | null): VersionChange | null {
  const one = after ?? before;
  if (one === null) return null;
  if (before !== null && after !== null && isSameForReaders(before, after)) return null;
  const units = pairUnits(before === null ? [] : unitsOfVersion(before), after === null ? [] : unitsOfVersion(after));
  const lessons: ChangedLessons = { added: 0, removed: 0, moved: 0, room: 0, teacher: 0, other: 0 };
  const entityIds = changedEntities(before, after);
  for (const { kind, before: old, after: now } of units) {
    lessons[kind] += 1;
    for (const unit of [old, now])
      for (const list of [unit?.subjects, unit?.teachers, unit?.classes, unit?.rooms])
        for (const { entityId } of list ?? []) entityIds.add(entityId);
  }
  const kind = before === null ? 'added' : after === null ? 'removed' : 'changed';
  const timetable = {
    timetableId: one.id,
    groupId: one.groupId,
    kind,
    lessons,
    entityIds: [...entityIds].sort(),
  } as const;
  return { timetable, units };
}

/** The moment of saving is no change. */
function isSameForReaders(before: Timetable, after: Timetable): boolean {
  const textOf = ({ updatedAt: _, ...version }: Timetable) => JSON.stringify(version);
  return textOf(before) === textOf(after);
}

type Entity = { localId: string; entityId: string };

/** Those that were added, are gone, or have other fields of their own. */
function changedEntities(before: Timetable | null, after: Timetable | null): Set<string> {
  const [old, now] = [entitiesOf(before), entitiesOf(after)];
  const changed = new Set<string>();
  for (const [key, { entityId, text }] of now) if (old.get(key)?.text !== text) changed.add(entityId);
  for (const [key, { entityId }] of old) if (!now.has(key)) changed.add(entityId);
  return changed;
}

function entitiesOf(version: Timetable | null): Map<string, { entityId: string; text: string }> {
  const found = new Map<string, { entityId: string; text: string }>();
  if (version === null) return found;
  const { classes, teachers, rooms, subjects, students = [], courses = [] } = version;
  // What refers to others by localId is left out: it is compared by lessons, and a class by its bells.
  const add = (kind: string, entity: Entity, fields: object) =>
    found.set(`${kind} ${entity.entityId}`, { entityId: entity.entityId, text: JSON.stringify(fields) });
  for (const each of classes) add('class', each, [named(each), each.bellScheduleId]);
  for (const each of teachers) add('teacher', each, [named(each), each.maxPeriods]);
  for (const each of rooms) add('room', each, [named(each), each.capacity, each.buildingName]);
  for (const each of subjects) add('subject', each, [named(each)]);
  for (const each of students) add('student', each, [each.name, each.externalId]);
  for (const each of courses) add('course', each, [each.name, each.courseCode]);
  return found;
}

type Named = Pick<Timetable['classes'][number], 'externalId' | 'name' | 'shortName' | 'color' | 'isActive'>;
const named = ({ externalId, name, shortName, color, isActive }: Named) => [
  externalId,
  name,
  shortName,
  color,
  isActive,
];
