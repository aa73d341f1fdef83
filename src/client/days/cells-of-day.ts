// The lessons of a selection on a day as it takes place, as cells of a grid.

import type {
  CancelledLesson,
  Class,
  DatedLesson,
  Participant,
  Room,
  Subject,
  Teacher,
} from '../../contract/types.generated.ts';
import { cellOf } from '../grid/cell-of.ts';
import type { GridSelection, PlacedCell } from '../grid/grid.ts';
import type { Lookup, ResolvedTimetable } from '../resolve-timetable.ts';
import type { DayContent } from './day-in.ts';
import { partIn } from './part-in.ts';

/** Not yet laid out. */
export type CellsOfDay = {
  /** What takes place. */
  cells: PlacedCell[];
  /** What was planned and does not take place then, or not for the selection. */
  cancelled: PlacedCell[];
};

export function cellsOfDay(timetable: ResolvedTimetable, selection: GridSelection, day: DayContent): CellsOfDay {
  const partOf = partIn(timetable, selection);
  const found: CellsOfDay = { cells: [], cancelled: [] };
  for (const lesson of [...day.lessons, ...day.cancelled]) {
    const part = partOf(lesson);
    if (part === 'on') found.cells.push(datedCell(timetable, lesson));
    if (part === 'off') found.cancelled.push({ ...datedCell(timetable, lesson), isOff: true });
  }
  return found;
}

function datedCell(timetable: ResolvedTimetable, lesson: DatedLesson | CancelledLesson): PlacedCell {
  const { document, lessonUnits, teachers, classes, rooms } = timetable;
  const isOwn = lesson.timetableId === document.id;
  const units = isOwn ? lesson.unitLocalIds.flatMap((id) => lessonUnits.byLocalId.get(id) ?? []) : [];
  const cell = cellOf(timetable, units);
  const named = {
    subjects: entities(lesson.subjects, cell.subjects, timetable.subjects, unknownSubject, timetable.courses),
    teachers: entities(lesson.teachers, cell.teachers, teachers, unknownTeacher),
    classes: entities(lesson.classes, cell.classes, classes, unknownClass),
    rooms: entities(lesson.rooms, cell.rooms, rooms, unknownRoom),
  };
  const [first] = named.classes.filter(({ localId }) => localId !== '');
  const periodIndex = lesson.periodIndex ?? -1;
  return {
    ...cell,
    ...named,
    bellScheduleId: (first === undefined ? document.bellSchedule : timetable.bellScheduleOf(first)).id,
    periodIndex,
    lastPeriodIndex: periodIndex < 0 ? -1 : (units.at(-1)?.periodIndex ?? periodIndex),
    startTime: lesson.startTime,
    endTime: lesson.endTime,
    lane: 0,
    dated: lesson,
  };
}

/** Those of the version by entityId; others by what the day says of them, with an empty localId. */
function entities<Item extends { entityId: string }, Other extends { entityId: string } = Item>(
  named: readonly Participant[],
  planned: readonly (Item | Other)[],
  lookup: Lookup<Item>,
  unknown: (entity: Participant) => Item,
  others?: Lookup<Other>,
): (Item | Other)[] {
  return named.map((each) => {
    const { entityId } = each;
    if (entityId === null) return unknown(each);
    const own = planned.find((item) => item.entityId === entityId);
    return own ?? lookup.byEntityId.get(entityId) ?? others?.byEntityId.get(entityId) ?? unknown(each);
  });
}

const unknownSubject = ({ entityId, externalId, name, shortName }: Participant): Subject => ({
  ...{ localId: '', entityId: entityId ?? '', externalId, name, shortName, color: null, isActive: true },
});
const unknownTeacher = (entity: Participant): Teacher => ({ ...unknownSubject(entity), maxPeriods: null });
const unknownClass = (entity: Participant): Class => ({
  ...unknownSubject(entity),
  classTeacherId: null,
  bellScheduleId: null,
});
const unknownRoom = (entity: Participant): Room => ({ ...unknownSubject(entity), capacity: 0, buildingName: '' });
