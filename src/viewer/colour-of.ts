// The colour of a subject or course: its own, or one of ours. Courses have no colour in the specification, and a week in
// a single colour is hard to read.

import type { GridCell, ResolvedTimetable } from '../client/belfry-client.ts';

type Taught = GridCell['subjects'][number];

/** @returns tells the colour of what a cell teaches, or null when nothing says one; always the same within a timetable */
export function coloursOf({ document }: ResolvedTimetable): (taught: readonly Taught[]) => string | null {
  const given = new Map<string, string>();
  let ours = 0;
  for (const { localId, ...rest } of [...document.subjects, ...(document.courses ?? [])]) {
    const own = 'color' in rest ? rest.color : null;
    // A colour of the timetable is free text: it counts only if it is a colour and nothing else.
    const isColour = typeof own === 'string' && CSS.supports('color', own);
    // Steps of the golden angle: any number of hues in a row are as far apart as they can be.
    given.set(localId, isColour ? own : `oklch(0.58 0.12 ${((ours++ * 137.5) % 360).toFixed(1)})`);
  }
  return ([first]) => (first === undefined ? null : (given.get(first.localId) ?? null));
}
