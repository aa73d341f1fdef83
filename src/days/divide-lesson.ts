// Divides a planned lesson where changes begin and end.

import type { LessonWithId } from './lesson-ids.ts';
import type { Effect, PlannedOutcome } from './lesson-outcome.ts';

/** What one change does to the periods from `first` to the one before `end`. */
export type ClaimedEffect = { first: number; end: number; effect: Effect };

/** Parts that come to the same are one again. @param effects of changes that claim different periods */
export function divideLesson(whole: LessonWithId, effects: readonly ClaimedEffect[]): PlannedOutcome[] {
  const { lesson, cut, parts } = whole;
  const runs: { first: number; end: number; effect: Effect | null }[] = [];
  const append = (first: number, end: number, effect: Effect | null) => {
    if (first === end) return;
    const last = runs.at(-1);
    if (last !== undefined && isSameEffect(last.effect, effect)) last.end = end;
    else runs.push({ first, end, effect });
  };
  let next = 0;
  for (const { first, end, effect } of effects.toSorted((one, other) => one.first - other.first)) {
    append(next, first, null);
    append(first, end, effect);
    next = end;
  }
  append(next, parts.length, null);
  return runs.map(({ first, end, effect }) => ({
    id: parts[first]?.id ?? '',
    planned: first === 0 && end === parts.length ? lesson : cut(first, end),
    effect,
    ...{ whole, first, end },
  }));
}

/** Two lessons that are moved to one time are still two. */
function isSameEffect(one: Effect | null, other: Effect | null): boolean {
  if (one === null || other === null) return one === other;
  return one.moved === null && other.moved === null && JSON.stringify(one) === JSON.stringify(other);
}
