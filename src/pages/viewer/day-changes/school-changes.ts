// What the dates of a school with a calendar know of its changes: which answers a selection needs, and what is known of a day.

import { addDays } from '../../../calendar/time/day.ts';
import { isoWeekOf } from '../../../calendar/time/iso-week.ts';
import { beginOfWeek } from '../../../calendar/time/school-week.ts';
import type { Day, GridSelection, ResolvedTimetable, SliceOf, Week } from '../../../client/belfry-client.ts';
import type { Read } from '../../../client/create-reader.ts';
import { type DayContent, dayIn } from '../../../client/days/day-in.ts';
import { ownClasses } from '../../../client/find-units.ts';
import { isUnread, knownOn, readKnownDays, type Wanted } from './known-days.ts';

/** The weeks and the days ahead that a server has. */
const [weeksServed, daysServed] = [6, 14];
/** Milliseconds for which an answer is good while somebody goes from grid to grid. */
const freshness = 60_000;

type Of<Result> = (timetable: ResolvedTimetable, selection: GridSelection, date: number) => Result;

export type SchoolChanges = {
  readFor(
    read: Read,
    timetable: ResolvedTimetable,
    selection: GridSelection,
    dates: readonly number[],
  ): Promise<boolean>;
  readWeeks(read: Read, dates: readonly number[]): Promise<void>;
  readDays(read: Read, dates: readonly number[]): Promise<boolean>;
  /** Null where the plan holds. */
  answerOn: Of<Day | Week | null>;
  /** What a selection is told of a day. */
  contentOn: Of<DayContent | null>;
  isUnreadOn: Of<boolean>;
  dayOf(date: number): DayContent | null;
};

/** @param today YYYYMMDD @param weekStart the first day of the school's week, 1 for Monday */
export function schoolChanges(today: () => number, weekStart: number): SchoolChanges {
  /** Of both ISO weeks, where the school's week lies in two. */
  const weeksOf = (dates: readonly number[]): string[] => {
    const served = Array.from({ length: weeksServed }, (_, index) => isoWeekOf(addDays(today(), index * 7)));
    const ends = dates.flatMap((date) => {
      const first = beginOfWeek(date, weekStart);
      return [first, addDays(first, 6)];
    });
    return [...new Set([...dates, ...ends].map(isoWeekOf))].filter((week) => served.includes(week));
  };
  const answerOn: SchoolChanges['answerOn'] = (timetable, selection, date) =>
    knownOn(date, candidates(timetable, selection, date));
  return {
    async readFor(read, timetable, selection, dates) {
      const of = sliceOf(timetable, selection);
      const wanted = weeksOf(dates).map((week) => ({ week, of }));
      return (await readKnownDays(read, wanted, freshness)).isNew;
    },
    async readWeeks(read, dates) {
      const wanted = weeksOf(dates).map((week) => ({ week, of: null }));
      await readKnownDays(read, wanted, freshness);
    },
    async readDays(read, dates) {
      const served = dates.filter((date) => date <= addDays(today(), daysServed));
      const wanted = [...new Set(served)].map((day) => ({ day }));
      return (await readKnownDays(read, wanted, 0)).isComplete;
    },
    answerOn,
    contentOn(timetable, selection, date) {
      const answer = answerOn(timetable, selection, date);
      const content = answer === null ? null : dayIn(answer, date);
      return content === null ? null : cutNotes(content, timetable, selection);
    },
    isUnreadOn: (timetable, selection, date) => isUnread(candidates(timetable, selection, date)),
    dayOf(date) {
      const answer = knownOn(date, [{ day: date }, { week: isoWeekOf(date), of: null }]);
      return answer === null ? null : dayIn(answer, date);
    },
  };
}

/** Null where only the whole week has all lessons of the selection: of a student, a subject, or a group with its class. */
function sliceOf(timetable: ResolvedTimetable, selection: GridSelection): SliceOf | null {
  if ('class' in selection) {
    const own = timetable.classes.byLocalId.get(selection.class);
    return own === undefined || selection.groupOf !== undefined ? null : { class: own.entityId };
  }
  if ('teacher' in selection) {
    const own = timetable.teachers.byLocalId.get(selection.teacher);
    return own === undefined ? null : { teacher: own.entityId };
  }
  const own = 'room' in selection ? timetable.rooms.byLocalId.get(selection.room) : undefined;
  return own === undefined ? null : { room: own.entityId };
}

function candidates(timetable: ResolvedTimetable, selection: GridSelection, date: number): Wanted[] {
  const week = isoWeekOf(date);
  const of = sliceOf(timetable, selection);
  return [...(of === null ? [] : [{ week, of }]), { week, of: null }, { day: date }];
}

/** As slices are cut: a note for some classes is theirs alone, and a class or a room is told of its own absence. */
function cutNotes(content: DayContent, timetable: ResolvedTimetable, selection: GridSelection): DayContent {
  const own = new Set(ownClasses(timetable, selection).map(({ entityId }) => entityId));
  const room = 'room' in selection ? timetable.rooms.byLocalId.get(selection.room)?.entityId : undefined;
  const { notes, absent } = content;
  return {
    ...content,
    notes: notes.filter(({ classes }) => classes === null || classes.some(({ entityId }) => own.has(entityId))),
    absent: {
      classes: absent.classes.filter(({ entityId }) => own.has(entityId)),
      rooms: absent.rooms.filter(({ entityId }) => entityId !== null && entityId === room),
    },
  };
}
