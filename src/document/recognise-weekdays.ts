// Recognises the names of days in the languages that schools use, to find the day of the week that a label says.

const languages =
  'en de fr es it pt nl pl cs sk hu sl hr sr sr-Latn bs ro bg ru uk be lt lv et fi sv nb nn da is el tr az ka hy he ar fa ' +
  'ur hi bn id ms th vi zh ja ko sq mk ca eu gl ga cy mt kk uz ky mn lb af sw am';

export type DayNames = { label: string; shortLabel: string };

export type Recognised = { numbers: (number | null)[]; language: string };

/** The first language that knows the most of the names, and at least half of them. */
export function recogniseWeekdays(days: readonly DayNames[]): Recognised | null {
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

/** A day of the week within a name, such as `Lundi` in `A-Lundi`, and the words around it. */
export type WeekdayIn = { number: number; name: string; others: string[] };

/** The day of the week in each label, in the first language that finds one in all of them; null where none does. */
export function findWeekdaysIn(labels: readonly string[]): WeekdayIn[] | null {
  const looked = labels.slice(0, bounds.days).map((label) => wordsOf(label.slice(0, bounds.letters)));
  if (looked.length === 0 || looked.length < labels.length) return null;
  for (const language of languages.split(' ')) {
    const names = namesIn(language);
    const found: WeekdayIn[] = [];
    for (const words of looked) {
      const weekday = weekdayIn(words, names);
      if (weekday === null) break;
      found.push(weekday);
    }
    if (found.length === looked.length) return found;
  }
  return null;
}

/** Letters and digits apart: `Mon1`, `MoA`, `Mon-A`. */
const wordsOf = (label: string): string[] =>
  label
    .replace(/(?<=\p{L})(?=\p{N})|(?<=\p{N})(?=\p{L})|(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
    .split(/[^\p{L}\p{M}\p{N}'’ʼ.]+/u)
    .map((word) => word.replace(/^[.'’]+|[.'’]+$/g, ''))
    .filter((word) => word !== '');

function weekdayIn(words: readonly string[], { long, short }: Names): WeekdayIn | null {
  const folded = words.map(fold);
  const cut = (number: number, at: number, length: number): WeekdayIn => ({
    ...{ number, name: words.slice(at, at + length).join(' ') },
    others: words.filter((_, index) => index < at || index >= at + length),
  });
  for (const [day, name] of long.entries()) {
    // A long name may have several words: `segunda-feira`.
    const ofName = wordsOf(name);
    const at = folded.findIndex((_, index) => ofName.every((word, offset) => folded[index + offset] === word));
    if (at >= 0) return cut(day + 1, at, ofName.length);
  }
  for (const [at, word] of folded.entries()) {
    const byShort = short.indexOf(word);
    if (byShort >= 0) return cut(byShort + 1, at, 1);
    // The beginning of one name and of no other: `Lu`, `Mon`, `Segunda`.
    const begun = long.filter((name) => word.length > 1 && name.startsWith(word));
    if (begun.length === 1) return cut(long.indexOf(begun[0] ?? '') + 1, at, 1);
  }
  return null;
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

/** Labels beyond these are not looked at: a name is short, and a year of days is enough to see a mistake. */
const bounds = { days: 400, letters: 60 };

/**
 * The days whose full names, since a short one may mean anything, say another day of the week
 * than their numbers, in every language that knows as many of the names.
 * @returns the indexes, each with the number that the name says
 */
export function contradictedWeekdays(
  days: readonly (DayNames & { dayOfWeek: number })[],
): { index: number; named: number; language: string }[] {
  const looked = days.slice(0, bounds.days).map(({ label, shortLabel, dayOfWeek }) => ({
    dayOfWeek,
    full: fold(label.slice(0, bounds.letters)),
    brief: fold(shortLabel.slice(0, bounds.letters)),
  }));
  let best: { known: number; wrong: ReturnType<typeof contradictedWeekdays> } = { known: 0, wrong: [] };
  for (const language of languages.split(' ')) {
    const numbers = looked.map((day) => numberOf(day, { long: namesIn(language).long, short: [] }));
    const known = numbers.filter((number) => number !== null).length;
    const wrong = numbers.flatMap((named, index) =>
      named === null || !isOther(named, looked[index]?.dayOfWeek) ? [] : [{ index, named, language }],
    );
    // Most documents are right in the first language that knows all of their days.
    if (wrong.length === 0 && known > 0 && known === looked.length) return [];
    if (known * 2 >= looked.length && (known > best.known || (known === best.known && wrong.length === 0)))
      best = { known, wrong };
  }
  return best.wrong;
}

/** A number that is no day of the week has a warning of its own. */
const isOther = (named: number, dayOfWeek = 0): boolean => dayOfWeek >= 1 && dayOfWeek <= 7 && dayOfWeek !== named;

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
