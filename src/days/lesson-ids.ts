// The ids of the lessons of a date. They come from the plan alone, so that a lesson keeps its id whatever is changed on the day,
// and in each timetable version that has it: the date, the start, and a hash of the stable ids of who it is for. A lesson that is
// like another at that time has a number as well. The first part of a lesson has the id of the lesson.

import type { DivisibleLesson } from '../calendar/lessons/plan-lessons.ts';
import type { PlannedLesson } from '../calendar/lessons/planned-lesson.ts';

/** Of a text in UTF-8, in lower-case hexadecimal. */
export type Sha256 = (text: string) => string;

const hashDigits = 16;

/** A part is one period of a lesson. */
type LessonPart = { id: string; lesson: PlannedLesson };

export type LessonWithId = DivisibleLesson & {
  id: string;
  /** Among the planned lessons of its date. */
  place: number;
  /** Its periods, each with an id of its own but for the first. */
  parts: readonly LessonPart[];
};

export type LessonIds = {
  /** @param lessons all of one date */
  ofLessons(lessons: readonly PlannedLesson[]): string[];
  /** @param plan the same, with the ids of their parts */
  withParts(plan: readonly DivisibleLesson[]): LessonWithId[];
  ofAdded(date: number, startTime: string, ref: string): string;
};

export function createLessonIds(sha256: Sha256): LessonIds {
  // Most lessons take place each week, with the same units; their classes may differ.
  const hashes = new Map<string, string>();
  const idOf = ({ date, startTime, timetableId, unitLocalIds, subjects, teachers, classes }: PlannedLesson) => {
    const key = `${timetableId} ${unitLocalIds.join(' ')} ${classes.length === 1 ? classes[0]?.entityId : sortedIds(classes)}`;
    let hash = hashes.get(key);
    if (hash === undefined) {
      hash = sha256(JSON.stringify([subjects, teachers, classes].map(sortedIds))).slice(0, hashDigits);
      hashes.set(key, hash);
    }
    return idFrom(date, startTime, hash);
  };
  const number = (lessons: readonly PlannedLesson[]) => {
    const next = createNumbering();
    return { next, ids: lessons.map((lesson) => next(idOf(lesson))) };
  };
  return {
    ofLessons: (lessons) => number(lessons).ids,
    withParts(plan) {
      const { next, ids } = number(plan.map(({ lesson }) => lesson));
      // Parts come after all lessons, so that dividing one gives no other a new id.
      return plan.map(({ lesson, cut }, place) => {
        const id = ids[place] ?? '';
        const partAt = (period: number): LessonPart => {
          const part = lesson.periods === 1 ? lesson : cut(period, period + 1);
          return { id: period === 0 ? id : next(idOf(part)), lesson: part };
        };
        const parts = Array.from({ length: lesson.periods }, (_, period) => partAt(period));
        return { lesson, cut, id, place, parts };
      });
    },
    // Nobody planned it, so its id comes from its `ref`.
    ofAdded: (date, startTime, ref) =>
      idFrom(date, startTime, sha256(JSON.stringify(['added', ref])).slice(0, hashDigits)),
  };
}

const sortedIds = (entities: readonly { entityId: string }[]): string[] =>
  entities.map(({ entityId }) => entityId).sort();

/** Adds a number to an id that was given before. */
export function createNumbering(): (id: string) => string {
  const seen = new Map<string, number>();
  return (id) => {
    const number = (seen.get(id) ?? 0) + 1;
    seen.set(id, number);
    return number === 1 ? id : `${id}-${number}`;
  };
}

const idFrom = (date: number, startTime: string, hash: string): string =>
  `${date}T${startTime.replace(':', '')}-${hash}`;
