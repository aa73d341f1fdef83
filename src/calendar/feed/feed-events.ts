// Chooses what the feed of a class, a teacher, a room or a student is made from: the lessons in its window, and the days that
// are closed for them.

import type { Calendar, LessonUnit, NamedEntity, Timetable } from '../../contract/types.generated.ts';
import { readVersionDate, type VersionDate } from '../bell-day.ts';
import { createSchoolYear, type SchoolYear } from '../create-school-year.ts';
import type { Person } from '../lessons/index-persons.ts';
import { type IndexedClass, type IndexedVersion, indexVersion } from '../lessons/index-version.ts';
import { basisOfLessons } from '../lessons/lesson-basis.ts';
import { createLessonLister } from '../lessons/list-lessons.ts';
import type { PlannedLesson } from '../lessons/planned-lesson.ts';
import { rememberDates } from '../remember-dates.ts';
import { addDays } from '../time/day.ts';
import type { ChangedLesson, ClosedDays, FeedInput, FeedLesson, PersonsChanges } from './feed-input.ts';
import type { FeedWindow } from './feed-window.ts';

export type FeedEvents = Pick<FeedInput, 'lessons' | 'changed' | 'closedDays' | 'buildingNames'> & {
  /** As the first of the versions names it. */
  entity: NamedEntity;
};

export type FeedEventsAsked = {
  calendar: Calendar;
  /** In the order of the list. Drafts, and versions that do not apply in the window, may be left out. */
  versions: readonly Timetable[];
  window: FeedWindow;
};

export type FeedEventsOf = {
  /** Null for who is in no published version, and in no change. @param changes left out where nothing is changed */
  (person: Person, changes?: PersonsChanges | null): FeedEvents | null;
  /** What these are made from: where that is the same, so are they, with the same time-zone data. Null when nobody can tell. */
  basisOf(person: Person, changes?: PersonsChanges | null): string | null;
};

/** Reads the versions once, for all feeds of a school. */
export function createFeedEvents({ calendar, versions, window }: FeedEventsAsked): FeedEventsOf {
  const { firstDay, lastDay } = window;
  const published = versions.filter(({ status }) => status === 'published');
  const lister = createLessonLister({ calendar, versions: published });
  const year = createSchoolYear(calendar);
  const buildingNames = buildingsOf(published);
  const bellsOf = readBells(year, published);
  const closedDays = new Map<string | null, ClosedDays[]>();
  const closedFor = (ownClass: string | null) => {
    const closed = closedDays.get(ownClass) ?? listClosedDays(year, ownClass, firstDay, lastDay);
    closedDays.set(ownClass, closed);
    return closed;
  };
  const shared = basisOfAll({ calendar, versions: published, window }, buildingNames);
  const eventsOf = (person: Person, changes: PersonsChanges | null = null): FeedEvents | null => {
    const [first] = lister.finders().flatMap((find) => find(person) ?? []);
    const entity = first?.entity ?? entityInChanges(person, changes);
    if (entity === null) return null;
    const ownClass = first?.ownClass?.entityId ?? null;
    const withBells = (lesson: PlannedLesson): FeedLesson => ({ ...lesson, ...bellsOf(lesson, ownClass) });
    const asPlanned = lister.list(firstDay, lastDay, person).filter(({ date }) => changes?.dates.has(date) !== true);
    return {
      entity,
      lessons: [...asPlanned, ...(changes?.regular ?? [])].map(withBells),
      changed: (changes?.changed ?? []).map(({ planned, shown, takesPart }) => ({
        planned: planned && withBells(planned),
        shown: { ...shown, ...bellsOfShown(shown, (lesson) => bellsOf(lesson, ownClass)) },
        takesPart,
      })),
      closedDays: closedFor(ownClass),
      buildingNames,
    };
  };
  const basisOf = (person: Person, changes: PersonsChanges | null = null): string | null => {
    const own = basisOfLessons(lister.select(person));
    if (own === null) return null;
    const isChanged = changes !== null && changes.dates.size > 0;
    return `${shared} ${own}${isChanged ? ` ${JSON.stringify([[...changes.dates], changes.changed])}` : ''}`;
  };
  return Object.assign(eventsOf, { basisOf });
}

/** Somebody whom no version names may be there on the day. */
export function entityInChanges({ kind, entityId }: Person, changes: PersonsChanges | null): NamedEntity | null {
  if (kind === 'student') return null;
  const list = ({ class: 'classes', teacher: 'teachers', room: 'rooms' } as const)[kind];
  for (const { shown } of changes?.changed ?? [])
    for (const { entityId: id, ...names } of shown[list]) if (id === entityId) return { entityId, ...names };
  return null;
}

