// What becomes of a planned lesson, of a part of one, or of a lesson that nobody planned; and how that is shown. Here is the border
// of what a reader may know: whoever is replaced or whose lesson is cancelled is named to nobody for whom the organisation does not
// allow it.

import type { PlannedLesson } from '../calendar/lessons/planned-lesson.ts';
import type {
  CancelledLesson,
  DatedLesson,
  LessonKind,
  NamedEntity,
  OtherPlace,
  Participant,
} from '../contract/types.generated.ts';
import { type EntityKind, entityKinds } from './find-names.ts';
import type { LessonWithId } from './lesson-ids.ts';

/**
 * For whom days are resolved. `teachers`: whom they see of the teachers in changes: `all`; the new ones (`substitute`); or `none`.
 * `self`: the entityId of the teacher whose link it is, who is always shown.
 */
export type Audience = { teachers: 'all' | 'substitute' | 'none'; self: string | null };

/** When something takes place; `start` and `end` as in `PlannedLesson`. */
export type Moments = Pick<PlannedLesson, 'date' | 'startTime' | 'endTime' | 'start' | 'end'>;

export type Lists = { [kind in EntityKind]: kind extends 'classes' ? NamedEntity[] : Participant[] };

/** What a change does to a planned lesson: lists that are left out stay as planned. */
export type Effect = { cancelled: boolean; moved: Moments | null; lists: Partial<Lists>; text: string | null };

/** `planned` are the periods of `whole` from `first` to the one before `end`. */
export type PlannedOutcome = {
  id: string;
  planned: PlannedLesson;
  effect: Effect | null;
  whole: LessonWithId;
  first: number;
  end: number;
};
export type ShownOutcome = Pick<PlannedOutcome, 'id' | 'planned' | 'effect'>;
export type AddedOutcome = { id: string; kind: LessonKind; moments: Moments; lists: Lists; text: string | null };

/** Without those that give what was planned: a planning program names the same room again, for example. */
export function differing(planned: PlannedLesson, { cancelled, moved, lists, text }: Effect): Effect | null {
  const isMoved =
    moved !== null &&
    (moved.date !== planned.date || moved.startTime !== planned.startTime || moved.endTime !== planned.endTime);
  const other: Partial<Lists> = {};
  for (const kind of entityKinds)
    if (lists[kind] !== undefined && !areSame(lists[kind], planned[kind]))
      Object.assign(other, { [kind]: lists[kind] });
  if (!cancelled && !isMoved && text === null && Object.keys(other).length === 0) return null;
  return { cancelled, moved: isMoved && !cancelled ? moved : null, lists: cancelled ? {} : other, text };
}

function areSame(one: readonly Participant[], other: readonly Participant[]): boolean {
  const keys = (list: readonly Participant[]) => new Set(list.map(({ entityId, name }) => entityId ?? `name ${name}`));
  const [first, second] = [keys(one), keys(other)];
  return first.size === second.size && [...first].every((key) => second.has(key));
}

const nothingChanged: DatedLesson['changed'] = [];

/** Field by field, since a large school has many of them: copying an object and adding to it takes several times as long. */
export const showRegular = (planned: PlannedLesson, id: string): DatedLesson => ({
  date: planned.date,
  startTime: planned.startTime,
  endTime: planned.endTime,
  start: planned.start,
  end: planned.end,
  timetableId: planned.timetableId,
  unitLocalIds: planned.unitLocalIds,
  periodIndex: planned.periodIndex,
  periods: planned.periods,
  subjects: planned.subjects,
  teachers: planned.teachers,
  classes: planned.classes,
  rooms: planned.rooms,
  id,
  kind: 'lesson',
  status: 'regular',
  changed: nothingChanged,
  original: null,
  movedFrom: null,
  text: null,
});

/** As it takes place; null when it does not. */
export function showLesson({ id, planned, effect }: ShownOutcome, audience: Audience): DatedLesson | null {
  if (effect === null) return showRegular(planned, id);
  if (effect.cancelled) return null;
  const { moved, lists, text } = effect;
  const replaced = entityKinds.filter((kind) => lists[kind] !== undefined);
  const shown = { ...planned, ...lists, ...moved };
  const { date, startTime, endTime, subjects, teachers, classes, rooms } = planned;
  return {
    ...shown,
    periodIndex: moved === null ? planned.periodIndex : null,
    teachers: lists.teachers === undefined ? shown.teachers : visible(shown.teachers, audience, 'none'),
    id,
    kind: 'lesson',
    status: 'changed',
    changed: moved === null ? replaced : [...replaced, 'time'],
    original: {
      ...{ date, startTime, endTime, subjects },
      teachers: visible(teachers, audience, 'substitute'),
      ...{ classes, rooms },
    },
    movedFrom: moved === null ? null : { date, startTime },
    text,
  };
}

/** As it was planned, where it does not take place then; null when it does. */
export function showCancelled({ id, planned, effect }: ShownOutcome, audience: Audience): CancelledLesson | null {
  if (effect === null || (!effect.cancelled && effect.moved === null)) return null;
  const { moved, text } = effect;
  const teachers = visible(planned.teachers, audience, 'substitute');
  const movedTo: OtherPlace | null = moved === null ? null : { date: moved.date, startTime: moved.startTime };
  return { ...planned, teachers, id, kind: 'lesson', status: 'cancelled', movedTo, text };
}

export function showAdded({ id, kind, moments, lists, text }: AddedOutcome): DatedLesson {
  const { date, startTime, endTime, start, end } = moments;
  return {
    ...{ date, startTime, endTime, start, end, timetableId: null, unitLocalIds: [], periodIndex: null, periods: 1 },
    ...{ subjects: lists.subjects, teachers: lists.teachers, classes: lists.classes, rooms: lists.rooms },
    ...{ id, kind, status: 'added', changed: [], original: null, movedFrom: null, text },
  };
}

/** @param hiddenFrom the strictest setting of which this is hidden: those that are as strict hide it as well */
function visible<Who extends Participant>(
  teachers: readonly Who[],
  { teachers: shown, self }: Audience,
  hiddenFrom: 'substitute' | 'none',
): Who[] {
  const isHidden = shown === 'none' || (shown === 'substitute' && hiddenFrom === 'substitute');
  return isHidden ? teachers.filter(({ entityId }) => entityId !== null && entityId === self) : [...teachers];
}
