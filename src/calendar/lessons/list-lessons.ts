// Lists the lessons that take place on dates, each with its times, its place in UTC and the names of all who take part, but
// for students: nobody needs a calendar or a grid to read them.

import type { Calendar, LessonUnit, Timetable } from '../../contract/types.generated.ts';
import { readVersionDate, type VersionDate } from '../bell-day.ts';
import { createSchoolYear, type SchoolYear } from '../create-school-year.ts';
import { momentsOn } from '../moments-on.ts';
import { rememberDates } from '../remember-dates.ts';
import { addDays } from '../time/day.ts';
import { describeUnits } from './describe-units.ts';
import { indexPersons, type Person } from './index-persons.ts';
import { type IndexedVersion, indexVersion, type Span } from './index-version.ts';
import { type DatedUnit, joinUnits } from './join-units.ts';
import type { SelectedInVersion, Selection } from './lesson-basis.ts';
import { isClosedFor, ownRuns } from './own-runs.ts';
import type { PlannedLesson } from './planned-lesson.ts';
import { versionsOn } from './versions-on.ts';

export type LessonLister = {
  /**
   * The lessons of all dates of a range, by start, then in the order of the versions and of their units.
   * @param person whose lessons; left out for all of the school
   */
  list(firstDay: number, lastDay: number, person?: Person): PlannedLesson[];
  /** The same lessons of a date for all of the school, with their units, which may be divided (plan-lessons.ts). */
  listWithUnits(date: number): LessonWithUnits[];
  /** What finds a person in each published version, in their order. @param date only in those that apply then */
  finders(date?: number): PersonFinder[];
  /** Where the lessons of a person are in each published version, of which their basis is made (lesson-basis.ts). */
  select(person: Person): SelectedInVersion[];
};

type PersonFinder = ReturnType<typeof indexPersons>;

export type LessonWithUnits = { lesson: PlannedLesson; units: readonly DatedUnit[] };

export type LessonsAsked = {
  calendar: Calendar;
  versions: readonly Timetable[];
  firstDay: number;
  lastDay: number;
  person?: Person;
};

export const listLessons = ({ firstDay, lastDay, person, ...parts }: LessonsAsked): PlannedLesson[] =>
  createLessonLister(parts).list(firstDay, lastDay, person);

/**
 * Reads the versions once, for several weeks or persons.
 * @param versions in the order of the list; drafts, and versions of other times, may be left out
 */
export function createLessonLister({ calendar, versions }: Pick<LessonsAsked, 'calendar' | 'versions'>): LessonLister {
  const year = createSchoolYear(calendar);
  const published = versions.filter(({ status }) => status === 'published');
  const versionsAt = rememberDates((date) => versionsOn(published, date));
  const momentsAt = rememberDates((date) => momentsOn(date, calendar.timeZone));
  const known = new Map<Timetable, ReadVersion>();
  const read = (document: Timetable): ReadVersion => {
    const version = known.get(document) ?? readVersion(year, document, versions.indexOf(document));
    known.set(document, version);
    return version;
  };

  function* listOn(
    date: number,
    selectionOf: (version: ReadVersion) => Selection | null,
  ): Generator<[Found, readonly DatedUnit[]]> {
    for (const document of versionsAt(date)) {
      const version = read(document);
      const selection = selectionOf(version);
      if (selection === null) continue;
      const toMoment = momentsAt(date);
      for (const units of lessonsOn(year, version, selection, date)) {
        const lesson = describeUnits(document.id, date, units, toMoment);
        const at = toMoment(lesson.startTime, false).at;
        yield [{ lesson, at, rank: version.rank, order: units[0]?.unit.order ?? 0 }, units];
      }
    }
  }

  return {
    select: (person) =>
      published.map((document) => ({ index: read(document).index, selection: select(read(document), person) })),
    finders: (date) => (date === undefined ? published : versionsAt(date)).map((document) => read(document).persons()),
    list(firstDay, lastDay, person) {
      const found: Found[] = [];
      const selections = new Map<ReadVersion, Selection | null>();
      const selectionOf = (version: ReadVersion) => {
        if (!selections.has(version))
          selections.set(version, person === undefined ? everything(version) : select(version, person));
        return selections.get(version) ?? null;
      };
      for (let date = firstDay; date <= lastDay; date = addDays(date, 1))
        for (const [each] of listOn(date, selectionOf)) found.push(each);
      return found.sort(byStart).map(({ lesson }) => lesson);
    },
    listWithUnits: (date) =>
      [...listOn(date, everything)]
        .sort(([one], [other]) => byStart(one, other))
        .map(([{ lesson }, units]) => ({ lesson, units })),
  };
}

type ReadVersion = {
  index: IndexedVersion;
  dateOf(date: number): VersionDate;
  rank: number;
  persons(): PersonFinder;
  /** Where the span of a unit is: its day, and its place among the day's. */
  places(): ReadonlyMap<LessonUnit, { dayId: string; span: Span; place: number }>;
};

function readVersion(year: SchoolYear, document: Timetable, rank: number): ReadVersion {
  const index = indexVersion(document, year.calendar);
  return {
    index,
    dateOf: rememberDates((date) => readVersionDate(year, index, date)),
    rank,
    persons: once(() => indexPersons(document)),
    places: once(
      () =>
        new Map(
          Array.from(index.days, ([dayId, { spans }]) =>
            spans.flatMap((span, place) => span.map(({ unit }) => [unit, { dayId, span, place }] as const)),
          ).flat(),
        ),
    ),
  };
}

/** For what only persons need: a week of the whole school is listed without it. */
function once<Made extends object>(make: () => Made): () => Made {
  let made: Made | null = null;
  return () => {
    made ??= make();
    return made;
  };
}

type Found = { lesson: PlannedLesson; at: number; rank: number; order: number };

const byStart = (one: Found, other: Found): number =>
  one.at - other.at || one.rank - other.rank || one.order - other.order;

const everything = ({ index: { days } }: ReadVersion): Selection => ({
  spansOf: (dayId) => days.get(dayId)?.spans ?? [],
  person: null,
});

function select({ persons, places }: ReadVersion, who: Person): Selection | null {
  const person = persons()(who);
  if (person === null) return null;
  const placed = [...person.units].flatMap((unit) => places().get(unit) ?? []);
  const spans = new Map<string, Set<Span>>();
  for (const { dayId, span } of placed.sort((one, other) => one.place - other.place)) {
    const ofDay = spans.get(dayId) ?? new Set<Span>();
    spans.set(dayId, ofDay.add(span));
  }
  const own = new Map(Array.from(spans, ([dayId, ofDay]) => [dayId, [...ofDay]]));
  return { spansOf: (dayId) => own.get(dayId) ?? [], person };
}

function* lessonsOn(
  year: SchoolYear,
  { index: { days }, dateOf }: ReadVersion,
  { spansOf, person }: Selection,
  date: number,
): Generator<DatedUnit[]> {
  if (person !== null && isClosedFor(year, date, person)) return;
  const { bellDayOf, dayIds } = dateOf(date);
  for (const dayId of dayIds) {
    const isParted = (before: DatedUnit['unit'], after: DatedUnit['unit']) =>
      after.periodIndex - before.periodIndex > 1 &&
      days.get(dayId)?.between()(before.unit, after.unit, before.periodIndex, after.periodIndex) === true;
    for (const span of spansOf(dayId))
      for (const lesson of joinUnits({ span, dayId, bellDayOf, isParted }))
        if (person === null) yield lesson;
        else for (const { first, end } of ownRuns(person, lesson)) yield lesson.slice(first, end);
  }
}
