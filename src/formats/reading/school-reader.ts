// The interface of a format's reader.

import type { Findings } from '../report/finding.ts';
import type { LossCode } from '../report/loss-codes.ts';
import type { School } from '../school/school.ts';
import type { Bells } from './bells.ts';

/** A file, named as in findings. The caller expands folders and ZIPs into their files. */
export type SchoolFile = {
  name: string;
  bytes: Uint8Array;
  /** What the user says that its encoding is. */
  encoding?: string;
};

/** The user's choices about a file. Null means: follow the file, or else the default in the guide. */
export type ReadOptions = {
  /** The weekday of the file's first day, 1 for Monday. */
  firstDay: number | null;
  /** The term to convert, from 1, where the file has several. */
  term: number | null;
  /** The week of the cycle to convert, from 1, to a weekly timetable. `keep-week.ts` applies it to any School. */
  week: number | null;
  /** Bell times for a format without them, or instead of those in the file. */
  bells: Bells | null;
  /** The lesson groups of an Untis file that are weeks: those of each week, in order. */
  weekGroups?: readonly (readonly string[])[] | null;
  /** Publish students where the file has them. */
  students: boolean;
};

/**
 * Data in the file that is left out, as a code and in English. `why` is missing where the specification has no field for it.
 */
export type Loss = { code: LossCode; values?: { name: string }; what: string; count: number; why?: string };

export type ReadSchool = {
  school: School;
  /** Counts of what was read, in the format's own terms: `{ lessons: 1707, cards: 865 }`. */
  read: Record<string, number>;
  losses: Loss[];
};

/** @returns null after an error, which is in `findings` */
export type SchoolReader = (
  files: readonly SchoolFile[],
  options: ReadOptions,
  findings: Findings,
) => ReadSchool | null;
