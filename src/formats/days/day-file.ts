// What a reader of day changes takes and gives: the bytes of one file, and what the organisation has planned, as far as it is
// known; the changes, and a report of what was left out.

import type { DayChanges } from '../../contract/types.generated.ts';
import type { DayRule } from './day-rules.ts';

export type DayFormat = 'json' | 'gpu014' | 'csv';

/** HH:MM. */
export type ClockRange = { startTime: string; endTime: string };

/** A period of a date as its bells ring, in the order of periodIndex; its times are empty where it does not take place. */
export type PlannedPeriod = ClockRange & {
  name: string;
  /** The break just before it, where the bells have one. */
  breakBefore: ClockRange | null;
};

/** How a file describes a planned lesson: when it begins, and at least those who are named. */
export type LessonDescription = { periodIndex: number; subjects?: string[]; teachers?: string[]; classes?: string[] };

/** Its periods, in order; and its teachers, each by all of their names, with the entityId first. */
export type LessonInPlan = { periods: readonly number[]; teachers: readonly (readonly string[])[] };

/** What takes place regularly, as the caller knows it; files count periods, and have no times. */
export type DayPlan = {
  /** The periods of a date; empty where it has none, or they are not known. */
  periodsOf(date: number): readonly PlannedPeriod[];
  /** The one lesson that is described, the same object each time; null when none or several are. */
  lessonOf(date: number, described: LessonDescription): LessonInPlan | null;
};

/** What was left out and how often; it stays, so that pages can have words for it. */
export type DayLoss = { code: 'not-printed' | 'nothing-changed' | 'repeated' | 'nobody-concerned'; count: number };

/** `values` never hold a text of the file. `line` counts from 1; null where it is about the whole file. */
export type DayFinding = {
  rule: DayRule;
  severity: 'error' | 'warning' | 'info';
  line: number | null;
  message: string;
  values: Readonly<Record<string, string | number>>;
};

export type DayFileReport = {
  format: DayFormat | null;
  from: number | null;
  to: number | null;
  rows: number;
  changes: number;
  notes: number;
  absent: number;
  losses: DayLoss[];
  /** The first thousand. */
  findings: DayFinding[];
  errors: number;
  warnings: number;
};

/** The changes, with the line that each comes from. */
export type ReadChanges = {
  changes: Required<DayChanges>;
  lines: { changes: number[]; notes: number[]; absent: number[] };
};

export type DayFile = {
  /** Null after an error. What a JSON file holds is not checked against the schema. */
  document: unknown;
  /** Null where the file is JSON, whose problems have paths. */
  lines: ReadChanges['lines'] | null;
  report: DayFileReport;
};
