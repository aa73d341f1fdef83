import { expect, test } from 'vitest';
import type { BellSchedule } from '../../src/contract/types.generated.ts';
import { createBudget } from '../../src/document/budget.ts';
import { listOccurrences, overlapping } from '../../src/document/list-occurrences.ts';
import { smallTimetable } from '../support/small-timetable.ts';

/** The small timetable's schedule with its Monday alone, in one week of a cycle. */
function mondayOf(id: string, cycleLength: number, weekInCycle: number): BellSchedule {
  const { bellSchedule } = smallTimetable();
  const [monday] = bellSchedule.days;
  const configuration = bellSchedule.dayConfigurations.find(({ dayIds }) => monday && dayIds.includes(monday.id));
  if (monday === undefined || configuration === undefined) throw new Error('the small timetable has a Monday');
  return {
    ...bellSchedule,
    id,
    cycleLength,
    days: [{ ...monday, id: `${id}-monday`, weekInCycle }],
    dayConfigurations: [{ ...configuration, dayIds: [`${id}-monday`] }],
  };
}

/** Whether lessons of two classes overlap, each on Monday in one week of its own schedule's cycle. */
function overlap(one: readonly [cycle: number, week: number], other: readonly [cycle: number, week: number]): boolean {
  const timetable = smallTimetable();
  const [like] = timetable.classes;
  const [unit] = timetable.lessonUnits;
  if (like === undefined || unit === undefined) throw new Error('the small timetable has a class and a unit');
  const ids = ['one', 'other'];
  const occurrences = listOccurrences({
    ...timetable,
    bellSchedules: [mondayOf('one', ...one), mondayOf('other', ...other)],
    classes: ids.map((id) => ({ ...like, localId: id, bellScheduleId: id })),
    lessonUnits: ids.map((id) => ({ ...unit, dayId: `${id}-monday`, periodIndex: 0, classIds: [id] })),
  });
  return [...overlapping(occurrences, () => false, createBudget(1000))].length > 0;
}

const upTo = (most: number) => Array.from({ length: most }, (_, index) => index + 1);

test.each(upTo(6).flatMap((one) => upTo(6).map((other) => [one, other] as const)))(
  'days of cycles of %i and %i weeks overlap if and only if they have a date in common',
  (one, other) => {
    for (const week of upTo(one))
      for (const otherWeek of upTo(other)) {
        // Counts the weeks until both cycles begin together again.
        const meet = upTo(one * other).some((date) => date % one === week % one && date % other === otherWeek % other);
        expect([week, otherWeek, overlap([one, week], [other, otherWeek])]).toEqual([week, otherWeek, meet]);
      }
  },
);
