// Builds the bell schedule of a School and its day ids. A cycle of several weeks has each day once per week.

import type { BellSchedule } from '../../contract/types.generated.ts';
import { cleanName } from './clean-name.ts';
import type { School } from './school.ts';

const textOf = (text: string): string => cleanName(text).name;

export function dayIdOf({ weeks }: Pick<School, 'weeks'>, week: number, day: number): string {
  return weeks.length > 1 ? `w${week + 1}-d${day + 1}` : `d${day + 1}`;
}

/** The most characters of a week's name beside a day's. A longer one is left out: `weekInCycle` also tells the weeks apart. */
const maxWeekName = 3;

export function buildBellSchedule(school: Pick<School, 'days' | 'weeks' | 'bells'>): BellSchedule {
  const { days, weeks, bells } = school;
  const isCycle = weeks.length > 1;
  const weekNames = weeks.map(({ shortLabel }) => textOf(shortLabel));
  const withWeek = isCycle && weekNames.every((name) => name.length <= maxWeekName);
  const nameIn = (week: number, name: string) => (withWeek ? `${textOf(name)} ${weekNames[week]}` : textOf(name));
  return {
    id: 'bs_default',
    name: 'Default',
    isDefault: true,
    scheduleType: isCycle ? 'cycle' : 'weekly',
    cycleLength: Math.max(1, weeks.length),
    days: weeks.flatMap((_, week) =>
      days.map(({ label, shortLabel, dayOfWeek, ofWeeks }, day) => ({
        id: dayIdOf(school, week, day),
        label: textOf(ofWeeks?.[week]?.label ?? '') || nameIn(week, label),
        shortLabel: textOf(ofWeeks?.[week]?.shortLabel ?? '') || nameIn(week, shortLabel),
        dayOfWeek,
        weekInCycle: isCycle ? week + 1 : null,
      })),
    ),
    dayConfigurations: bells.map((bell, index) => {
      const id = `c${index + 1}`;
      return {
        id,
        dayIds: (bell.slots ?? weeks.flatMap((_, week) => bell.days.map((day) => ({ week, day })))).map(
          ({ week, day }) => dayIdOf(school, week, day),
        ),
        periods: bell.periods.map(({ name, startTime, endTime }, period) => ({
          id: `${id}-p${period + 1}`,
          name: textOf(name) || String(period + 1),
          startTime,
          endTime,
        })),
        breaks: bell.breaks.map(({ name, startTime, endTime, followsPeriodIndex }, position) => ({
          id: `${id}-b${position + 1}`,
          name: textOf(name),
          startTime,
          endTime,
          followsPeriodIndex,
        })),
      };
    }),
  };
}
