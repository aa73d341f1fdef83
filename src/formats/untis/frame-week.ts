// Builds the week of the rows of GPU001. GPU files number days and periods but have no names and times: those come from
// `--bells`.

import type { BellSchedule } from '../../contract/types.generated.ts';
import { type Bells, bellsFromOption } from '../reading/bells.ts';
import type { ReadOptions } from '../reading/school-reader.ts';
import type { Findings } from '../report/finding.ts';
import type { DayBells, SchoolDay, SchoolWeek } from '../school/school.ts';
import type { Frame } from './place-rows.ts';
import type { TimetableRow } from './read-timetable.ts';

export type Week = { frame: Frame; days: SchoolDay[]; weeks: SchoolWeek[]; bells: DayBells[] };

const dayNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** @returns null where there are no bell times, with the reason in `findings` */
export function frameWeek(
  rows: readonly TimetableRow[],
  weekNames: readonly string[],
  { bells: option, firstDay }: Pick<ReadOptions, 'bells' | 'firstDay'>,
  file: string,
  findings: Findings,
): Week | null {
  const known = option?.kind === 'schedule' ? daysOfWeek(option.schedule) : [];
  const used = new Set(rows.flatMap(({ day }) => (day === null ? [] : [day])));
  const inWeek = [...used].filter((day) => day <= Math.max(7, known.length));
  const count = Math.max(5, known.length, ...inWeek);
  // A day outside the week places nothing either.
  const days = new Set(inWeek);
  const placed = rows.filter(({ day }) => day !== null && days.has(day));
  const firstPeriod = findFirstPeriod(placed, option, file, findings);
  const last = placed.reduce((most, { period }) => Math.max(most, period ?? 0), 1);
  const names = Array.from({ length: last - firstPeriod + 1 }, (_, index) => String(firstPeriod + index));
  findings.ask({ about: 'bells', periods: names });
  if (known.length === 0) findings.ask({ about: 'firstDay', chosen: firstDay });
  if (option === null) {
    const message =
      'GPU files contain no bell times: give them with --bells 08:00,45,5 (start, minutes of a period, minutes between two periods) or --bells FILE (a bell schedule as JSON)';
    findings.add('school.no-bells', { file }, message);
    return null;
  }
  const named = nameDays(count, known, firstDay);
  const weekdays = named.map(({ dayOfWeek }) => dayOfWeek);
  const bells = bellsFromOption(option, weekdays, names);
  if (typeof bells === 'string') {
    findings.add('school.bells-do-not-fit', { file }, bells);
    return null;
  }
  findings.add('school.bells-from-option', { file }, 'the bell times are those of --bells, since GPU files have none');
  const periods = Math.min(...bells.map((ofDays) => ofDays.periods.length));
  if (known.length === 0 && firstDay === null)
    findings.add('school.first-day-assumed', { file }, 'day 1 of the file is assumed to be Monday');
  const weeks = nameWeeks(rows, weekNames, file, findings);
  return {
    frame: { weeks: weeks.length, days: count, firstPeriod, periods },
    days: named,
    weeks,
    bells,
  };
}

const daysOfWeek = ({ days }: BellSchedule) =>
  days.filter(({ weekInCycle }) => weekInCycle === null || weekInCycle === 1);

/** Some schools have a period 0. A bell schedule has one if its first period is named by the number 0. */
function findFirstPeriod(rows: readonly TimetableRow[], option: Bells | null, file: string, findings: Findings): 0 | 1 {
  const hasZero = rows.some(({ period }) => period === 0);
  if (option === null) return hasZero ? 0 : 1;
  if (hasZero) {
    const message = 'the timetable has a period 0, so the first period of --bells is period 0';
    findings.add('untis.period-zero', { file }, message);
  }
  if (option.kind !== 'schedule') return hasZero ? 0 : 1;
  const [first] = option.schedule.dayConfigurations.flatMap(({ periods }) => periods);
  const [, number] = /^\D*(\d{1,3})\D*$/.exec(first?.name ?? '') ?? [];
  if (number === undefined) {
    const message = `the first period of the bell schedule is assumed to be period ${hasZero ? 0 : 1}`;
    findings.add('untis.periods-by-position', { file }, message);
  } else if (hasZero && Number(number) !== 0) {
    const message = `the file has a period 0, and the bell schedule begins with ${first?.name}`;
    findings.add('school.bells-do-not-fit', { file }, message);
  }
  return hasZero || Number(number) === 0 ? 0 : 1;
}

function nameDays(count: number, known: BellSchedule['days'], firstDay: number | null): SchoolDay[] {
  return Array.from({ length: count }, (_, index) => {
    const day = known[index];
    if (day !== undefined && firstDay === null)
      return { label: day.label, shortLabel: day.shortLabel, dayOfWeek: day.dayOfWeek };
    const dayOfWeek = (((firstDay ?? 1) - 1 + index) % 7) + 1;
    const label = dayNames[dayOfWeek - 1] ?? '';
    return { label, shortLabel: label.slice(0, 3), dayOfWeek };
  });
}

/** By the letters in the file, else by numbers. */
function nameWeeks(
  rows: readonly TimetableRow[],
  given: readonly string[],
  file: string,
  findings: Findings,
): SchoolWeek[] {
  const names = new Map(rows.flatMap(({ week, weekName }) => (week === null ? [] : [[week, weekName.toUpperCase()]])));
  const count = Math.max(1, given.length, ...names.keys());
  if (names.size > 0 && given.length === 0)
    findings.add('untis.weeks-recognised', { file }, `the timetable has a cycle of ${count} weeks`);
  const isLettered = [...names.values()].some((name) => /^[A-Z]$/.test(name));
  return Array.from({ length: count }, (_, index) => {
    const label = given[index] || (isLettered && index < 26 ? String.fromCharCode(65 + index) : String(index + 1));
    return { label, shortLabel: label };
  });
}
