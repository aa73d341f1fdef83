// Finds the days of the week of a file's days: from `--first-day`, else from their names in the languages that schools
// use, else from their position, starting with Monday. The choice is always reported.

import { type Findings, type Place, quote } from './finding.ts';

const languages =
  'en de fr es it pt nl pl cs sk hu sl hr sr sr-Latn bs ro bg ru uk be lt lv et fi sv nb nn da is el tr az ka hy he ar fa ' +
  'ur hi bn id ms th vi zh ja ko sq mk ca eu gl ga cy mt kk uz ky mn lb af sw am';

export type DayNames = { label: string; shortLabel: string };

/**
 * The day of the week of each day, 1 for Monday.
 * @param firstDay the weekday of the first day, where the user gave it
 */
export function findDaysOfWeek(
  days: readonly DayNames[],
  firstDay: number | null,
  findings: Findings,
  place: Place,
): number[] {
  const from = (first: number) => days.map((_, index) => ((first - 1 + index) % 7) + 1);
  if (firstDay !== null) return from(firstDay);
  const { label = '' } = days[0] ?? {};
  const recognised = recognise(days);
  if (recognised === null) {
    findings.add('school.first-day-assumed', place, `the first day, ${quote(label)}, is assumed to be a Monday`);
    return from(1);
  }
  const { numbers, language } = recognised;
  const first = numbers.findIndex((number) => number !== null);
  const offset = (numbers[first] ?? 1) - 1 - first + 70; // counted back from the day that was recognised
  const result = numbers.map((number, index) => number ?? ((offset + index) % 7) + 1);
  const message = `the first day, ${quote(label)}, is day ${result[0]} of the week (1 is Monday), as in ${language}`;
  findings.add('school.first-day-recognised', place, message);
  return result;
}

/** The first language that knows the most of the names, and at least half of them. */
function recognise(days: readonly DayNames[]): { numbers: (number | null)[]; language: string } | null {
  let best: { numbers: (number | null)[]; language: string; known: number } | null = null;
  const folded = days.map(({ label, shortLabel }) => ({ full: fold(label), brief: fold(shortLabel) }));
  for (const language of languages.split(' ')) {
    const names = namesIn(language);
    const numbers = folded.map((day) => numberOf(day, names));
    const known = numbers.filter((number) => number !== null).length;
    if (known * 2 >= days.length && known > (best?.known ?? 0)) best = { numbers, language, known };
  }
  return best;
}

type Names = { long: string[]; short: string[] };
const namesOf = new Map<string, Names>();

function namesIn(language: string): Names {
  const known = namesOf.get(language);
  if (known !== undefined) return known;
  const inForm = (weekday: 'long' | 'short') => {
    const format = new Intl.DateTimeFormat(language, { weekday, timeZone: 'UTC' });
    // 1 January 2024 was a Monday.
    return Array.from({ length: 7 }, (_, day) => fold(format.format(Date.UTC(2024, 0, 1 + day))));
  };
  const names = { long: inForm('long'), short: inForm('short') };
  namesOf.set(language, names);
  return names;
}

/** A long name may be followed by more (`Monday (12 Jan)`). A short one may not: too many words begin with its letters. */
function numberOf({ full, brief }: { full: string; brief: string }, { long, short }: Names): number | null {
  const isLong = (name: string) => full === name || (full.startsWith(name) && !/^\p{L}/u.test(full.slice(name.length)));
  const byLong = long.findIndex(isLong);
  if (byLong >= 0) return byLong + 1;
  const byShort = short.findIndex((name) => name === full || name === brief);
  return byShort >= 0 ? byShort + 1 : null;
}

/** Ignores case, accents of Latin letters, apostrophes and full stops, which programs and people write differently. */
const fold = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f.'’ʼ]/g, '')
    .normalize('NFC')
    .trim();
