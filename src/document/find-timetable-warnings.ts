// What looks wrong in a timetable that is published all the same: a teacher, class or room in two places at once, and a
// double period in two rooms. The document must have passed the schema and the reference check.

import type { Finding, LessonUnit, Timetable } from '../contract/types.generated.ts';
import { jsonPath } from './json-path.ts';
import { locateRow } from './locate-row.ts';

/** More of one timetable would be noise. */
const mostWarnings = 100;

/** When a unit is taught by one of the bell schedules that it follows. Times are HH:MM, which compare as text. */
type Occurrence = {
  position: number;
  unit: LessonUnit;
  schedule: string;
  dayId: string;
  dayOfWeek: number;
  week: number | null;
  start: string;
  end: string;
};

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
      for (const [one, { unit, position }] of overlaps(uses)) {
        if (isMeant(one.unit, unit, field)) continue;
        yield { position, field, message: `${names[field]} ${id} is in ${one.unit.localId} at the same time` };
      }
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

function listOccurrences({ bellSchedule, bellSchedules, classes, lessonUnits }: Timetable): Occurrence[] {
  const scheduleOf = new Map(
    classes.map(({ localId, bellScheduleId }) => [localId, bellScheduleId ?? bellSchedule.id]),
  );
  const days = new Map(
    bellSchedules.flatMap(({ id, days, dayConfigurations }) =>
      days.map((day) => {
        const periods = dayConfigurations.find(({ dayIds }) => dayIds.includes(day.id))?.periods ?? [];
        return [`${id} ${day.id}`, { day, periods }] as const;
      }),
    ),
  );
  const occurrences: Occurrence[] = [];
  for (const [position, unit] of lessonUnits.entries()) {
    const { dayId, periodIndex, classIds } = unit;
    if (dayId === null || periodIndex === null) continue;
    const own = classIds.length === 0 ? [bellSchedule.id] : classIds.map((id) => scheduleOf.get(id) ?? bellSchedule.id);
    for (const schedule of distinct(own)) {
      const { day, periods } = days.get(`${schedule} ${dayId}`) ?? {};
      const period = periods?.[periodIndex];
      if (day === undefined || period === undefined) continue;
      const { dayOfWeek, weekInCycle: week } = day;
      const { startTime: start, endTime: end } = period;
      occurrences.push({ position, unit, schedule, dayId, dayOfWeek, week, start, end });
    }
  }
  return occurrences;
}

/** Nearly all units have one teacher, one class and one room. */
const distinct = (ids: readonly string[]): Iterable<string> => (ids.length > 1 ? new Set(ids) : ids);

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

/** The pairs that overlap in time, the earlier first. */
function* overlaps(uses: Occurrence[]): Generator<[Occurrence, Occurrence]> {
  uses.sort(
    (one, other) =>
      one.dayOfWeek - other.dayOfWeek || Number(one.start > other.start) - Number(one.start < other.start),
  );
  for (const [index, one] of uses.entries()) {
    for (let next = index + 1; next < uses.length; next++) {
      const other = uses[next];
      if (other === undefined || other.dayOfWeek !== one.dayOfWeek || other.start >= one.end) break;
      // Within one schedule days have ids; between two, weeks without a number are every week.
      const sameDay =
        one.schedule === other.schedule
          ? one.dayId === other.dayId
          : one.week === null || other.week === null || one.week === other.week;
      if (sameDay) yield [one, other];
    }
  }
}
