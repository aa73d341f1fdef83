// What is different on the days of one class, teacher, room or student. Whoever is named by what was planned, or by what takes place
// instead, has to do with a lesson; a student has those of the student's units, and what is for the student's class on the day.

import type { ChangedLesson } from '../calendar/feed/feed-input.ts';
import type { Person } from '../calendar/lessons/index-persons.ts';
import type { Run } from '../calendar/lessons/own-runs.ts';
import type { LessonPlanner } from '../calendar/lessons/plan-lessons.ts';
import type { PlannedLesson } from '../calendar/lessons/planned-lesson.ts';
import type { EntityKind } from './find-names.ts';
import { indexChanges } from './index-changes.ts';
import type { LessonWithId } from './lesson-ids.ts';
import {
  type AddedOutcome,
  type Audience,
  differing,
  type Effect,
  type PlannedOutcome,
  showAdded,
  showCancelled,
  showLesson,
} from './lesson-outcome.ts';
import type { AbsentOn, ResolvedNote } from './resolve-notes.ts';

/** All lessons of the person, by start. */
type PersonsDay = { lessons: ChangedLesson[]; notes: ResolvedNote[]; absent: AbsentOn };

export type DaysOfPerson = {
  /** The dates on which lessons of the person are not as planned. */
  changed: ReadonlySet<number>;
  /** Null where nothing is different for the person. */
  on(date: number): PersonsDay | null;
};

export type DaysOfPersons = {
  lister: LessonPlanner;
  lessonsOn(date: number): readonly LessonWithId[];
  /** By the date for which they were planned. */
  planned: ReadonlyMap<number, readonly PlannedOutcome[]>;
  added: ReadonlyMap<number, readonly AddedOutcome[]>;
  notesOn(date: number): ResolvedNote[];
  absentOn(date: number): AbsentOn;
};

const listOf = { class: 'classes', student: 'classes', teacher: 'teachers', room: 'rooms' } as const satisfies Record<
  Person['kind'],
  EntityKind
>;

/** Periods of a planned lesson that are one for the person. `isOwn`: whether they were planned for the person. */
type Piece = {
  id: string;
  part: PlannedLesson;
  effect: Effect | null;
  isOwn: boolean;
  takesPart: boolean;
  planned: PlannedLesson | null;
};

