// Places each activity in the week: one slot for each of its hours, in sequence.

import { limits } from '../reading/limits.ts';
import { type Findings, quote } from '../report/finding.ts';
import type { Chosen } from './choose-placements.ts';
import type { Activity } from './fet-data.ts';
import type { FetWeek } from './frame-fet-week.ts';

export type PlacedActivity = {
  activity: Activity;
  /** One for each hour of the activity; null where it is unplaced. */
  slots: ({ week: number; day: number; slot: number } | null)[];
  chosen: Chosen | null;
};

export function placeActivities(
  active: ReadonlyMap<string, Activity>,
  chosen: ReadonlyMap<string, Chosen>,
  { hours, slotOf }: FetWeek,
  file: string,
  findings: Findings,
): PlacedActivity[] {
  return [...active.values()].map((activity) => {
    const { id, line, duration } = activity;
    const place = { file, line, element: `activity ${id}` };
    const given = chosen.get(id) ?? null;
    if (duration < 1 || duration > Math.min(limits.periods, Math.max(hours.length, 1))) {
      findings.add('fet.duration-unreadable', place, `activity ${id} has a duration of ${duration} hours`);
      return { activity, slots: [null], chosen: given };
    }
    const unplaced = Array.from({ length: duration }, () => null);
    if (given === null || given.time === null) return { activity, slots: unplaced, chosen: given };
    const at = slotOf(given.time.day, given.time.hour);
    if (at === null) {
      const message = `activity ${id} is on ${quote(given.time.day)} at ${quote(given.time.hour)}, and the file does not list that day or hour`;
      findings.add('fet.slot-unknown', { ...place, line: given.time.line }, message);
      return { activity, slots: unplaced, chosen: given };
    }
    if (at.slot + duration - 1 > at.last)
      findings.add(
        'fet.past-end',
        place,
        `activity ${id} lasts ${duration} hours, so it ends after the last hour of the day`,
      );
    const slots = unplaced.map((_, index) =>
      at.slot + index > at.last ? null : { week: at.week, day: at.day, slot: at.slot + index },
    );
    return { activity, slots, chosen: given };
  });
}
