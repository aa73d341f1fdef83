// The types of a grid, which `gridFor` returns and a page draws. Times are HH:MM, which compare as text. Ids are localIds.

import type {
  BellSchedule,
  Break,
  CancelledLesson,
  Class,
  Course,
  DatedLesson,
  LessonUnit,
  Period,
  Room,
  Student,
  Subject,
  Teacher,
} from '../../contract/types.generated.ts';

/**
 * What a grid is for, by localId. A subject may also be a course of a student-level timetable (`crs_`). A class that is a group
 * of another one has that one's lessons too, if it is named: the API does not say which classes are groups.
 */
export type GridSelection =
  | { class: string; groupOf?: string }
  | { teacher: string }
  | { room: string }
  | { student: string }
  | { subject: string };

export type Grid = {
  /** The weeks of the cycle; one week without a number when all weeks are the same. */
  weeks: GridWeek[];
  /** Unscheduled lessons: one cell for each unit or span. */
  unplaced: GridCell[];
};

export type GridWeek<Cell = PlacedCell> = {
  /** From 1; null when all weeks are the same. */
  week: number | null;
  days: GridDay<Cell>[];
};

export type GridDay<Cell = PlacedCell> = {
  label: string;
  shortLabel: string;
  /** 1 is Monday. */
  dayOfWeek: number;
  /** The bell schedules of the day: several when the selection is taught on several. */
  timelines: GridTimeline[];
  /** The lessons, in the order of time. */
  blocks: GridBlock<Cell>[];
  /**
   * What was planned and does not take place then, or not for the selection. Left out where `lessonsOn` was not told what is
   * different on the day.
   */
  cancelled?: PlacedCell[];
};

/** One day of one bell schedule. */
export type GridTimeline = {
  bellSchedule: BellSchedule;
  dayId: string;
  periods: readonly Period[];
  breaks: readonly Break[];
};

/** Cells that overlap in time, to be drawn side by side. Most blocks have one cell. */
export type GridBlock<Cell = PlacedCell> = {
  startTime: string;
  endTime: string;
  /** The parallelGroupName, where all cells of the block share one. */
  name: string | null;
  /** How many columns the cells need. */
  lanes: number;
  cells: Cell[];
};

/** A unit, or the units of a double or longer period. */
export type GridCell = {
  /** In the order of their periods; empty only for what was added on a day, or is of another version. */
  units: LessonUnit[];
  subjects: (Subject | Course)[];
  teachers: Teacher[];
  classes: Class[];
  rooms: Room[];
  students: Student[];
  /** The group of a split or parallel lesson; null for the whole class. */
  groupName: string | null;
  locked: boolean;
  lockReason: string | null;
};

export type PlacedCell = GridCell & {
  bellScheduleId: string;
  /** The first and the last period; the same for a single period, and -1 for what a day added or moved. */
  periodIndex: number;
  lastPeriodIndex: number;
  startTime: string;
  endTime: string;
  /** From 0 to the block's `lanes` - 1. */
  lane: number;
  /**
   * The lesson as Get Day and Get Week have it, with its status, what was planned, and its text, where `lessonsOn` was told what
   * is different on the day. Who is not in the version then has an empty localId, and a plain name an empty entityId as well.
   */
  dated?: DatedLesson | CancelledLesson;
  /** Whether it does not take place then, or not for the selection. */
  isOff?: boolean;
};
