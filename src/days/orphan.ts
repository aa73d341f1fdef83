// What cannot be applied, and why. An import refuses it; what becomes so later is kept and told.

import type { Candidate } from './claim-lessons.ts';

/** When the source last changed it: ISO 8601; left out while it is only checked. */
export type Stored<Row> = Row & { changedAt?: string | null };

export type OrphanCode =
  /** No planned lesson is meant. */
  | 'no-lesson'
  /** More than one is. */
  | 'several-lessons'
  /** A name is that of several entities. */
  | 'ambiguous-name'
  | 'unknown-class'
  /** Another change has the same lesson or period. */
  | 'taken'
  /** There is no school then. */
  | 'closed';

export type Orphan = {
  /** Which list of what was given it is from, and its place there. */
  list: 'changes' | 'notes' | 'absent';
  index: number;
  date: number;
  code: OrphanCode;
  /** The field that is to blame, such as `lesson` or `added.classes`. */
  field: string;
  /** The lessons that may have been meant. */
  candidates: Candidate[];
};
