// Finds what changed for a class, teacher, room, student or subject between two versions. A localId belongs to one
// version only, so entities are recognised by entityId.

import type { Timetable } from '../../contract/types.generated.ts';
import { byDay, cycleDays } from '../dates/cycle-day.ts';
import type { GridCell, GridSelection } from '../grid/grid.ts';
import { gridFor } from '../grid/grid-for.ts';
import { ensureResolved, type ResolvedTimetable } from '../resolve-timetable.ts';
import type { ComparedLesson, EntitySelection, LessonChange, VersionComparison } from './comparison.ts';
import { pairLessons } from './pair-lessons.ts';

/**
 * A lesson is the same one in both versions when it has the same subjects, classes, group and section; otherwise one is
 * gone and one is added. Students, locks, colours and names are not compared. Days are matched by week and weekday: in a
 * cycle with another number of weeks every lesson has moved.
 */
export function compareVersions(
  before: Timetable | ResolvedTimetable,
  after: Timetable | ResolvedTimetable,
  entity: EntitySelection,
): VersionComparison {
  const [old, now] = [lessonsOf(before, entity), lessonsOf(after, entity)];
  return { before: old.grid, after: now.grid, changes: pairLessons(old.lessons, now.lessons).sort(byTime) };
}

function lessonsOf(timetable: Timetable | ResolvedTimetable, entity: EntitySelection) {
  const resolved = ensureResolved(timetable);
  const grid = gridFor(resolved, selectionIn(resolved, entity));
  const sectionOf = ({ units }: GridCell) =>
    resolved.sections.byLocalId.get(units[0]?.sectionLocalId ?? '')?.name ?? null;
  const lessons: ComparedLesson[] = cycleDays(grid.weeks).flatMap(({ place, day }) =>
    day.blocks.flatMap(({ cells }) => cells.map((cell) => ({ section: sectionOf(cell), day: place, cell }))),
  );
  for (const cell of grid.unplaced) lessons.push({ section: sectionOf(cell), day: null, cell });
  return { grid, lessons };
}

/** The selection by localId. An entity that the version does not have selects nothing. */
function selectionIn(timetable: ResolvedTimetable, entity: EntitySelection): GridSelection {
  const { classes, teachers, rooms, students, subjects, courses } = timetable;
  const find = (id: string, ...lists: { byEntityId: ReadonlyMap<string, { localId: string }> }[]) =>
    lists.flatMap(({ byEntityId }) => byEntityId.get(id) ?? [])[0]?.localId ?? '';
  if ('class' in entity) {
    const groupOf = entity.groupOf === undefined ? {} : { groupOf: find(entity.groupOf, classes) };
    return { class: find(entity.class, classes), ...groupOf };
  }
  if ('teacher' in entity) return { teacher: find(entity.teacher, teachers) };
  if ('room' in entity) return { room: find(entity.room, rooms) };
  if ('student' in entity) return { student: find(entity.student, students) };
  return { subject: find(entity.subject, subjects, courses) };
}

function byTime(one: LessonChange, other: LessonChange): number {
  const [first, second] = [placed(one), placed(other)];
  if (first === null || second === null) return Number(first === null) - Number(second === null);
  return byDay(first.day, second.day) || byText(first.cell.startTime, second.cell.startTime);
}

const byText = (one: string, other: string) => (one < other ? -1 : Number(one > other));

/** The lesson where it is now, or where it was. */
function placed({ before, after }: LessonChange) {
  if (after !== null && after.day !== null) return after;
  return before !== null && before.day !== null ? before : null;
}
