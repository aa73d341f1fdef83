// What looks wrong in a timetable that is published all the same: a teacher, class or room in two places at once, and a
// double period in two rooms. The document must have passed the schema and the reference check.

import type { BellSchedule, Finding, LessonUnit, Timetable } from '../contract/types.generated.ts';
import { jsonPath } from './json-path.ts';
import { locateRow } from './locate-row.ts';

/** More of one timetable would be noise. */
const mostWarnings = 100;

/** A period on a day of a bell schedule, from and to in minutes since the week began. */
type Slot = { schedule: string; dayId: string; week: number | null; start: number; end: number };
/** A unit in a slot of one of the bell schedules that it follows. */
type Occurrence = { position: number; unit: LessonUnit; slot: Slot };

type Resource = 'teacherIds' | 'classIds' | 'roomIds';
const names: Record<Resource, string> = { teacherIds: 'teacher', classIds: 'class', roomIds: 'room' };

export function findTimetableWarnings(timetable: Timetable): Finding[] {
  const findings: Finding[] = [];
  for (const { position, field, message } of warningsOf(timetable)) {
    if (findings.length === mostWarnings) {
      findings.push({ path: '$.lessonUnits', message: 'and more of the kind', row: locateRow(timetable, []) });
      break;
    }
    const segments = ['lessonUnits', position, field];
    findings.push({ path: jsonPath(segments), message, row: locateRow(timetable, segments) });
  }
  return findings;
}

function* warningsOf(timetable: Timetable): Generator<{ position: number; field: string; message: string }> {
  const occurrences = listOccurrences(timetable);
  for (const field of ['teacherIds', 'classIds', 'roomIds'] as const) {
    for (const [id, uses] of groupByResource(occurrences, field)) {
      for (const [one, { position }] of clashes(uses, field))
        yield { position, field, message: `${names[field]} ${id} is in ${one.unit.localId} at the same time` };
    }
  }
  const spans = new Map<string, LessonUnit>();
  for (const [position, unit] of timetable.lessonUnits.entries()) {
    if (unit.spanId === null || unit.dayId === null) continue;
    const first = spans.get(unit.spanId) ?? unit;
    spans.set(unit.spanId, first);
    if ([...unit.roomIds].sort().join() !== [...first.roomIds].sort().join())
      yield { position, field: 'roomIds', message: `${first.localId} of the same double period is in another room` };
  }
}

/** Groups of one lesson and of one parallel block are at the same time on purpose, and share what they share. */
function isMeant(one: LessonUnit, other: LessonUnit, resource: Resource): boolean {
  if (one.localId === other.localId || one.lessonLocalId === other.lessonLocalId) return true;
  return resource === 'classIds' && one.parallelGroupId !== null && one.parallelGroupId === other.parallelGroupId;
}

/** In the order of their beginnings. */
function listOccurrences({ bellSchedule, bellSchedules, classes, lessonUnits }: Timetable): Occurrence[] {
  const scheduleOfClass = new Map(classes.map(({ localId, bellScheduleId }) => [localId, bellScheduleId]));
  const scheduleOf = (classId: string) => scheduleOfClass.get(classId) ?? bellSchedule.id;
  const slots = new Map(bellSchedules.map((schedule) => [schedule.id, listSlots(schedule)]));
  const occurrences: Occurrence[] = [];
  lessonUnits.forEach((unit, position) => {
    const { dayId, periodIndex, classIds } = unit;
    if (dayId === null || periodIndex === null) return;
    const own = classIds.length === 0 ? [bellSchedule.id] : classIds.map(scheduleOf);
    for (const schedule of distinct(own)) {
      const slot = slots.get(schedule)?.get(dayId)?.[periodIndex];
      if (slot !== undefined) occurrences.push({ position, unit, slot });
    }
  });
  return occurrences.sort((one, other) => one.slot.start - other.slot.start);
}

/** The slots of each day. */
function listSlots({ id: schedule, days, dayConfigurations }: BellSchedule): Map<string, Slot[]> {
  return new Map(
    days.map(({ id: dayId, dayOfWeek, weekInCycle: week }) => {
      const periods = dayConfigurations.find(({ dayIds }) => dayIds.includes(dayId))?.periods ?? [];
      const minutes = (time: string) => dayOfWeek * 24 * 60 + Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
      const slots = periods.map(({ startTime, endTime }) => ({
        ...{ schedule, dayId, week, start: minutes(startTime), end: minutes(endTime) },
      }));
      return [dayId, slots];
    }),
  );
}

/** Nearly all units have one teacher, one class and one room. */
const distinct = (ids: readonly string[]): readonly string[] => (ids.length > 1 ? [...new Set(ids)] : ids);

function groupByResource(occurrences: readonly Occurrence[], resource: Resource): Map<string, Occurrence[]> {
  const groups = new Map<string, Occurrence[]>();
  for (const occurrence of occurrences) {
    for (const id of distinct(occurrence.unit[resource])) {
      const group = groups.get(id);
      if (group === undefined) groups.set(id, [occurrence]);
      else group.push(occurrence);
    }
  }
  return groups;
}

/** The pairs that overlap in time without being meant to, the earlier first. */
function* clashes(uses: readonly Occurrence[], resource: Resource): Generator<[Occurrence, Occurrence]> {
  let next = 0;
  for (const one of uses) {
    next += 1;
    for (let index = next; index < uses.length; index++) {
      const other = uses[index];
      if (other === undefined || other.slot.start >= one.slot.end) break;
      if (sameDay(one.slot, other.slot) && !isMeant(one.unit, other.unit, resource)) yield [one, other];
    }
  }
}

/** Within one schedule days have ids; between two, weeks without a number are every week. */
const sameDay = (one: Slot, other: Slot): boolean =>
  one.schedule === other.schedule
    ? one.dayId === other.dayId
    : one.week === null || other.week === null || one.week === other.week;
