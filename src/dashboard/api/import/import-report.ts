// The report of an import as the control API shows it: cut to what a person reads, with counts of the rest.

import type { SchoolFileOutcome } from '../../../control/timetables/import-school-files.ts';

/** How many findings, and how many lessons of each kind of change, are shown. */
const [maxFindings, maxLessons, maxFiles] = [1000, 100, 500];

/** @param withDocument whether the timetable is in it as a whole, as it would be stored */
export function importReport(result: SchoolFileOutcome, isDryRun: boolean, withDocument: boolean) {
  const { files, report, ...outcome } = result;
  return {
    outcome: outcome.outcome,
    isDryRun,
    files: files.slice(0, maxFiles),
    report: { ...report, findings: report.findings.slice(0, maxFindings) },
    ...('timetable' in outcome ? { timetable: summaryOf(outcome.timetable) } : {}),
    ...('timetable' in outcome && withDocument ? { document: outcome.timetable } : {}),
    ...('changes' in outcome ? { changes: outcome.changes && countChanges(outcome.changes) } : {}),
    ...('before' in outcome ? { before: outcome.before } : {}),
    ...(outcome.outcome === 'different' ? { teachers: outcome.teachers, known: outcome.known } : {}),
    ...(outcome.outcome === 'nearly empty' ? { placed: outcome.placed, placedBefore: outcome.placedBefore } : {}),
    ...(outcome.outcome === 'refused' ? { problems: outcome.problems } : {}),
  };
}

type Timetable = Extract<SchoolFileOutcome, { timetable: unknown }>['timetable'];

const summaryOf = ({ id, name, status, versionNumber }: Timetable) => ({ id, name, status, versionNumber });

const countChanges = (changes: object) =>
  Object.fromEntries(
    Object.entries(changes).map(([kind, found]: [string, unknown]) => [
      kind,
      Array.isArray(found) ? { count: found.length, lessons: found.slice(0, maxLessons) } : found,
    ]),
  );
