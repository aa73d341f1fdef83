// Resolves the days of an organisation: planned lessons and changes in; what takes place, what is cancelled and what is orphaned
// out. It is the one place that decides: what is published, feeds, links and the checks of an import all ask it.
//
// The calendar decides first, then the timetable version, then the changes. A change whose lesson is not there is orphaned: it is
// kept and not applied, and applies when the lesson is there again.

import { createSchoolYear } from '../calendar/create-school-year.ts';
import type { Person } from '../calendar/lessons/index-persons.ts';
import { createLessonPlanner } from '../calendar/lessons/plan-lessons.ts';
import { momentsOn } from '../calendar/moments-on.ts';
import { rememberDates } from '../calendar/remember-dates.ts';
import type {
  Calendar,
  CancelledLesson,
  DatedLesson,
  DayAbsence,
  DayChange,
  DayNote,
  NamedEntity,
  Timetable,
} from '../contract/types.generated.ts';
import { append } from './append.ts';
import { applyChanges } from './apply-changes.ts';
import { createDaysOfPersons, type DaysOfPerson } from './days-of-person.ts';
import type { Entities } from './find-names.ts';
import { createLessonIds, type Sha256 } from './lesson-ids.ts';
import {
  type AddedOutcome,
  type Audience,
  type Moments,
  type PlannedOutcome,
  showAdded,
  showCancelled,
  showLesson,
  showRegular,
} from './lesson-outcome.ts';
import type { Orphan, Stored } from './orphan.ts';
import { createNames } from './read-names.ts';
import { type AbsentOn, type ResolvedNote, resolveNotes } from './resolve-notes.ts';

export type DaysAsked = {
  calendar: Calendar;
  /** In the order of the list. Drafts, and versions of other times, may be left out. */
  versions: readonly Timetable[];
  /** Those of the organisation, for who is in no version. */
  entities: Entities;
  /** Those of the dates that are asked for, and those that move a lesson to one. */
  changes: readonly Stored<DayChange>[];
  notes: readonly Stored<DayNote>[];
  absent: readonly Stored<DayAbsence>[];
  sha256: Sha256;
};

export type ResolvedDay = {
  lessons: DatedLesson[];
  cancelled: CancelledLesson[];
  notes: ResolvedNote[];
  absent: AbsentOn;
};

export type ResolvedDays = {
  on(date: number, audience: Audience): ResolvedDay;
  /** The same for one person. @param teachers whom a link shows of the teachers in changes */
  of(person: Person, teachers: Audience['teachers']): DaysOfPerson;
  /** When what is different on a date was last changed; null where nothing is. */
  changedAt(date: number): string | null;
  orphaned: readonly Orphan[];
};

export function resolveDays(asked: DaysAsked): ResolvedDays {
  const { calendar, versions, sha256 } = asked;
  const year = createSchoolYear(calendar);
  const lister = createLessonPlanner({ calendar, versions });
  const published = versions.filter(({ status }) => status === 'published');
  const names = createNames(published, asked.entities);
  const orphaned: Orphan[] = [];
  const changedAt = new Map<number, string>();
  const noteChange = (date: number, at: string | null | undefined) => {
    if (at != null && at > (changedAt.get(date) ?? '')) changedAt.set(date, at);
  };
  const toMoments = (date: number, startTime: string, endTime: string): Moments => {
    const toMoment = momentsOn(date, calendar.timeZone);
    const [start, end] = [toMoment(startTime, false).text, toMoment(endTime, endTime <= startTime).text];
    return { date, startTime, endTime, start, end };
  };
  const isClosed = (date: number, classes: readonly NamedEntity[]): boolean =>
    classes.length === 0
      ? !year.on(date).isSchoolDay
      : classes.some(({ entityId }) => !year.on(date, entityId).isSchoolDay);

  const changesOn = new Map<number, { change: Stored<DayChange>; index: number }[]>();
  for (const [index, change] of asked.changes.entries()) append(changesOn, change.date, { change, index });

  const ids = createLessonIds(sha256);
  const lessonsOn = rememberDates((date) => ids.withParts(lister.plan(date)));
  const withChanges = new Map<number, PlannedOutcome[]>();
  const addedOn = new Map<number, AddedOutcome[]>();
  /** By the date on which they take place: what was moved or added to it. */
  const arriving = new Map<number, (PlannedOutcome | AddedOutcome)[]>();
  const arrive = (date: number, outcome: PlannedOutcome | AddedOutcome) => append(arriving, date, outcome);

  for (const [date, changes] of changesOn) {
    const { planned, added } = applyChanges({
      ...{ date, changes, lessons: lessonsOn(date), names, ids, isClosed, toMoments, noteChange },
      fail: (index, code, field, candidates = []) =>
        orphaned.push({ list: 'changes', index, date, code, field, candidates }),
    });
    withChanges.set(date, planned);
    if (added.length > 0) addedOn.set(date, added);
    for (const outcome of planned) if (outcome.effect?.moved != null) arrive(outcome.effect.moved.date, outcome);
    for (const outcome of added) arrive(date, outcome);
  }

  const { notesOn, absentOn } = resolveNotes({
    ...asked,
    namesOn: names.on,
    orphan: (each) => orphaned.push(each),
    noteChange,
  });

  let ofPersons: ReturnType<typeof createDaysOfPersons> | null = null;
  return {
    of(person, teachers) {
      ofPersons ??= createDaysOfPersons({
        ...{ lister, lessonsOn, planned: withChanges, added: addedOn, notesOn, absentOn },
      });
      return ofPersons(person, teachers);
    },
    orphaned,
    changedAt: (date) => changedAt.get(date) ?? null,
    on(date, audience) {
      const own = withChanges.get(date);
      const lessons = own === undefined ? regularOn(date) : showThere(own, audience);
      const others = (arriving.get(date) ?? []).flatMap((outcome) =>
        'planned' in outcome ? (showLesson(outcome, audience) ?? []) : showAdded(outcome),
      );
      return {
        // Sorting is stable: what was planned comes first.
        lessons: others.length === 0 ? lessons : [...lessons, ...others].sort(byStart),
        cancelled: own?.flatMap((outcome) => showCancelled(outcome, audience) ?? []) ?? [],
        notes: notesOn(date),
        absent: absentOn(date),
      };
    },
  };

  /** Most days are as planned, and a large school has many lessons. */
  function regularOn(date: number): DatedLesson[] {
    const lessons = lister.list(date, date);
    const given = ids.ofLessons(lessons);
    return lessons.map((lesson, index) => showRegular(lesson, given[index] ?? ''));
  }
}

/** What was planned and takes place then. */
const showThere = (outcomes: readonly PlannedOutcome[], audience: Audience): DatedLesson[] =>
  outcomes.flatMap((outcome) => (outcome.effect?.moved == null ? (showLesson(outcome, audience) ?? []) : []));

const byStart = (one: DatedLesson, other: DatedLesson): number => Date.parse(one.start) - Date.parse(other.start);