/** Reads the changes once, for all persons of a school. */
export function createDaysOfPersons(
  days: DaysOfPersons,
): (person: Person, teachers: Audience['teachers']) => DaysOfPerson {
  const { lister, lessonsOn, notesOn, absentOn } = days;
  const changes = indexChanges(days.planned, days.added);
  return (person, teachers) => {
    const audience: Audience = { teachers, self: person.kind === 'teacher' ? person.entityId : null };
    const list = listOf[person.kind];
    const idsOn = (date: number): ReadonlySet<string> =>
      person.kind === 'student'
        ? new Set(lister.find(person, date).flatMap(({ ownClass }) => ownClass?.entityId ?? []))
        : new Set([person.entityId]);

    const arriving = new Map<number, Piece[]>();
    const changed = new Set<number>();
    for (const date of changes.dates)
      for (const piece of piecesOn(date)) {
        const { effect, isOwn } = piece;
        if (effect === null) continue;
        if (isOwn || effect.moved === null) changed.add(date);
        if (effect.moved === null) continue;
        changed.add(effect.moved.date);
        arriving.set(effect.moved.date, [...(arriving.get(effect.moved.date) ?? []), piece]);
      }
    for (const date of days.added.keys()) if (addedOn(date).length > 0) changed.add(date);

    return {
      changed,
      on(date) {
        const [notes, absent] = [ownNotes(date), ownAbsent(date)];
        if (!changed.has(date) && notes.length + absent.classes.length + absent.rooms.length === 0) return null;
        const there = piecesOn(date).flatMap((piece) => showThere(piece, audience));
        const moved = (arriving.get(date) ?? []).flatMap((piece) => showMoved(piece, audience));
        const added = addedOn(date).map((each) => ({ planned: null, shown: showAdded(each), takesPart: true }));
        return { lessons: [...there, ...moved, ...added].sort(byStart), notes, absent };
      },
    };

    function addedOn(date: number): AddedOutcome[] {
      return changes.addedFor(date, list, idsOn(date));
    }

    function ownNotes(date: number): ResolvedNote[] {
      const ids = list === 'classes' ? idsOn(date) : new Set<string>();
      return notesOn(date).filter(
        ({ classes }) => classes === null || classes.some(({ entityId }) => ids.has(entityId)),
      );
    }

    function ownAbsent(date: number): AbsentOn {
      const { classes, rooms } = absentOn(date);
      const ids = idsOn(date);
      const isOwn = ({ entityId }: { entityId: string | null }) => entityId !== null && ids.has(entityId);
      return {
        classes: list === 'classes' ? classes.filter(isOwn) : [],
        rooms: list === 'rooms' ? rooms.filter(isOwn) : [],
      };
    }

    /** Those planned for the date, and those of others that are the person's by a change. */
    function piecesOn(date: number): Piece[] {
      const lessons = lessonsOn(date);
      const ids = idsOn(date);
      const isNamed = (entities: readonly { entityId: string | null }[]) =>
        entities.some(({ entityId }) => entityId !== null && ids.has(entityId));
      const runs = new Map<number, Run[]>();
      const pieces: Piece[] = [];
      for (const { place, ...run } of lister.ofPerson(date, person)) {
        const whole = lessons[place];
        if (whole === undefined) continue;
        runs.set(place, [...(runs.get(place) ?? []), run]);
        const planned = cutOf(whole, run);
        const add = (first: number, end: number, effect: Effect | null) => {
          if (first === end) return;
          const part = cutOf(whole, { first, end });
          const there = effect?.lists[list];
          // A student who does not come with a class stays when other classes come.
          const takesPart = there === undefined || isNamed(there) || (list === 'classes' && !isNamed(part.classes));
          const id = whole.parts[first]?.id ?? '';
          const isThere = takesPart && effect?.cancelled !== true;
          pieces.push({
            ...{ id, part, effect, isOwn: true, takesPart: isThere },
            planned: first === run.first ? planned : null,
          });
        };
        let next = run.first;
        for (const outcome of changes.ofLesson(date, place)) {
          const [first, end] = [Math.max(outcome.first, run.first), Math.min(outcome.end, run.end)];
          if (first >= end) continue;
          const effect = differing(cutOf(whole, { first, end }), outcome.effect);
          if (effect === null) continue;
          add(next, first, null);
          add(first, end, effect);
          next = end;
        }
        add(next, run.end, null);
      }
      for (const { whole, effect, planned, ...run } of changes.namedFor(date, list, ids)) {
        if (list === 'classes' && isNamed(planned.classes)) continue;
        for (const { first, end } of without(run, runs.get(whole.place) ?? [])) {
          const part = cutOf(whole, { first, end });
          const id = whole.parts[first]?.id ?? '';
          const other = differing(part, effect);
          if (other !== null) pieces.push({ id, part, effect: other, isOwn: false, takesPart: true, planned: null });
        }
      }
      return pieces;
    }
  };
}

const cutOf = ({ lesson, parts, cut }: LessonWithId, { first, end }: Run): PlannedLesson =>
  first === 0 && end === parts.length ? lesson : cut(first, end);

/** What of a run is in none of the others, which are in order. */
function* without({ first, end }: Run, others: readonly Run[]): Generator<Run> {
  let next = first;
  for (const other of others) {
    if (other.end <= next) continue;
    if (other.first >= end) break;
    if (next < other.first) yield { first: next, end: other.first };
    next = other.end;
  }
  if (next < end) yield { first: next, end };
}

function showThere({ id, part, effect, isOwn, takesPart, planned }: Piece, audience: Audience): ChangedLesson[] {
  const outcome = { id, planned: part, effect };
  const cancelled = showCancelled(outcome, audience);
  if (cancelled !== null) return isOwn ? [{ planned, shown: cancelled, takesPart: false }] : [];
  const lesson = showLesson(outcome, audience);
  return lesson === null ? [] : [{ planned, shown: lesson, takesPart }];
}

function showMoved({ id, part, effect, takesPart }: Piece, audience: Audience): ChangedLesson[] {
  const shown = showLesson({ id, planned: part, effect }, audience);
  return shown === null ? [] : [{ planned: null, shown, takesPart }];
}

const byStart = ({ shown: one }: ChangedLesson, { shown: other }: ChangedLesson): number =>
  Date.parse(one.start) - Date.parse(other.start);
