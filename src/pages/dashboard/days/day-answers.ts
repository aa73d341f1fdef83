// What the control API answers about days, as far as the page reads it.

import type {
  CancelledLesson,
  DatedLesson,
  DayAbsence,
  DayChange,
  DayNote,
  NamedEntity,
  Participant,
} from '../../../contract/types.generated.ts';

/** A lesson that may have been meant, by short names. */
type Candidate = { startTime: string } & Record<'subjects' | 'teachers' | 'classes' | 'rooms', string[]>;
/** @property path a JSONPath into the changes */
export type DayProblem = {
  path: string;
  message: string;
  candidates?: Candidate[];
  code?: string;
  values?: Record<string, string | number>;
};
/** @property line of the file; null where it is not known. @property path null where the file cannot be read that far */
export type DayFileProblem = Omit<DayProblem, 'path'> & { line: number | null; path: string | null };

export type DayLesson = DatedLesson;
/** A day: what is stored for it, what of that is not applied, and what takes place; null without a calendar. */
export type ShownDay = {
  changes: DayChange[];
  notes: DayNote[];
  absent: DayAbsence[];
  orphaned: DayProblem[];
  day: {
    lessons: DayLesson[];
    cancelled: CancelledLesson[];
    notes: { text: string; classes: NamedEntity[] | null }[];
    absent: { classes: NamedEntity[]; rooms: Participant[] };
  } | null;
};

/** What became of a file of changes, or would become of it. */
export type DayFileAnswer = {
  outcome: 'stored' | 'unchanged' | 'refused';
  dryRun: boolean;
  report: {
    from: number | null;
    to: number | null;
    losses: { code: string; count: number }[];
    findings: {
      rule: string;
      severity: 'error' | 'warning' | 'info';
      line: number | null;
      message: string;
      values: Record<string, string | number>;
    }[];
  };
  problems?: DayFileProblem[];
  warnings?: DayFileProblem[];
  differences?: Record<'added' | 'changed' | 'removed' | 'same', number>;
};
