// Makes grid cells from lesson units: merges the units of a double or longer period, and resolves their references.

import type { LessonUnit } from '../../contract/types.generated.ts';
import type { Lookup, ResolvedTimetable } from '../resolve-timetable.ts';
import type { GridCell } from './grid.ts';

/**
 * Merges units that share a span, a day and a lesson group and follow one another without a gap, and unplaced units of one
 * span. Others that share a spanId stay separate, so that no unit is drawn in the wrong place.
 */
export function mergeSpans(units: readonly LessonUnit[]): LessonUnit[][] {
  const runs: LessonUnit[][] = [];
  const spans = new Map<string, LessonUnit[]>();
  for (const unit of units) {
    if (unit.spanId === null) {
      runs.push([unit]);
      continue;
    }
    const { spanId, lessonLocalId, lessonGroupId, sectionLocalId, dayId, classIds } = unit;
    const key = JSON.stringify([spanId, lessonLocalId, lessonGroupId, sectionLocalId, dayId, classIds]);
    const span = spans.get(key);
    if (span === undefined) spans.set(key, [unit]);
    else span.push(unit);
  }
  for (const span of spans.values()) for (const run of splitRuns(span)) runs.push(run);
  return runs;
}

/** Each unit continues the first run that ends in the period before it. Unplaced units are one run. */
function splitRuns(span: LessonUnit[]): LessonUnit[][] {
  const runs: LessonUnit[][] = [];
  span.sort((one, other) => (one.periodIndex ?? 0) - (other.periodIndex ?? 0));
  /** The runs that end in each period, and how many of them were continued. */
  const endings = new Map<number | null, { runs: LessonUnit[][]; continued: number }>();
  const endIn = (period: number | null, run: LessonUnit[]) => {
    const ending = endings.get(period);
    if (ending === undefined) endings.set(period, { runs: [run], continued: 0 });
    else ending.runs.push(run);
  };
  for (const unit of span) {
    const { periodIndex } = unit;
    const before = endings.get(periodIndex === null ? null : periodIndex - 1);
    const run = before?.runs[before.continued];
    if (run === undefined) {
      runs.push([unit]);
      endIn(periodIndex, runs[runs.length - 1] ?? []);
      continue;
    }
    run.push(unit);
    if (periodIndex === null || before === undefined) continue;
    before.continued += 1;
    endIn(periodIndex, run);
  }
  return runs;
}

export function cellOf(timetable: ResolvedTimetable, units: LessonUnit[]): GridCell {
  const ids = (idsOf: (unit: LessonUnit) => readonly string[]) => [...new Set(units.flatMap(idsOf))];
  return {
    units,
    subjects: ids(({ subjectIds }) => subjectIds).flatMap((id) => timetable.taught(id) ?? []),
    teachers: find(
      timetable.teachers,
      ids(({ teacherIds }) => teacherIds),
    ),
    classes: find(
      timetable.classes,
      ids(({ classIds }) => classIds),
    ),
    rooms: find(
      timetable.rooms,
      ids(({ roomIds }) => roomIds),
    ),
    students: find(timetable.students, ids(timetable.studentIdsOf)),
    groupName: units.find(({ groupName }) => groupName !== null)?.groupName ?? null,
    locked: units.some(({ locked }) => locked),
    lockReason: units.find(({ lockReason }) => lockReason !== null)?.lockReason ?? null,
  };
}

const find = <Item>({ byLocalId }: Lookup<Item>, ids: readonly string[]): Item[] =>
  ids.flatMap((id) => byLocalId.get(id) ?? []);
