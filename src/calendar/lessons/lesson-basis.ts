// What the lessons of a person in a version are made from, so that they need not be listed to find out that they are the same.

import type { PersonInVersion } from './index-persons.ts';
import type { IndexedVersion, Span } from './index-version.ts';
import type { indexUnitsBetween } from './units-between.ts';

/** What of a version is asked for. */
export type Selection = { spansOf(dayId: string): readonly Span[]; person: PersonInVersion | null };

/** `selection`: null where the version does not know the person. */
export type SelectedInVersion = { index: IndexedVersion; selection: Selection | null };

/** The longest span of which all pairs of units are looked at. */
const longestSpan = 20;

/**
 * What the lessons of a person are made from, but for the calendar and what versions say of dates, bells and their classes: where
 * that and this are the same, so are the lessons. Null when nobody can tell.
 */
export function basisOfLessons(versions: readonly SelectedInVersion[]): string | null {
  const bases: unknown[] = [];
  for (const { index, selection } of versions) {
    const basis = selection === null ? 'not there' : basisOfSpans(index, selection);
    if (basis === null) return null;
    bases.push(basis);
  }
  return JSON.stringify(bases);
}

/** @returns plain JSON; null when a span is too long to tell */
function basisOfSpans({ days }: IndexedVersion, { spansOf, person }: Selection): unknown[] | null {
  const basis: unknown[] = [person?.entity ?? null, person?.ownClass?.entityId ?? null];
  for (const [dayId, { between }] of days)
    for (const span of spansOf(dayId)) {
      if (span.length > longestSpan) return null;
      const units = span.map(({ unit, periodIndex, classes, subjects, teachers, rooms }) => [
        ...[periodIndex, person?.units.has(unit) ?? true, classes.map(({ named }) => named)],
        ...[subjects, teachers, rooms],
      ]);
      basis.push([dayId, units, listParted(span, between)]);
    }
  return basis;
}

type Between = () => ReturnType<typeof indexUnitsBetween>;

/** Of the units of a span with a hole between them, which are parted by another. */
function listParted(span: Span, between: Between): boolean[] {
  const parted: boolean[] = [];
  for (const [index, before] of span.entries())
    for (const after of span.slice(index + 1))
      if (after.periodIndex - before.periodIndex > 1)
        parted.push(between()(before.unit, after.unit, before.periodIndex, after.periodIndex));
  return parted;
}
