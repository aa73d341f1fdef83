// Reads the periods of a FET timetable. FET hours have names but no times; schools write the times into the names, and
// list their breaks as hours in which nothing may take place.

import { bellsFromOption } from '../reading/bells.ts';
import { clockOf } from '../reading/clock-times.ts';
import type { ReadOptions } from '../reading/school-reader.ts';
import type { Findings } from '../report/finding.ts';
import type { DayBells } from '../school/school.ts';
import type { FetData } from './fet-data.ts';
import type { FetWeek } from './frame-fet-week.ts';
import { readTimes } from './read-times.ts';

export type FetBells = {
  bells: DayBells[];
  /** Maps a slot to its period; breaks have none. */
  periodOf: ReadonlyMap<number, number>;
};

/**
 * @param used the slots in which something takes place
 * @returns null where there are no times, with the reason in `findings`
 */
export function fetBells(
  data: FetData,
  week: FetWeek,
  used: ReadonlySet<number>,
  option: ReadOptions['bells'],
  file: string,
  findings: Findings,
): FetBells | null {
  const breaks = findBreaks(data, week, used);
  for (const slot of breaks)
    findings.add('fet.break-hour', { file }, `the hour ${week.hours[slot]?.name} is a break on all days`);
  const slots = week.hours.map((_, slot) => slot);
  const periods = slots.filter((slot) => !breaks.has(slot));
  const periodOf = new Map(periods.map((slot, period) => [slot, period]));
  const nameOf = (slot: number): string => week.hours[slot]?.name ?? '';
  // Without real hours the same names are used for the morning and the afternoon.
  const read = data.mode === 'mornings-afternoons' && week.hours !== data.realHours ? null : readTimes(week.hours);
  if (read === null) findings.ask({ about: 'bells', periods: periods.map(nameOf) });
  const days = week.days.map((_, day) => day);
  const weekdays = week.days.map(({ dayOfWeek }) => dayOfWeek);
  if (option !== null) {
    const bells = bellsFromOption(option, weekdays, periods.map(nameOf));
    if (typeof bells === 'string') findings.add('school.bells-do-not-fit', { file }, bells);
    else findings.add('school.bells-from-option', { file }, 'the bell times are those of --bells');
    return typeof bells === 'string' ? null : { bells, periodOf };
  }
  if (read === null) {
    const message =
      'the names of the hours do not contain clock times in order: give the times with --bells 08:00,45,5 (start, minutes of a period, minutes between two periods) or --bells FILE (a bell schedule as JSON)';
    findings.add('school.no-bells', { file }, message);
    return null;
  }
  reportAssumptions(read, file, findings);
  const bellOf = (slot: number) => {
    const { start = 0, end = 0 } = read.times[slot] ?? {};
    return { name: nameOf(slot), startTime: clockOf(start), endTime: clockOf(end) };
  };
  const ofBreaks = [...breaks].map((slot) => {
    const followsPeriodIndex = periods.filter((period) => period < slot).length - 1;
    return { ...bellOf(slot), followsPeriodIndex };
  });
  return { bells: [{ days, periods: periods.map(bellOf), breaks: ofBreaks }], periodOf };
}

/** Slots that are a break on every day of every week. A break on some days only stays a period. */
function findBreaks({ breaks }: FetData, { days, weeks, slotOf }: FetWeek, used: ReadonlySet<number>): Set<number> {
  const daysOf = new Map<number, Set<string>>();
  for (const { day, hour } of breaks) {
    const at = slotOf(day, hour);
    if (at !== null) daysOf.set(at.slot, (daysOf.get(at.slot) ?? new Set()).add(`${at.week}/${at.day}`));
  }
  const whole = [...daysOf].filter(([slot, of]) => of.size === days.length * weeks.length && !used.has(slot));
  return new Set(whole.map(([slot]) => slot).sort((one, other) => one - other));
}

function reportAssumptions(
  { endsAssumed, afternoonAssumed }: { endsAssumed: boolean; afternoonAssumed: boolean },
  file: string,
  findings: Findings,
): void {
  findings.add('fet.times-from-names', { file }, 'the bell times are those in the names of the hours');
  if (endsAssumed) findings.add('fet.end-times-assumed', { file }, 'the names of the hours contain no end times');
  if (afternoonAssumed)
    findings.add(
      'fet.afternoon-assumed',
      { file },
      'times that start again after 12 are assumed to be in the afternoon',
    );
}
