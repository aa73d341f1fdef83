// What the lessons of a person in a version are made from, so that they need not be listed to find out that they are the same.

import type { PersonInVersion } from './index-persons.ts';
import type { IndexedVersion, Span } from './index-version.ts';
import type { indexUnitsBetween } from './units-between.ts';

/** What of a version is asked for. */
export type Selection = { spansOf(dayId: string): readonly Span[]; person: PersonInVersion | null };

/** The longest span of which all pairs of units are looked at. */
const longestSpan = 20;

/** @returns plain JSON; null when a span is too long to tell */
export function basisOfSpans({ days }: IndexedVersion, { spansOf, person }: Selection): unknown[] | null {
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