/** What was added or moved is in no period. */
function bellsOfShown(shown: ChangedLesson['shown'], bellsOf: BellsOf): ReturnType<BellsOf> {
  if (shown.timetableId === null || shown.periodIndex === null) return { weekInCycle: null, periodNames: ['', ''] };
  const { date, timetableId, unitLocalIds } = shown;
  const classes = (shown.status === 'cancelled' ? null : shown.original?.classes) ?? shown.classes;
  return bellsOf({ date, timetableId, unitLocalIds, classes });
}

type BellsOf = (
  lesson: Pick<PlannedLesson, 'date' | 'timetableId' | 'classes' | 'unitLocalIds'>,
) => Pick<FeedLesson, 'weekInCycle' | 'periodNames'>;

/** What the events of all persons are made from, but for the lessons of versions. */
const basisOfAll = ({ calendar, versions, window }: FeedEventsAsked, buildingNames: ReadonlyMap<string, string>) =>
  JSON.stringify([
    ...[calendar, window, [...buildingNames]],
    versions.map(({ id, groupId, versionNumber, isCurrent, effectiveFrom, effectiveTo, ...document }) => [
      ...[id, groupId, versionNumber, isCurrent, effectiveFrom, effectiveTo],
      ...[document.bellSchedule, document.bellSchedules],
      document.classes.map(({ entityId, bellScheduleId }) => [entityId, bellScheduleId]),
    ]),
  ]);

/** By the entityId of the room; of several versions, as the first in the list names it. */
function buildingsOf(versions: readonly Timetable[]): Map<string, string> {
  const names = new Map<string, string>();
  for (const { rooms } of versions)
    for (const { entityId, buildingName } of rooms) if (!names.has(entityId)) names.set(entityId, buildingName);
  return names;
}

/** What the bells of the person's own class say of a lesson, if it is for that class, or else those of the lesson's first. */
function readBells(year: SchoolYear, versions: readonly Timetable[]) {
  type Read = {
    index: IndexedVersion;
    classes: ReadonlyMap<string, IndexedClass>;
    units: ReadonlyMap<string, LessonUnit>;
    dateOf(date: number): VersionDate;
  };
  const read = new Map<string, Read>();
  for (const document of versions) {
    const index = indexVersion(document, year.calendar);
    read.set(document.id, {
      index,
      classes: new Map(index.classes.map((each) => [each.named.entityId, each])),
      units: new Map(document.lessonUnits.map((unit) => [unit.localId, unit])),
      dateOf: rememberDates((date) => readVersionDate(year, index, date)),
    });
  }
  return (lesson: Parameters<BellsOf>[0], ownClass: string | null): ReturnType<BellsOf> => {
    const { date, timetableId, classes, unitLocalIds } = lesson;
    const version = read.get(timetableId);
    const taught = classes.find(({ entityId }) => entityId === ownClass) ?? classes[0];
    const schoolClass = version?.classes.get(taught?.entityId ?? '') ?? null;
    const { timelines } = schoolClass?.schedule ?? version?.index.defaultSchedule ?? {};
    const nameOf = (localId = '') => {
      const { dayId, periodIndex } = version?.units.get(localId) ?? {};
      return timelines?.get(dayId ?? '')?.periods[periodIndex ?? -1]?.name ?? '';
    };
    return {
      weekInCycle: version?.dateOf(date).bellDayOf(schoolClass)?.place.weekInCycle ?? null,
      periodNames: [nameOf(unitLocalIds[0]), nameOf(unitLocalIds.at(-1))],
    };
  };
}

/** No holidays are longer; what is, begins or ends there. */
const longest = 366;

/**
 * The days that closures and exceptions close, for a class or for everybody. Days in a row with one name are one, and those
 * that begin before the range or end after it are whole, so that they stay the same when the range moves.
 */
function listClosedDays(year: SchoolYear, ownClass: string | null, firstDay: number, lastDay: number): ClosedDays[] {
  const nameOn = (date: number): string | null => {
    const { isSchoolDay, name, why } = year.on(date, ownClass);
    return !isSchoolDay && (why === 'closure' || why === 'exception') ? name : null;
  };
  const found: ClosedDays[] = [];
  for (let date = firstDay; date <= lastDay; ) {
    const name = nameOn(date);
    if (name === null) {
      date = addDays(date, 1);
      continue;
    }
    const reach = (step: 1 | -1) => {
      let end = date;
      for (let days = 0; days < longest && nameOn(addDays(end, step)) === name; days++) end = addDays(end, step);
      return end;
    };
    // Only the first one of the range may begin before it.
    const closed = { firstDay: date === firstDay ? reach(-1) : date, lastDay: reach(1), name };
    found.push(closed);
    date = addDays(closed.lastDay, 1);
  }
  return found;
}
