// Maps the days and hours of a FET file to the days, weeks and slots of the timetable.

import type { ReadOptions } from '../reading/school-reader.ts';
import type { Findings } from '../report/finding.ts';
import { mostNames } from '../report/question.ts';
import { findDaysOfWeek } from '../school/find-days-of-week.ts';
import type { SchoolDay, SchoolWeek } from '../school/school.ts';
import type { FetData, Named } from './fet-data.ts';

/** `slot` counts the hours of a real day from 0. `last` is the last slot into which an activity may extend from there. */
type Slot = { week: number; day: number; slot: number; last: number };

export type FetWeek = {
  days: SchoolDay[];
  weeks: SchoolWeek[];
  /** The hours of a real day, in order. */
  hours: Named[];
  /** Null where the file does not list them. */
  slotOf(day: string, hour: string): Slot | null;
};

/** @returns null where the days do not fit the mode, with the reason in `findings` */
export function frameFetWeek(
  data: FetData,
  options: Pick<ReadOptions, 'firstDay' | 'week'>,
  file: string,
  findings: Findings,
): FetWeek | null {
  const half = data.mode === 'mornings-afternoons' ? 2 : 1;
  const terms = data.mode === 'terms' ? (data.terms ?? 1) : 1;
  const perWeek = data.mode === 'terms' ? (data.daysPerTerm ?? data.days.length / terms) : data.days.length;
  if (terms < 1 || perWeek * terms !== data.days.length || data.days.length % half !== 0) {
    const wanted = half === 2 ? 'two for each real day' : `${data.daysPerTerm} for each of ${data.terms} terms`;
    const message = `the file has ${data.days.length} days, and its mode needs ${wanted}`;
    findings.add('fet.days-do-not-fit', { file }, message);
    return null;
  }
  reportMode(data, terms, file, findings);
  const named = Array.from({ length: perWeek / half }, (_, day) => nameDay(data, day, half));
  const numbers = findDaysOfWeek(named, options.firstDay, findings, { file });
  const weeks = Array.from({ length: terms }, (_, term) => ({ label: `Term ${term + 1}`, shortLabel: `T${term + 1}` }));
  if (terms > 1)
    findings.ask({ about: 'week', names: weeks.slice(0, mostNames).map(({ label }) => label), chosen: options.week });
  const dayIndex = new Map(data.days.map(({ name }, index) => [name, index]));
  const hourIndex = new Map(data.hours.map(({ name }, index) => [name, index]));
  return {
    days: named.map((day, index) => ({ ...day, dayOfWeek: numbers[index] ?? 1 })),
    weeks,
    hours: hoursOfDay(data, half),
    slotOf(day, hour) {
      const [dayAt, hourAt] = [dayIndex.get(day), hourIndex.get(hour)];
      if (dayAt === undefined || hourAt === undefined) return null;
      const inWeek = dayAt % perWeek;
      const before = (inWeek % half) * data.hours.length;
      const last = before + data.hours.length - 1;
      return { week: Math.floor(dayAt / perWeek), day: Math.floor(inWeek / half), slot: before + hourAt, last };
    },
  };
}

function reportMode({ mode, days }: FetData, terms: number, file: string, findings: Findings): void {
  if (mode === 'mornings-afternoons') {
    const message = `${days.length} days of FET are ${days.length / 2} real days: each is a morning and an afternoon`;
    findings.add('fet.mornings-afternoons', { file }, message);
  }
  if (mode === 'terms') findings.add('fet.terms', { file }, `${terms} terms are read as a cycle of ${terms} weeks`);
  if (mode === 'block-planning') findings.add('fet.block-planning', { file }, 'blocks are read as days and hours');
}

/** A real day takes its own name, else what the names of its morning and afternoon have in common. */
function nameDay({ days, realDays }: FetData, day: number, half: number): { label: string; shortLabel: string } {
  const real = half === 2 ? realDays[day] : undefined;
  const [first, second] = [days[day * half], days[day * half + 1]];
  const { name = '', longName = '' } = real ?? first ?? {};
  if (half === 1 || real !== undefined) return { label: longName || name, shortLabel: name };
  const shared = commonStart(name, second?.name ?? '');
  return { label: commonStart(longName, second?.longName ?? '') || shared || name, shortLabel: shared || name };
}

/** The words that both names begin with, such as `Mon` of `Mon AM` and `Mon PM`. */
function commonStart(one: string, other: string): string {
  const [words, others] = [one.split(/\s+/), other.split(/\s+/)];
  const count = words.findIndex((word, index) => word !== others[index]);
  return words.slice(0, count < 0 ? words.length : count).join(' ');
}

/** The hours of a half day are used for the morning and again for the afternoon. */
function hoursOfDay({ hours, realHours }: FetData, half: number): Named[] {
  if (half === 1) return hours;
  if (realHours.length === hours.length * 2) return realHours;
  return ['morning', 'afternoon'].flatMap((part) => hours.map((hour) => ({ ...hour, name: `${hour.name} ${part}` })));
}
