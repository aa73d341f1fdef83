// Units and versions for tests of what changed, written as short as they can be read.

import type { Timetable, UnitOfChange } from '../../src/contract/types.generated.ts';

const names = (ids: string) =>
  ids
    .split(' ')
    .filter(Boolean)
    .map((entityId) => ({ entityId, name: entityId.toUpperCase() }));

/** `Mon 2: maths 7a smith r1`: the day and the period, then subject, class, teacher and room; a dash for none. */
export function unit(text: string, over: Partial<UnitOfChange> = {}): UnitOfChange {
  const [place = '', what = ''] = text.split(': ');
  const [dayId = '', period = ''] = place.split(' ');
  const [subject = '', schoolClass = '', teacher = '', room = ''] = what
    .split(' ')
    .map((each) => each.replace('-', ''));
  const isPlaced = dayId !== 'unplaced';
  return {
    dayId: isPlaced ? dayId : null,
    periodIndex: isPlaced ? Number(period) : null,
    dayOfWeek: isPlaced ? 1 : null,
    weekInCycle: null,
    startTime: isPlaced ? '08:00' : null,
    endTime: isPlaced ? '08:45' : null,
    subjects: names(subject),
    teachers: names(teacher.replaceAll('+', ' ')),
    classes: names(schoolClass.replaceAll('+', ' ')),
    rooms: names(room),
    ...over,
  };
}

/** The units of a version as somebody keeps them who follows the changes: how often there is each, by what identifies it. */
export type Copy = Map<string, number>;

export function keyOf({ dayId, periodIndex, subjects, teachers, classes, rooms }: UnitOfChange): string {
  const ids = [subjects, teachers, classes, rooms].map((list) => list.map(({ entityId }) => entityId).sort());
  return JSON.stringify([dayId, periodIndex, ...ids]);
}

/** As somebody reads a served document: written once more, without what makes the changes. */
export function copyOf({ subjects, courses = [], teachers, classes, rooms, lessonUnits }: Timetable): Copy {
  const entityIds = new Map(
    [...subjects, ...courses, ...teachers, ...classes, ...rooms].map(({ localId, entityId }) => [localId, entityId]),
  );
  const idsOf = (localIds: readonly string[]) => [...new Set(localIds)].flatMap((id) => entityIds.get(id) ?? []).sort();
  const copy: Copy = new Map();
  for (const { dayId, periodIndex, subjectIds, teacherIds, classIds, roomIds } of lessonUnits) {
    const place = dayId === null || periodIndex === null ? [null, null] : [dayId, periodIndex];
    add(copy, JSON.stringify([...place, ...[subjectIds, teacherIds, classIds, roomIds].map(idsOf)]), 1);
  }
  return copy;
}

export function add(copy: Copy, key: string, count: number): void {
  const next = (copy.get(key) ?? 0) + count;
  if (next === 0) copy.delete(key);
  else copy.set(key, next);
}
