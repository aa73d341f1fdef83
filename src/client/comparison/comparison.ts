// The types of a comparison of two versions, which `compareVersions` returns.

import type { CycleDay } from '../dates/cycle-day.ts';
import type { Grid, GridCell, GridSelection, PlacedCell } from '../grid/grid.ts';

/** Like a GridSelection, with an entityId in place of the localId. */
export type EntitySelection = GridSelection;

/** `moved`: to another day, time or length, or no longer scheduled. `otherTimes`: the same periods at other clock times. */
export type ChangeKind = 'added' | 'gone' | 'moved' | 'otherTimes' | 'otherTeacher' | 'otherRoom';

/** A lesson of one version, as its grid shows it; `section` is the name of its section in a student-level timetable. */
export type ComparedLesson =
  | { section: string | null; day: CycleDay; cell: PlacedCell }
  /** A lesson that could not be scheduled. */
  | { section: string | null; day: null; cell: GridCell };

export type LessonChange =
  | { kinds: ChangeKind[]; before: ComparedLesson; after: ComparedLesson }
  /** The only kind of change is `added`. */
  | { kinds: ChangeKind[]; before: null; after: ComparedLesson }
  /** The only kind of change is `gone`. */
  | { kinds: ChangeKind[]; before: ComparedLesson; after: null };

export type VersionComparison = {
  /** The two grids; without lessons where a version does not have the entity. */
  before: Grid;
  after: Grid;
  /** In the order of time; unscheduled lessons last. */
  changes: LessonChange[];
};
