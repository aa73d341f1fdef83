// Reads a file of day changes and checks it against the schema, so that everything that is wrong with the file itself is known
// before it is sent anywhere or compared with what is planned.

import type { DayChanges } from '../../contract/types.generated.ts';
import type { Validator } from '../../contract/validator.ts';
import type { DayFile, DayFileReport, DayPlan } from '../../formats/days/day-file.ts';
import { readDayFile } from '../../formats/days/read-day-file.ts';
import { ofSchema } from './check-day-changes.ts';
import type { DayProblem } from './day-problem.ts';

/** `line` is null where the file has none, or it is not known; `path` where the file cannot be read that far. */
export type FileProblem = Omit<DayProblem, 'path'> & { line: number | null; path: string | null };

export type CheckedFile = { report: DayFileReport } & (
  | { changes: DayChanges; lines: DayFile['lines'] }
  | { problems: FileProblem[] }
);

/** What takes place regularly from one day to another; null when nothing is known of it. */
export type ReadPlan = (from: number, to: number) => Promise<DayPlan | null>;

/** @throws what `readPlan` throws, which is asked only for a file that counts periods */
export async function checkDayFile(
  file: { name: string; bytes: Uint8Array },
  readPlan: ReadPlan,
  validate: Validator,
): Promise<CheckedFile> {
  const { document, lines, report } = await readWithPlan(file, readPlan);
  if (document === null) {
    const errors = report.findings.filter(({ severity }) => severity === 'error');
    return {
      report,
      problems: errors.map(({ line, message, rule, values }) => ({ line, path: null, message, code: rule, values })),
    };
  }
  const validation = validate('day-changes', document);
  if (validation.valid) return { report, changes: validation.value, lines };
  return { report, problems: withLines(validation.problems.map(ofSchema), lines) };
}

/** A file that counts periods is read once without the plan, which finds its days. */
async function readWithPlan(file: { name: string; bytes: Uint8Array }, readPlan: ReadPlan): Promise<DayFile> {
  const read = readDayFile(file);
  const { format, from, to } = read.report;
  if (format !== 'gpu014' || read.document === null || from === null || to === null) return read;
  return readDayFile(file, await readPlan(from, to));
}

/** Names the line of each problem whose path leads to a change, a note or an absence. */
export const withLines = (
  problems: readonly (Omit<DayProblem, 'path'> & { path: string })[],
  lines: DayFile['lines'],
): FileProblem[] =>
  problems.map((problem) => {
    const [, list, index] = /^\$\.(changes|notes|absent)\[(\d+)\]/.exec(problem.path) ?? [];
    const known = list === 'changes' || list === 'notes' || list === 'absent' ? lines?.[list] : undefined;
    return { ...problem, line: known?.[Number(index)] ?? null };
  });
