// Recognises days whose names tell the weeks of a cycle apart: `Monday A`, `A-Lundi`, `Even-Mon`, `Mon 1` and `Mon 2`.

import { type DayNames, findWeekdaysIn, type WeekdayIn } from '../../document/recognise-weekdays.ts';

export type NamedWeeks = {
  /** What the names say of each week besides the day; empty where they say nothing. */
  weeks: string[];
  /** Of each day: its week, its day of the week (1 for Monday), and the name of the latter. */
  days: { week: number; number: number; name: string }[];
};

/** @returns null where the days are those of one week */
export function findNamedWeeks(days: readonly DayNames[]): NamedWeeks | null {
  return weeksIn(days.map(({ label }) => label)) ?? weeksIn(days.map(({ shortLabel }) => shortLabel));
}

function weeksIn(labels: readonly string[]): NamedWeeks | null {
  const found = findWeekdaysIn(labels);
  if (found === null) return null;
  const timesOf = new Map<number, number>();
  for (const { number } of found) timesOf.set(number, (timesOf.get(number) ?? 0) + 1);
  const count = Math.max(...timesOf.values());
  if (count < 2) return null;
  const names = found.map((day) => nameOfWeek(day, found));
  const weeks = inOrder([...new Set(names)]);
  const slots = new Set(found.map(({ number }, index) => `${names[index]} ${number}`));
  // As many weeks as one day of the week has names, and each day once in each.
  if (weeks.length !== count || slots.size < found.length) return null;
  return {
    weeks,
    days: found.map(({ number, name }, index) => ({ week: weeks.indexOf(names[index] ?? ''), number, name })),
  };
}

/** Without words that all names have, such as `Week`. */
function nameOfWeek({ others }: WeekdayIn, all: readonly WeekdayIn[]): string {
  const own = others.filter((word) => !all.every((day) => day.others.includes(word)));
  return own.join(' ');
}

/** Letters and numbers in their order; words such as `Even` and `Odd` as in the file. */
const inOrder = (names: string[]): string[] =>
  names.every((name) => /^(\p{L}|\d{1,2}|I{1,3}|IV)?$/u.test(name))
    ? names.toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true }))
    : names;
