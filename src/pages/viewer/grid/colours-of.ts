// The colours of subjects and courses in one timetable.

import type { ResolvedTimetable, Timetable } from '../../../client/belfry-client.ts';

type Taught = { localId: string };

type ColourOf = (taught: readonly Taught[]) => string | null;

/** Made once for each timetable, since every grid of it needs the same. */
const made = new WeakMap<ResolvedTimetable, ColourOf>();

export function coloursOf(timetable: ResolvedTimetable): ColourOf {
  const colours = made.get(timetable) ?? makeColours(timetable);
  made.set(timetable, colours);
  return colours;
}

/**
 * The colour of a subject or course: its own, or a generated one. Courses have no colour in the specification, and a
 * week in a single colour is hard to read.
 * @returns a function from a cell to its colour, or to null; the colours are stable within a timetable
 */
export function makeColours({ document }: { document: Pick<Timetable, 'subjects' | 'courses'> }): ColourOf {
  const given = new Map<string, string>();
  let ours = 0;
  for (const { localId, ...rest } of [...document.subjects, ...(document.courses ?? [])]) {
    const own = 'color' in rest ? rest.color : null;
    // A timetable's colour is free text, so it is used only if it is a valid colour and nothing more.
    const isColour = typeof own === 'string' && CSS.supports('color', own);
    // Steps of the golden angle: successive hues are as far apart as possible, however many there are.
    given.set(localId, isColour ? own : `oklch(0.58 0.12 ${((ours++ * 137.5) % 360).toFixed(1)})`);
  }
  return ([first]) => (first === undefined ? null : (given.get(first.localId) ?? null));
}
