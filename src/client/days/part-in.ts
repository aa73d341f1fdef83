// Tells which lessons of a day belong to a selection of a grid. What was planned belongs to it by its units, as in the grid of the
// plan; what a change brings or takes away, by who is named.

import type { CancelledLesson, DatedLesson } from '../../contract/types.generated.ts';
import { findUnits, ownClasses } from '../find-units.ts';
import { isFor } from '../grid/cells-on.ts';
import type { GridSelection } from '../grid/grid.ts';
import type { ResolvedTimetable } from '../resolve-timetable.ts';
import { isElsewhere, type LessonList, namesOne } from './difference-of.ts';

const listOf = {
  class: 'classes',
  teacher: 'teachers',
  room: 'rooms',
  student: 'classes',
  subject: 'subjects',
} as const satisfies Record<string, LessonList>;

type Kind = keyof typeof listOf;
const isKind = (key: string): key is Kind => Object.hasOwn(listOf, key);
type Lesson = DatedLesson | CancelledLesson;

/** `on`: it takes place for the selection. `off`: it was planned for it and does not. Null: it is somebody else's. */
export function partIn(
  timetable: ResolvedTimetable,
  selection: GridSelection,
): (lesson: Lesson) => 'on' | 'off' | null {
  const { lessonUnits, document } = timetable;
  const kind = Object.keys(selection).find(isKind) ?? 'class';
  const list = listOf[kind];
  const ids = entityIdsOf(timetable, selection, kind);
  const units = new Set(findUnits(timetable, selection));
  const classes = ownClasses(timetable, selection);

  function isPlanned(lesson: Lesson): boolean {
    const planned = ('original' in lesson ? lesson.original : null) ?? lesson;
    if (lesson.timetableId !== document.id) return false;
    const found = lesson.unitLocalIds.flatMap((id) => lessonUnits.byLocalId.get(id) ?? []);
    // The days may be of an edit that this document does not have yet.
    if (found.length === 0) return namesOne(planned[list], ids);
    return found.some((unit) => units.has(unit)) && isFor(classes, planned, found);
  }

  return (lesson) => {
    if (lesson.status === 'cancelled') return isPlanned(lesson) ? 'off' : null;
    if (lesson.status === 'added') return namesOne(lesson[list], ids) ? 'on' : null;
    if (!lesson.changed.includes(list) || ids.size === 0) return isPlanned(lesson) ? 'on' : null;
    // Where it was planned, a lesson that was moved as well is among the cancelled ones.
    if (isElsewhere(lesson, list, ids)) return isPlanned(lesson) && lesson.movedFrom === null ? 'off' : null;
    // Those who were planned in another version have it there.
    const isOthers = lesson.timetableId !== document.id && namesOne(lesson.original?.[list] ?? [], ids);
    return isOthers ? null : 'on';
  };
}

/** Of a student those of the class, since lessons name no students. */
function entityIdsOf(timetable: ResolvedTimetable, selection: GridSelection, kind: Kind): ReadonlySet<string> {
  if (kind === 'class' || kind === 'student')
    return new Set(ownClasses(timetable, selection).map(({ entityId }) => entityId));
  const [localId = ''] = Object.values(selection);
  const found =
    kind === 'subject'
      ? timetable.taught(localId)
      : (kind === 'teacher' ? timetable.teachers : timetable.rooms).byLocalId.get(localId);
  return new Set(found === undefined ? [] : [found.entityId]);
}
