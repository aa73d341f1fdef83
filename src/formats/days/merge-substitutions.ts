// Brings the rows of GPU014 together that are one change: rows of one lesson in one period that differ only in classes and rooms,
// and rows of consecutive periods that say the same, which are a double.

import type { DayFindings } from './day-findings.ts';
import type { Substitution } from './read-substitution-row.ts';

/** Rows of one change: in consecutive periods of one date. */
export type Run = readonly [Substitution, ...Substitution[]];

/** @param joinTeams brings the rows of one lesson of several teachers together */
export function mergeSubstitutions(
  rows: readonly Substitution[],
  joinTeams: (rows: readonly Substitution[]) => Substitution[],
  findings: DayFindings,
): Run[] {
  const runs: [Substitution, ...Substitution[]][] = [];
  const bySaying = new Map<string, Substitution[]>();
  for (const row of joinTeams(mergePeriods(rows, findings))) {
    const same = bySaying.get(saying(row));
    if (same === undefined) bySaying.set(saying(row), [row]);
    else same.push(row);
  }
  for (const same of bySaying.values()) {
    const inOrder = same.toSorted((one, other) => one.period - other.period);
    let run: [Substitution, ...Substitution[]] | null = null;
    for (const row of inOrder) {
      if (run !== null && run.at(-1)?.period === row.period - 1) run.push(row);
      else {
        run = [row];
        runs.push(run);
      }
    }
  }
  return runs.toSorted(([one], [other]) => one.line - other.line);
}

/** What a row says, but for its period and its number. */
const saying = ({ line: _, number: __, period: ___, is, ...rest }: Substitution): string =>
  JSON.stringify([rest, [...is].toSorted()]);

function mergePeriods(rows: readonly Substitution[], findings: DayFindings): Substitution[] {
  const merged = new Map<string, Substitution>();
  for (const row of rows) {
    const { date, period, lesson, teachers, substitutes, subjects, newSubjects, text, is } = row;
    const key = JSON.stringify([
      ...[date, period, lesson, teachers, substitutes, subjects, newSubjects, text, [...is].toSorted()],
      // Without a number there is no lesson that such rows are of.
      lesson === '0' ? [row.classes, row.newClasses, row.rooms, row.newRooms] : null,
    ]);
    const first = merged.get(key);
    if (first === undefined) merged.set(key, row);
    else {
      findings.lose('repeated');
      merged.set(key, {
        ...first,
        rooms: union(first.rooms, row.rooms),
        newRooms: union(first.newRooms, row.newRooms),
        classes: union(first.classes, row.classes),
        newClasses: union(first.newClasses, row.newClasses),
      });
    }
  }
  return [...merged.values()];
}

const union = (one: readonly string[], other: readonly string[]): string[] => [...new Set([...one, ...other])];
