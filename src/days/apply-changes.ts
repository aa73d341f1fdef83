// Applies the changes of one date to what is planned on it. Two changes never share a period, so their order matters only where they
// mean the same lesson.

import type { DayChange, NamedEntity } from '../contract/types.generated.ts';
import { append } from './append.ts';
import { type Candidate, claimLessons } from './claim-lessons.ts';
import { type ClaimedEffect, divideLesson } from './divide-lesson.ts';
import { createNumbering, type LessonIds, type LessonWithId } from './lesson-ids.ts';
import { type AddedOutcome, differing, type Moments, type PlannedOutcome } from './lesson-outcome.ts';
import type { OrphanCode, Stored } from './orphan.ts';
import { type Names, readLists } from './read-names.ts';

export type ChangesOfDate = {
  date: number;
  /** Each with its place in what was given. */
  changes: readonly { change: Stored<DayChange>; index: number }[];
  lessons: readonly LessonWithId[];
  names: Names;
  ids: LessonIds;
  /** Whether there is no school for one of the classes; for everybody where there is none. */
  isClosed(date: number, classes: readonly NamedEntity[]): boolean;
  toMoments(date: number, startTime: string, endTime: string): Moments;
  /** Something is different on a date. */
  noteChange(date: number, at: string | null | undefined): void;
  fail(index: number, code: OrphanCode, field: string, candidates?: Candidate[]): void;
};

/** What becomes of the planned lessons, in their order, and what is added. */
export type AppliedChanges = { planned: PlannedOutcome[]; added: AddedOutcome[] };

export function applyChanges(applying: ChangesOfDate): AppliedChanges {
  const effects = new Map<LessonWithId, ClaimedEffect[]>();
  for (const { lesson, ...effect } of effectsOf(applying)) append(effects, lesson, effect);
  return {
    planned: applying.lessons.flatMap((lesson) => divideLesson(lesson, effects.get(lesson) ?? [])),
    added: [...addedBy(applying)],
  };
}

/** Of the changes of planned lessons; those that give what was planned have none. */
function* effectsOf(applying: ChangesOfDate): Generator<ClaimedEffect & { lesson: LessonWithId }> {
  const { date, changes, lessons, names, isClosed, toMoments, noteChange, fail } = applying;
  const ofLessons = changes.flatMap(({ change, index }) =>
    change.lesson === undefined ? [] : [{ change, index, reference: change.lesson }],
  );
  const references = ofLessons.map(({ reference }) => reference);
  const claims = claimLessons({ references, lessons, findIn: names.inVersion });
  for (const [place, { change, index }] of ofLessons.entries()) {
    const claim = claims[place];
    if (claim === undefined) continue;
    if ('code' in claim) {
      fail(index, claim.code, 'lesson', claim.candidates);
      continue;
    }
    const { lesson, first, end } = claim;
    const lists = readLists(change, names.around(lesson.lesson.timetableId));
    if ('code' in lists) {
      fail(index, lists.code, lists.field);
      continue;
    }
    const { moveTo, evenIfClosed = false } = change;
    if (moveTo && !evenIfClosed && isClosed(moveTo.date, lists.lists.classes ?? lesson.lesson.classes)) {
      fail(index, 'closed', 'moveTo');
      continue;
    }
    const effect = differing(lesson.cut(first, end), {
      cancelled: change.cancelled === true,
      moved: moveTo === undefined ? null : toMoments(moveTo.date, moveTo.startTime, moveTo.endTime),
      lists: lists.lists,
      text: change.text || null,
    });
    if (effect === null) continue;
    noteChange(date, change.changedAt);
    if (effect.moved !== null) noteChange(effect.moved.date, change.changedAt);
    yield { lesson, first, end, effect };
  }
}

function* addedBy(applying: ChangesOfDate): Generator<AddedOutcome> {
  const { date, changes, names, ids, isClosed, toMoments, noteChange, fail } = applying;
  const next = createNumbering();
  for (const { change, index } of changes) {
    const { added, ref, text, evenIfClosed = false } = change;
    if (added === undefined) continue;
    const lists = readLists(added, names.on(date));
    if ('code' in lists) {
      fail(index, lists.code, `added.${lists.field}`);
      continue;
    }
    const { subjects = [], teachers = [], classes = [], rooms = [] } = lists.lists;
    if (!evenIfClosed && isClosed(date, classes)) {
      fail(index, 'closed', 'added');
      continue;
    }
    const { kind, startTime, endTime } = added;
    noteChange(date, change.changedAt);
    yield {
      id: next(ids.ofAdded(date, startTime, ref)),
      ...{ kind, moments: toMoments(date, startTime, endTime), text: text || null },
      lists: { subjects, teachers, classes, rooms },
    };
  }
}
