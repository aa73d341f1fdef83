// Bell schedules from what a school prints on its notice board: the day from morning to afternoon, a line for each period
// and each break. Ids, day labels and the period that a break follows are worked out from it.
import type { BellSchedule, BellScheduleDay, Break, DayConfiguration, Period } from '../../contract/types.generated.ts';

/** A numbered period, or a break by its name; then from and to. */
export type Timeline = readonly (readonly [what: number | string, startTime: string, endTime: string])[];

export interface Bells {
  /** Begins the ids of the schedule and of all that is in it. */
  key: string;
  name: string;
  isDefault: boolean;
  cycleLength: 1 | 2;
  /** Each timeline with the days on which it applies; 1 is Monday. */
  timelines: readonly { daysOfWeek: readonly number[]; timeline: Timeline }[];
}

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'];

export function ringBells({ key, name, isDefault, cycleLength, timelines }: Bells): BellSchedule {
  const weeks = cycleLength === 1 ? [null] : [1, 2];
  const days = weeks.flatMap((week) => weekdays.map((weekday, index) => dayOf(key, weekday, index + 1, week)));
  return {
    id: `bs_${key}`,
    name,
    isDefault,
    scheduleType: cycleLength === 1 ? 'weekly' : 'cycle',
    cycleLength,
    days,
    dayConfigurations: timelines.map(({ daysOfWeek, timeline }, index) =>
      configurationOf(
        `${key}-day${index + 1}`,
        timeline,
        days.filter((day) => daysOfWeek.includes(day.dayOfWeek)),
      ),
    ),
  };
}

function dayOf(key: string, weekday: string, dayOfWeek: number, week: number | null): BellScheduleDay {
  const short = weekday.slice(0, 3);
  const letter = week === null ? '' : ` ${week === 1 ? 'A' : 'B'}`;
  return {
    id: `${key}-${short.toLowerCase()}${week ?? ''}`,
    label: weekday + letter,
    shortLabel: short + letter,
    dayOfWeek,
    weekInCycle: week,
  };
}

function configurationOf(id: string, timeline: Timeline, days: BellScheduleDay[]): DayConfiguration {
  const periods: Period[] = [];
  const breaks: Break[] = [];
  for (const [what, startTime, endTime] of timeline) {
    if (typeof what === 'number') {
      periods.push({ id: `${id}-p${what}`, name: `Period ${what}`, startTime, endTime });
    } else {
      const number = breaks.length + 1;
      breaks.push({ id: `${id}-b${number}`, name: what, startTime, endTime, followsPeriodIndex: periods.length - 1 });
    }
  }
  return { id, dayIds: days.map((day) => day.id), periods, breaks };
}
