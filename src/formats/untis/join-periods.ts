// Joins the double periods and blocks of a lesson. GPU002 may ask for them; GPU001 always has a row for each period.

import { groupBy } from '../group-by.ts';
import { type Findings, type Place, quote } from '../report/finding.ts';
import type { Occurrence, Part } from './collect-parts.ts';
import { findRuns, findSpans } from './find-spans.ts';

/** For a list that may be too long for the arguments of Math.max. */
export const largest = <Item>(items: readonly Item[], numberOf: (item: Item) => number): number =>
  items.reduce((most, item) => Math.max(most, numberOf(item)), 0);

/** @returns the span of each occurrence that is in a span */
export function joinPeriods(
  parts: readonly Part[],
  lesson: string,
  place: Place,
  findings: Findings,
): ReadonlyMap<Occurrence, string> {
  const spanOf = new Map<Occurrence, string>();
  const found = parts.map((part) => findPartSpans(part, spanOf));
  reportAdjacentPeriods(found, lesson, place, findings);
  return spanOf;
}

const roomsOf = ({ rooms, classes }: Occurrence): string => JSON.stringify([[...rooms].sort(), [...classes].sort()]);

/** Joins doubles where GPU002 asks for them. Without it, adjacent periods are reported and left as singles. */
function findPartSpans(
  { occurrences, due }: Part,
  spanOf: Map<Occurrence, string>,
): { isAsked: boolean; joined: number; touching: number } {
  const doubles = largest(due, (row) => row.doubles?.most ?? 0);
  const blocks = due.find((row) => row.blocks.length > 0)?.blocks ?? [];
  const single = [...occurrences.values()].filter(({ span }) => span === null);
  const weeks = groupBy(single, ({ week }) => week);
  let [touching, joined] = [0, 0];
  for (const [week, ofWeek] of weeks) {
    const days = [...groupBy(ofWeek, (each) => `${each.day} ${roomsOf(each)}`).values()].sort(
      ([one], [other]) => (one?.day ?? 0) - (other?.day ?? 0),
    );
    const periods = days.map((ofDay) => ofDay.map(({ period }) => period));
    for (const runs of periods.map(findRuns)) touching += runs.filter((run) => run.length > 1).length;
    for (const [index, spans] of findSpans(periods, { doubles, blocks }).entries()) {
      for (const span of spans) {
        const ofDay = days[index]?.filter(({ period }) => span.includes(period)) ?? [];
        for (const each of ofDay) spanOf.set(each, `w${week + 1}-d${each.day + 1}-p${(span[0] ?? 0) + 1}`);
        joined += 1;
      }
    }
  }
  return { isAsked: doubles > 0 || blocks.length > 0, joined, touching };
}

/** Reported once for a lesson, since its parts are at the same times. */
function reportAdjacentPeriods(
  found: readonly ReturnType<typeof findPartSpans>[],
  lesson: string,
  place: Place,
  findings: Findings,
): void {
  const times = (count: number): string => (count === 1 ? 'once' : `${count} times`);
  const joined = largest(found, (each) => each.joined);
  const touching = largest(found, (each) => (each.isAsked ? 0 : each.touching));
  if (joined > 0) {
    const message = `lesson ${quote(lesson)} has a double period or block ${times(joined)}, because GPU002 asks for it`;
    findings.add('untis.doubles-assumed', place, message);
  } else if (touching > 0) {
    const message = `lesson ${quote(lesson)} has adjacent periods ${times(touching)}; they are shown as single periods`;
    findings.add('untis.periods-touch', place, message);
  }
}
