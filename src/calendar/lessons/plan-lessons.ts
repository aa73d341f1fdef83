// Plans dates: the lessons of the whole school, each of which can be divided, and what of them is a person's. Apart from the list of
// lessons, which is all that pages need.

import type { LessonUnit } from '../../contract/types.generated.ts';
import { createSchoolYear } from '../create-school-year.ts';
import { type MomentsOn, momentsOn } from '../moments-on.ts';
import { rememberDates } from '../remember-dates.ts';
import { describeUnits } from './describe-units.ts';
import type { Person, PersonInVersion } from './index-persons.ts';
import { createLessonLister, type LessonLister, type LessonsAsked, type LessonWithUnits } from './list-lessons.ts';
import { isClosedFor, ownRuns, type Run } from './own-runs.ts';
import type { PlannedLesson } from './planned-lesson.ts';

export type DivisibleLesson = {
  lesson: PlannedLesson;
  /** Of some of its units, in order: those from `first` to the one before `end`, which are at least one. */
  cut(first: number, end: number): PlannedLesson;
};

/** Periods of the lesson at this place of the plan. */
type OwnPeriods = Run & { place: number };

export type LessonPlanner = LessonLister & {
  /** The person in each version that applies on a date and knows them, in the order of the versions. */
  find(person: Person, date: number): PersonInVersion[];
  /** The lessons of a date for all of the school, in the order of the list. */
  plan(date: number): readonly DivisibleLesson[];
  /** What of the plan of a date is a person's, by start. */
  ofPerson(date: number, person: Person): OwnPeriods[];
};

/** Reads the versions once, for several dates and persons. */
export function createLessonPlanner(asked: Pick<LessonsAsked, 'calendar' | 'versions'>): LessonPlanner {
  const lister = createLessonLister(asked);
  const year = createSchoolYear(asked.calendar);
  const planAt = rememberDates((date) =>
    planOfDate(lister.listWithUnits(date), momentsOn(date, asked.calendar.timeZone)),
  );
  const inVersion = rememberPerson();
  const find = (person: Person, date: number): PersonInVersion[] =>
    lister.finders(date).flatMap((finder) => inVersion(finder, person) ?? []);
  return {
    ...lister,
    find,
    plan: (date) => planAt(date).lessons,
    ofPerson: (date, person) => planAt(date).of(find(person, date).filter((each) => !isClosedFor(year, date, each))),
  };
}

type Finder = (person: Person) => PersonInVersion | null;

/** Many dates are asked for one person after the other. */
function rememberPerson(): (finder: Finder, person: Person) => PersonInVersion | null {
  let last: Person | null = null;
  const known = new Map<Finder, PersonInVersion | null>();
  return (finder, person) => {
    if (last !== person) known.clear();
    last = person;
    const found = known.get(finder) ?? finder(person);
    known.set(finder, found);
    return found;
  };
}

type PlanOfDate = {
  lessons: readonly DivisibleLesson[];
  /** By start. @param persons the person in each version that applies and knows them */
  of(persons: readonly PersonInVersion[]): OwnPeriods[];
};

/** @param found in their order */
function planOfDate(found: readonly LessonWithUnits[], toMoment: MomentsOn): PlanOfDate {
  const lessons = found.map(({ lesson, units }) => ({
    lesson,
    cut: (first: number, end: number) =>
      describeUnits(lesson.timetableId, lesson.date, units.slice(first, end), toMoment),
  }));
  // Classes may have a unit at different times.
  let placesOf: Map<LessonUnit, number[]> | null = null;
  return {
    lessons,
    of(persons) {
      placesOf ??= indexPlaces(found);
      const own: { at: number; periods: OwnPeriods }[] = [];
      for (const person of persons)
        for (const place of new Set([...person.units].flatMap((unit) => placesOf?.get(unit) ?? []))) {
          const units = found[place]?.units ?? [];
          for (const run of ownRuns(person, units)) {
            const { at } = toMoment(units[run.first]?.times.startTime ?? '', false);
            own.push({ at, periods: { place, ...run } });
          }
        }
      return own
        .sort((one, other) => one.at - other.at || one.periods.place - other.periods.place)
        .map(({ periods }) => periods);
    },
  };
}

function indexPlaces(found: readonly LessonWithUnits[]): Map<LessonUnit, number[]> {
  const placesOf = new Map<LessonUnit, number[]>();
  for (const [place, { units }] of found.entries())
    for (const { unit } of units) {
      const places = placesOf.get(unit.unit);
      if (places === undefined) placesOf.set(unit.unit, [place]);
      else places.push(place);
    }
  return placesOf;
}
