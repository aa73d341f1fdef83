// Pairs the two rows of a lesson that is moved: one where it was, one where it takes place now. Nothing in GPU014 names the other
// row, so it is the next of the same lesson, teacher and subject; else the next of the same lesson.

import type { Run } from './merge-substitutions.ts';
import type { Substitution } from './read-substitution-row.ts';

/** In pairs of one period each, in the order of the old time. */
type Moves = { pairs: { from: Substitution; to: Substitution }[]; away: Substitution[]; here: Substitution[] };

export function joinMoves(runs: readonly Run[]): Moves {
  let away = runs.flatMap((run) => run.filter(({ is }) => is.has('moved away'))).toSorted(inTime);
  let here = runs
    .flatMap((run) => run.filter(({ is }) => is.has('moved here') && !is.has('moved away')))
    .toSorted(inTime);
  const pairs: Moves['pairs'] = [];
  for (const keyOf of [exactly, byLesson]) {
    const waiting = new Map<string, Substitution[]>();
    for (const row of here) {
      const others = waiting.get(keyOf(row));
      if (others === undefined) waiting.set(keyOf(row), [row]);
      else others.push(row);
    }
    const paired = new Set<Substitution>();
    for (const from of away) {
      const to = keyOf(from) === '' ? undefined : waiting.get(keyOf(from))?.shift();
      if (to === undefined) continue;
      pairs.push({ from, to });
      paired.add(from).add(to);
    }
    away = away.filter((row) => !paired.has(row));
    here = here.filter((row) => !paired.has(row));
  }
  return { pairs: pairs.toSorted((one, other) => inTime(one.from, other.from)), away, here };
}

const inTime = (one: Substitution, other: Substitution): number =>
  one.date - other.date || one.period - other.period || one.line - other.line;

/** The row of the new time may name the teacher and the subject as new ones only. */
function exactly({ lesson, teachers, substitutes, subjects, newSubjects, classes, newClasses }: Substitution): string {
  const named = (old: readonly string[], now: readonly string[]) => (old.length > 0 ? old : now).toSorted();
  return JSON.stringify([
    ...[lesson, named(teachers, substitutes), named(subjects, newSubjects)],
    lesson === '0' ? named(classes, newClasses) : null,
  ]);
}

/** Without a number, rows of two lessons would be paired. */
const byLesson = ({ lesson }: Substitution): string => (lesson === '0' ? '' : lesson);
