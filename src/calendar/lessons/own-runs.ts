// Which periods of a lesson a person has.

import type { SchoolYear } from '../create-school-year.ts';
import type { PersonInVersion } from './index-persons.ts';
import type { DatedUnit } from './join-units.ts';

/** Periods of a lesson: those from `first` to the one before `end`. */
export type Run = { first: number; end: number };

export const isClosedFor = (year: SchoolYear, date: number, { ownClass }: PersonInVersion): boolean =>
  ownClass !== null && !year.on(date, ownClass.entityId).isSchoolDay;

/** Of a lesson whose units differ, the person has those in which they take part: each run of these is a lesson of theirs. */
export function* ownRuns(person: PersonInVersion, lesson: readonly DatedUnit[]): Generator<Run> {
  let first = 0;
  for (const [place, dated] of lesson.entries())
    if (!takesPart(person, dated)) {
      if (first < place) yield { first, end: place };
      first = place + 1;
    }
  if (first < lesson.length) yield { first, end: lesson.length };
}

/** Where a lesson takes place for some of its classes only, it does so for the person if it does for the person's class. */
const takesPart = ({ units, ownClass }: PersonInVersion, { unit, classes }: DatedUnit): boolean =>
  units.has(unit.unit) &&
  (ownClass === null ||
    !unit.unit.classIds.includes(ownClass.localId) ||
    classes.some(({ named }) => named.entityId === ownClass.entityId));
