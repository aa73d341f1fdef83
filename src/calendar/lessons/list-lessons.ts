// Lists the lessons that take place on dates, each with its times, its place in UTC and the names of all who take part, but
// for students: nobody needs a calendar or a grid to read them.

import type { Calendar, DatedLesson, LessonUnit, NamedEntity, Timetable } from '../../contract/types.generated.ts';
import { readVersionDate, type VersionDate } from '../bell-day.ts';
import { createSchoolYear, type SchoolYear } from '../create-school-year.ts';
import { type MomentsOn, momentsOn } from '../moments-on.ts';
import { rememberDates } from '../remember-dates.ts';
import { addDays } from '../time/day.ts';
import { indexPersons, type Person, type PersonInVersion } from './index-persons.ts';
import { type IndexedVersion, indexVersion, type Span } from './index-version.ts';
import { type DatedUnit, joinUnits } from './join-units.ts';
import { basisOfSpans, type Selection } from './lesson-basis.ts';
import { versionsOn } from './versions-on.ts';

export type LessonLister = {
  /**
   * The lessons of all dates of a range, by start, then in the order of the versions and of their units.
   * @param person whose lessons; left out for all of the school
   */
  list(firstDay: number, lastDay: number, person?: Person): DatedLesson[];
  /** The person in each version that knows them, in the order of the versions. */
  find(person: Person): PersonInVersion[];
  /**
   * What the lessons of a person are made from, but for the calendar and what versions say of dates, bells and their classes:
   * where that and this are the same, so are the lessons. Null when nobody can tell.
   */
  basisOf(person: Person): string | null;
};

export type LessonsAsked = {
  calendar: Calendar;
  versions: readonly Timetable[];
  firstDay: number;
  lastDay: number;
  person?: Person;
};

export const listLessons = ({ firstDay, lastDay, person, ...parts }: LessonsAsked): DatedLesson[] =>
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

  return {
    basisOf(person) {
      const bases: unknown[] = [];
      for (const document of published) {
        const version = read(document);
        const selection = select(version, person);
        const basis = selection === null ? 'not there' : basisOfSpans(version.index, selection);
        if (basis === null) return null;
        bases.push(basis);
      }
      return JSON.stringify(bases);
    },
    find: (person) => published.flatMap((document) => read(document).persons()(person) ?? []),
    list(firstDay, lastDay, person) {
      const found: Found[] = [];
      const selections = new Map<ReadVersion, Selection | null>();
      for (let date = firstDay; date <= lastDay; date = addDays(date, 1)) {
        for (const document of versionsAt(date)) {
          const version = read(document);
          if (!selections.has(version))
            selections.set(version, person === undefined ? everything(version) : select(version, person));
          const selection = selections.get(version) ?? null;
          if (selection === null) continue;
          for (const units of lessonsOn(year, version, selection, date))
            found.push({ ...describe(version, date, units, momentsAt(date)), rank: version.rank });
        }
      }
      return found
        .sort((one, other) => one.at - other.at || one.rank - other.rank || one.order - other.order)
        .map(({ lesson }) => lesson);
    },
  };
}

type ReadVersion = {
  index: IndexedVersion;
  dateOf(date: number): VersionDate;
  rank: number;
  persons(): ReturnType<typeof indexPersons>;
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

type Found = { lesson: DatedLesson; at: number; rank: number; order: number };

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
  const own = person?.ownClass ?? null;
  if (own !== null && !year.on(date, own.entityId).isSchoolDay) return;
  const { bellDayOf, dayIds } = dateOf(date);
  for (const dayId of dayIds) {
    const isParted = (before: DatedUnit['unit'], after: DatedUnit['unit']) =>
      after.periodIndex - before.periodIndex > 1 &&
      days.get(dayId)?.between()(before.unit, after.unit, before.periodIndex, after.periodIndex) === true;
    for (const span of spansOf(dayId))
      for (const lesson of joinUnits({ span, dayId, bellDayOf, isParted }))
        if (person === null) yield lesson;
        else yield* ownParts(person, lesson);
  }
}

/** Of a lesson whose units differ, the person has those in which they take part: each run of these is a lesson of theirs. */
function* ownParts(person: PersonInVersion, lesson: readonly DatedUnit[]): Generator<DatedUnit[]> {
  let part: DatedUnit[] = [];
  for (const dated of lesson) {
    if (takesPart(person, dated)) part.push(dated);
    else if (part.length > 0) {
      yield part;
      part = [];
    }
  }
  if (part.length > 0) yield part;
}

/** Where a lesson takes place for some of its classes only, it does so for the person if it does for the person's class. */
const takesPart = ({ units, ownClass }: PersonInVersion, { unit, classes }: DatedUnit): boolean =>
  units.has(unit.unit) &&
  (ownClass === null ||
    !unit.unit.classIds.includes(ownClass.localId) ||
    classes.some(({ named }) => named.entityId === ownClass.entityId));

function describe(
  { index: { document } }: ReadVersion,
  date: number,
  units: readonly DatedUnit[],
  toMoment: MomentsOn,
): Omit<Found, 'rank'> {
  const startTime = units[0]?.times.startTime ?? '';
  const endTime = units.at(-1)?.times.endTime ?? '';
  const start = toMoment(startTime, false);
  const lesson = {
    date,
    startTime,
    endTime,
    start: start.text,
    end: toMoment(endTime, endTime <= startTime).text,
    timetableId: document.id,
    unitLocalIds: units.map(({ unit }) => unit.unit.localId),
    periodIndex: units[0]?.unit.periodIndex ?? 0,
    periods: units.length,
    subjects: union(units, ({ unit }) => unit.subjects),
    teachers: union(units, ({ unit }) => unit.teachers),
    classes: union(units, ({ classes }) => classes.map(({ named }) => named)),
    rooms: union(units, ({ unit }) => unit.rooms),
  };
  return { lesson, at: start.at, order: units[0]?.unit.order ?? 0 };
}

function union(units: readonly DatedUnit[], of: (unit: DatedUnit) => NamedEntity[]): NamedEntity[] {
  const [only] = units;
  // Most lessons are one unit, which names nobody twice.
  return only !== undefined && units.length === 1 ? of(only) : [...new Set(units.flatMap(of))];
}
