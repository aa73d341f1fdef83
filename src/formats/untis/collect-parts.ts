// Collects the parts of one Untis lesson. Rows of GPU001 that differ only by class or room are one unit. A row with
// another teacher or subject is another part of a coupled lesson, taught at the same time.

import type { LessonRow } from './read-lessons.ts';
import type { TimetableRow } from './read-timetable.ts';

/** One period. `day`, `period` and `week` count from 0. */
export type Occurrence = {
  week: number;
  day: number;
  period: number;
  classes: Set<string>;
  rooms: Set<string>;
  /** Shared by the periods of one row that spans several. */
  span: string | null;
};

/** One teacher and subject of a lesson. */
export type Part = {
  teacher: string;
  subject: string;
  occurrences: Map<string, Occurrence>;
  /** Units that have rows but no place, and the classes of these rows. */
  unplaced: number;
  unplacedClasses: Set<string>;
  due: LessonRow[];
};

/** A row with its places; empty where it has none. */
export type PlacedRow = { row: TimetableRow; places: { week: number; day: number; period: number }[]; lost: number };

export function collectParts(rows: readonly PlacedRow[], due: readonly LessonRow[]): Part[] {
  const parts = new Map<string, Part>();
  const partOf = ({ teacher, subject }: { teacher: string; subject: string }): Part => {
    const key = JSON.stringify([teacher, subject]);
    const part = parts.get(key) ?? {
      teacher,
      subject,
      occurrences: new Map(),
      unplaced: 0,
      unplacedClasses: new Set(),
      due: [],
    };
    parts.set(key, part);
    return part;
  };
  for (const row of due) partOf(row).due.push(row);
  const lostBy = new Map<Part, Map<string, number>>();
  for (const { row, places, lost } of rows) {
    const part = partOf(row);
    const span = row.length > 1 ? `w${row.week ?? 0}-d${row.day}-p${row.period}` : null;
    for (const place of places) addPlace(part, row, place, span);
    if (lost > 0 && row.className !== '') part.unplacedClasses.add(row.className);
    // Every class and room of a unit has a row, so the one with the most rows gives the number of units.
    const byClass = lostBy.get(part) ?? new Map<string, number>();
    const of = JSON.stringify([row.className, row.room]);
    lostBy.set(part, byClass.set(of, (byClass.get(of) ?? 0) + lost));
  }
  for (const [part, byClass] of lostBy)
    for (const count of byClass.values()) part.unplaced = Math.max(part.unplaced, count);
  return [...parts.values()];
}

function addPlace(part: Part, row: TimetableRow, place: PlacedRow['places'][number], span: string | null): void {
  const key = `${place.week}/${place.day}/${place.period}`;
  const known = part.occurrences.get(key);
  const occurrence = known ?? {
    ...place,
    classes: new Set<string>(),
    rooms: new Set<string>(),
    span: span === null ? null : `${span}-w${place.week}`,
  };
  if (row.className !== '') occurrence.classes.add(row.className);
  if (row.room !== '') occurrence.rooms.add(row.room);
  part.occurrences.set(key, occurrence);
}
