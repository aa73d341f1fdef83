// On a day with other bells, the cycle's own times are not those of the day. What is listed by the cycle's times, such as
// free rooms, needs the time at which the same period is on as usual.

import type { SchoolDay } from '../../../calendar/create-school-year.ts';
import type { Timetable } from '../../../client/belfry-client.ts';

/** @param time HH:MM on the day; @returns HH:MM by the bell schedule, after all periods where none is left */
export function usualTime({ bellSchedule }: Timetable, { periods }: SchoolDay, time: string): string {
  if (periods === null) return time;
  const [next] = periods
    .filter(({ endTime, startTime }) => time < endTime || endTime <= startTime)
    .sort((one, other) => (one.startTime < other.startTime ? -1 : 1));
  // Days may have different periods; those of the first are as good as any to tell which is on.
  const usual = bellSchedule.dayConfigurations[0]?.periods[next?.periodIndex ?? -1];
  return usual?.startTime ?? '24:00';
}
