// The result of a conversion, for people and programs: what was read, written and lost, and what was found.

import type { Timetable } from '../../contract/types.generated.ts';
import type { Format } from '../reading/programs.ts';
import type { Loss } from '../reading/school-reader.ts';
import type { Finding, Findings, RuleCount } from './finding.ts';
import type { Question } from './question.ts';

type DocumentCounts = {
  teachers: number;
  subjects: number;
  classes: number;
  rooms: number;
  lessons: number;
  unitsPlaced: number;
  unitsUnplaced: number;
  /** Students, courses and sections exist only in a student-level timetable. */
  students?: number;
  courses?: number;
  sections?: number;
};

export type ConversionReport = {
  /** `belfry` is a document in the form of the specification, which is not converted. */
  format: Format | 'belfry' | null;
  /** In the format's own terms; empty where the file could not be read. */
  read: Record<string, number>;
  /** Null where an error refused the file. */
  made: DocumentCounts | null;
  losses: Loss[];
  rules: RuleCount[];
  /** At most a thousand for each rule; `--json` shows them all. */
  findings: readonly Finding[];
  /** What a person has to say or may choose. */
  questions: readonly Question[];
};

function countDocument(timetable: Timetable): DocumentCounts {
  const { teachers, subjects, classes, rooms, lessons, lessonUnits, students, courses = [], sections = [] } = timetable;
  const unitsPlaced = lessonUnits.filter(({ dayId }) => dayId !== null).length;
  return {
    teachers: teachers.length,
    subjects: subjects.length,
    classes: classes.length,
    rooms: rooms.length,
    lessons: lessons.length,
    unitsPlaced,
    unitsUnplaced: lessonUnits.length - unitsPlaced,
    ...(students && { students: students.length, courses: courses.length, sections: sections.length }),
  };
}

/** `losses` without zero counts. */
export function createReport(
  format: ConversionReport['format'],
  outcome: { read: Record<string, number>; losses: Loss[]; document: Timetable | null } | null,
  findings: Findings,
): ConversionReport {
  const { read = {}, losses = [], document = null } = outcome ?? {};
  return {
    format,
    read,
    made: document === null ? null : countDocument(document),
    losses: losses.filter(({ count }) => count > 0),
    rules: findings.counts(),
    findings: findings.list(),
    questions: findings.questions(),
  };
}
