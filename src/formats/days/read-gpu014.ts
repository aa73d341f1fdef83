// GPU014, the substitutions of Untis, as day changes. What a row says is decided by comparing its columns, and hardly by its type,
// which real rows often lack: a replacement that equals the original is no change, and an empty one neither.

import type { Row } from '../untis/read-rows.ts';
import { checkCount, countDays } from './check-day-changes.ts';
import { convertSubstitutions } from './convert-substitutions.ts';
import type { DayPlan, ReadChanges } from './day-file.ts';
import type { DayFindings } from './day-findings.ts';
import { readSubstitutionRow, type Substitution } from './read-substitution-row.ts';

/** @returns null after an error, which is in `findings` */
export function readGpu014(rows: readonly Row[], plan: DayPlan | null, findings: DayFindings): ReadChanges | null {
  const all = readRows(rows, findings);
  const dates = all.map(({ date }) => date);
  if (dates.length === 0) {
    if (!findings.hasErrors()) findings.add('days.empty', null, 'no row has a date');
    return null;
  }
  const from = dates.reduce((least, date) => Math.min(least, date));
  const to = dates.reduce((most, date) => Math.max(most, date));
  checkCount('days', countDays(from, to), findings);
  if (findings.hasErrors()) return null;
  const printed = all.filter(({ is }) => !is.has('not printed'));
  findings.lose('not-printed', all.length - printed.length);
  const found = convertSubstitutions(printed, plan, findings);
  return { changes: { from, to, ...found.made, absent: [] }, lines: { ...found.lines, absent: [] } };
}

function readRows(rows: readonly Row[], findings: DayFindings): Substitution[] {
  return rows.flatMap(({ line, cells }, index): Substitution[] => {
    if (index === 0 && [0, 1, 2].every((column) => /^\D+$/.test(cells[column] ?? ''))) {
      findings.add('days.header-skipped', line, 'the first row names the columns');
      return [];
    }
    const read = readSubstitutionRow(cells, line);
    if (!('column' in read)) return [read];
    findings.add('days.row-unreadable', line, read.message, { column: read.column });
    return [];
  });
}
