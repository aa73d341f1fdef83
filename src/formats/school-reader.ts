// What a reader of a format takes and gives.

import type { Bells } from './bells.ts';
import type { Findings } from './finding.ts';
import type { School } from './school.ts';

export const formats = ['asc', 'untis', 'fet'] as const;
export type Format = (typeof formats)[number];

/** A file by the name that findings call it. A folder or ZIP is its files, read by whoever opens them. */
export type SchoolFile = { name: string; bytes: Uint8Array };

/** What a person can decide about a file. Null: as the file says, or else as the guide says. */
export type ReadOptions = {
  /** The day of the week of the file's first day, 1 for Monday. */
  firstDay: number | null;
  /** The term to take, from 1, where the file has several. */
  term: number | null;
  /** The week of the cycle to take, from 1, so that the timetable is weekly. Applied to any School by `keep-week.ts`. */
  week: number | null;
  /** Bell times for a format that has none, or instead of the file's. */
  bells: Bells | null;
  /** Publish students where the file has them. */
  students: boolean;
};

/** Something that the file holds and the specification has no place for. */
export type Loss = { what: string; count: number };

export type ReadSchool = {
  school: School;
  /** What came in, in the format's own words: `{ lessons: 1707, cards: 865 }`. */
  read: Record<string, number>;
  losses: Loss[];
};

/** @returns null where an error was found, which is in `findings` */
export type SchoolReader = (
  files: readonly SchoolFile[],
  options: ReadOptions,
  findings: Findings,
) => ReadSchool | null;
