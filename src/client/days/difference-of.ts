// Decides what is said of a lesson that differs from the plan. Grids, lists, screens and paper all ask this file, and only
// choose the words and the look.

import type {
  CancelledLesson,
  DatedLesson,
  LessonKind,
  NamedEntity,
  OtherPlace,
  Participant,
} from '../../contract/types.generated.ts';

export type LessonList = 'subjects' | 'teachers' | 'classes' | 'rooms';

/**
 * `cancelled`; `movedAway`: it takes place at another time; `replaced`: it takes place, but for others, or in another room;
 * `movedHere`: it was planned for another time; `changed`: who, what or where differs; `remark`: only its text is new; `added`:
 * nobody planned it.
 */
export type DifferenceMark = 'cancelled' | 'movedAway' | 'replaced' | 'movedHere' | 'changed' | 'remark' | 'added';

export type LessonDifference = {
  mark: DifferenceMark;
  /** Whether the lesson does not take place then, or not for the person: it is to be struck through. */
  isOff: boolean;
  kind: LessonKind;
  /** Who and what was planned and is no more. Empty where the school does not show who is replaced. */
  before: Record<LessonList, readonly NamedEntity[]>;
  /** The lists that differ. */
  changed: readonly LessonList[];
  /** Where a moved lesson was planned, or takes place. */
  other: OtherPlace | null;
  text: string | null;
};

const lists: readonly LessonList[] = ['subjects', 'teachers', 'classes', 'rooms'];

/**
 * @param isOff whether it takes place, but no longer for the class, teacher or room whose lessons are shown
 * @returns null for a lesson that takes place as planned
 */
export function differenceOf(lesson: DatedLesson | CancelledLesson, isOff = false): LessonDifference | null {
  const { kind, text } = lesson;
  const none = { subjects: [], teachers: [], classes: [], rooms: [] };
  if (lesson.status === 'cancelled') {
    const mark = lesson.movedTo === null ? 'cancelled' : 'movedAway';
    return { mark, isOff: true, kind, before: none, changed: [], other: lesson.movedTo, text };
  }
  const { status, original, movedFrom } = lesson;
  if (status === 'regular') return null;
  if (status === 'added') return { mark: 'added', isOff: false, kind, before: none, changed: [], other: null, text };
  const changed = lists.filter((list) => lesson.changed.includes(list));
  const gone = (list: LessonList) => (changed.includes(list) ? without(original?.[list] ?? [], lesson[list]) : []);
  const before = {
    subjects: gone('subjects'),
    teachers: gone('teachers'),
    classes: gone('classes'),
    rooms: gone('rooms'),
  };
  const isHere = movedFrom === null ? (changed.length === 0 ? 'remark' : 'changed') : 'movedHere';
  return { mark: isOff ? 'replaced' : isHere, isOff, kind, before, changed, other: movedFrom, text };
}

const without = (planned: readonly NamedEntity[], now: readonly Participant[]): NamedEntity[] =>
  planned.filter(({ entityId }) => !now.some((each) => each.entityId === entityId));

/**
 * Whether a changed lesson takes place without the person whose lessons are shown: somebody else has it, or it is in another
 * room.
 * @param list in which the person is named
 */
export const isElsewhere = (lesson: DatedLesson, list: LessonList, entityIds: ReadonlySet<string>): boolean =>
  lesson.changed.includes(list) && !namesOne(lesson[list], entityIds);

export const namesOne = (list: readonly Participant[], entityIds: ReadonlySet<string>): boolean =>
  list.some(({ entityId }) => entityId !== null && entityIds.has(entityId));
