// Maps one Untis lesson: a group for each part of the coupling, its placed units, and its unplaced units.

import { groupBy } from '../group-by.ts';
import { limits } from '../reading/limits.ts';
import { type Findings, type Place, quote } from '../report/finding.ts';
import type { SchoolGroup, SchoolLesson, SchoolUnit } from '../school/school.ts';
import type { Occurrence, Part } from './collect-parts.ts';
import { joinPeriods, largest } from './join-periods.ts';

/** Keys of entities by the short names of rows. */
export type Keys = Record<'teacher' | 'subject' | 'className' | 'room', (shortName: string) => string>;

type Group = { part: Part; classes: string[]; occurrences: Occurrence[]; unplaced: number; unplacedDoubles: number };

export function mapLesson(
  identity: SchoolLesson['identity'],
  parts: readonly Part[],
  weeks: number,
  place: Place,
  keys: Keys,
  findings: Findings,
): SchoolLesson {
  const number = identity.permanentId ?? identity.shortName;
  const groups = parts.flatMap((part) => groupsOf(part));
  if (groups.length > limits.groups) {
    const message = `lesson ${quote(number)} has ${groups.length} combinations of teacher, subject and classes, and ${limits.groups} is the maximum`;
    findings.add('school.too-large', place, message);
    return { key: number, identity, place, groups: [], configurations: [], units: [] };
  }
  const spanOf = joinPeriods(parts, number, place, findings);
  for (const part of parts) addUnplaced(part, groups, weeks, spanOf, number, place, findings);
  const units = groups.flatMap(({ occurrences, unplaced, unplacedDoubles }, group) => [
    ...occurrences.map((each): SchoolUnit => {
      const { week, day, period, rooms } = each;
      const span = each.span ?? spanOf.get(each) ?? null;
      return { group, at: { week, day, period }, span, rooms: [...rooms].map(keys.room), locked: false };
    }),
    ...Array.from({ length: unplaced }, (_, index): SchoolUnit => {
      const double = Math.floor(index / 2);
      const span = double < unplacedDoubles ? `u${group + 1}-${double + 1}` : null;
      return { group, at: null, span, rooms: [], locked: false };
    }),
  ]);
  const severalSets = (part: Part) => groups.filter((group) => group.part === part).length > 1;
  const dueOf = new Map(parts.map((part) => [part, groupBy(part.due, ({ className }) => className)]));
  return {
    key: number,
    identity,
    place,
    groups: groups.map(({ part, classes }): SchoolGroup => {
      const { teacher, subject, due } = part;
      const ofClasses = classes.flatMap((name) => dueOf.get(part)?.get(name) ?? []);
      const own = classes.length === 0 ? due : ofClasses.sort((one, other) => one.row - other.row);
      const rooms = own.map(({ room }) => room).filter(Boolean);
      return {
        key: JSON.stringify([teacher, subject, ...(severalSets(part) ? classes : [])]),
        name: own.find(({ studentGroup }) => studentGroup !== '')?.studentGroup ?? null,
        teachers: teacher === '' ? [] : [keys.teacher(teacher)],
        classes: classes.map(keys.className),
        subjects: subject === '' ? [] : [keys.subject(subject)],
        roomCandidates: [...new Set(rooms)].map(keys.room),
      };
    }),
    configurations: configurationsOf(units, groups.length),
    units,
  };
}

/** A part is one group, unless its rows teach different classes at different times. */
function groupsOf(part: Part): Group[] {
  const byClasses = new Map<string, Group>();
  const groupOf = (classes: readonly string[]): Group => {
    const sorted = [...classes].sort();
    const key = JSON.stringify(sorted);
    const group = byClasses.get(key) ?? { part, classes: sorted, occurrences: [], unplaced: 0, unplacedDoubles: 0 };
    byClasses.set(key, group);
    return group;
  };
  for (const occurrence of part.occurrences.values()) groupOf([...occurrence.classes]).occurrences.push(occurrence);
  const due = new Set(part.due.map(({ className }) => className).filter(Boolean));
  if (byClasses.size === 0) groupOf([...(due.size > 0 ? due : part.unplacedClasses)]);
  return [...byClasses.values()];
}

/** Adds the hours of GPU002 that have no rows in GPU001. A lesson that takes place in some weeks has its hours in those weeks. */
function addUnplaced(
  part: Part,
  groups: readonly Group[],
  weeks: number,
  spanOf: ReadonlyMap<Occurrence, string>,
  lesson: string,
  place: Place,
  findings: Findings,
): void {
  const { occurrences, due } = part;
  const placed = occurrences.size;
  const hours = largest(due, (row) => row.hours ?? 0);
  const ofGroup = due.find((row) => row.weeks !== null)?.weeks;
  const inWeeks = new Set([...occurrences.values()].map(({ week }) => week)).size || ofGroup || weeks;
  const needed = Math.ceil(hours * inWeeks - 1e-6);
  if (!Number.isInteger(hours))
    findings.add(
      'untis.hours-rounded',
      place,
      `lesson ${quote(lesson)} has ${hours} hours a week, which is rounded up to ${needed} units`,
    );
  if (placed > needed && hours > 0)
    findings.add(
      'untis.more-than-hours',
      place,
      `lesson ${quote(lesson)} has ${placed} periods with ${quote(part.teacher)} in GPU001, and ${needed} hours in GPU002`,
    );
  const classes = JSON.stringify([...new Set(due.map(({ className }) => className).filter(Boolean))].sort());
  const own = groups.filter((group) => group.part === part);
  const group = own.find((each) => JSON.stringify(each.classes) === classes) ?? own[0];
  if (group === undefined) return;
  group.unplaced = Math.max(part.unplaced, needed - placed);
  const least = largest(due, (row) => row.doubles?.least ?? 0) * inWeeks;
  const made = new Set([...occurrences.values()].map((each) => each.span ?? spanOf.get(each)).filter(Boolean)).size;
  group.unplacedDoubles = Math.max(0, Math.min(least - made, Math.floor(group.unplaced / 2)));
}

/** The units of the largest group, since the parts of a coupled lesson are taught equally often. */
function configurationsOf(units: readonly SchoolUnit[], groups: number): SchoolLesson['configurations'] {
  const unitsOf = groupBy(units, ({ group }) => group);
  const byGroup = Array.from({ length: groups }, (_, group) => unitsOf.get(group) ?? []);
  const most = byGroup.reduce((best, each) => (each.length > best.length ? each : best), []);
  const spans = groupBy(
    most.filter(({ span }) => span !== null),
    ({ span }) => span,
  );
  const frequencies = new Map<number, number>();
  for (const { length } of spans.values()) frequencies.set(length, (frequencies.get(length) ?? 0) + 1);
  const single = most.filter(({ span }) => span === null).length;
  if (single > 0) frequencies.set(1, (frequencies.get(1) ?? 0) + single);
  return [...frequencies].map(([length, frequency]) => ({ frequency, length })).sort((a, b) => b.length - a.length);
}
