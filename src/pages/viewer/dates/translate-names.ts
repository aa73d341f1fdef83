// The days and periods of a timetable in the language of the page, where the school calls them what everybody does: "Monday",
// "Mon A", "Period 3", "3. Stunde". Names of the school's own stay as they are. Loaded for readers of another language.

import type { BellSchedule, Timetable } from '../../../client/belfry-client.ts';
import { findWeekdaysIn } from '../../../document/recognise-weekdays.ts';
import { lunch, pause } from '../../ui/break-names.ts';
import { say } from '../say.ts';

/** What a period is called in the languages of schools. */
const period =
  /^(period|lesson|hour|(schul|unterrichts)?stunde|std|heure|p[ée]riode|s[ée]ance|hora|per[ií]odo|clase|sesión|(ال)?حصة|урок|ora|(les)?uur|lekcja|tempo)$/i;
/** Of an ordinal: `3rd`, `3.`, `3e`, `3.ª`, `3-й`. */
const ordinal = /^(\p{Nd}{1,2})(\.|st|nd|rd|th|e|er|re|ère|ème|\.?[ªº]|-?[йа])?$/iu;

/** A name in other words; null for the school's own. */
function periodName(name: string): string | null {
  const trimmed = name.trim();
  if (pause.test(trimmed)) return say('pauseName');
  if (lunch.test(trimmed)) return say('lunchName');
  const [first = '', second = '', third] = trimmed.split(/(?<=^\p{Nd}{1,2}\.)(?=\p{L}{2})|\s+/u);
  if (third !== undefined) return null;
  const digits = period.test(first) ? /^\p{Nd}{1,2}$/u.exec(second)?.[0] : ordinal.exec(first)?.[1];
  if (digits === undefined || !(period.test(first) || period.test(second))) return null;
  return say('periodName', { number: numberOf(digits) });
}

/** In the digits of any script: those of each begin at a multiple of ten from its zero. */
const numberOf = (digits: string): number =>
  [...digits].reduce(
    (sum, digit) =>
      sum * 10 + (zeros.map((zero) => (digit.codePointAt(0) ?? 0) - zero).find((each) => each >= 0 && each < 10) ?? 0),
    0,
  );
const zeros = [0x30, 0x660, 0x6f0, 0x966];

/** The labels with their weekdays in the language; null unless each has the weekday that it counts as. */
function dayNames(labels: readonly string[], numbers: readonly number[], language: string): string[] | null {
  const found = findWeekdaysIn(labels);
  if (found === null || found.some(({ number }, index) => number !== numbers[index])) return null;
  return labels.map((label, index) => {
    const { number, name } = found[index] ?? { number: 1, name: '' };
    const weekday = name.length > 4 ? 'long' : 'short';
    // 1 January 2024 was a Monday.
    const said = new Intl.DateTimeFormat(language, { weekday, timeZone: 'UTC' }).format(Date.UTC(2024, 0, number));
    const isLower = name !== '' && name === name.toLowerCase() && name !== name.toUpperCase();
    const [head = ''] = said;
    const written = isLower ? said : head.toLocaleUpperCase(language) + said.slice(head.length);
    // A name of several words may be written with others marks between them.
    const place = new RegExp(
      name
        .split(' ')
        .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
        .join('[^\\p{L}]+'),
      'u',
    );
    return label.replace(place, () => written);
  });
}

/** @returns the document with other names, and these; the same document where there are none */
export function translateNames(document: Timetable, language: string): { document: Timetable; names: Set<string> } {
  const names = new Set<string>();
  const said = <Own extends string>(own: Own, other: string | null | undefined): string => {
    if (other === null || other === undefined || other === own) return own;
    names.add(other);
    return other;
  };
  const schedule = (each: BellSchedule): BellSchedule => {
    const numbers = each.days.map(({ dayOfWeek }) => dayOfWeek);
    const labels = dayNames(
      each.days.map(({ label }) => label),
      numbers,
      language,
    );
    const short = dayNames(
      each.days.map(({ shortLabel }) => shortLabel),
      numbers,
      language,
    );
    return {
      ...each,
      days: each.days.map((day, index) => ({
        ...day,
        label: said(day.label, labels?.[index]),
        shortLabel: said(day.shortLabel, short?.[index]),
      })),
      dayConfigurations: each.dayConfigurations.map((configuration) => ({
        ...configuration,
        periods: configuration.periods.map((one) => ({ ...one, name: said(one.name, periodName(one.name)) })),
        breaks: configuration.breaks.map((one) => ({ ...one, name: said(one.name, periodName(one.name)) })),
      })),
    };
  };
  const { bellSchedule, bellSchedules } = document;
  const translated = { ...document, bellSchedule: schedule(bellSchedule), bellSchedules: bellSchedules.map(schedule) };
  return { document: names.size > 0 ? translated : document, names };
}
