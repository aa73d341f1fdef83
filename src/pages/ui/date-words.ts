// Writes calendar days and times in the language of the page. The API writes a day as the number YYYYMMDD and a time as
// HH:MM; neither is ever converted between time zones.

import { say } from '../viewer/say.ts';
import { perLanguage } from './texts.ts';

const written = perLanguage(
  (locale) => new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }),
);
const withWeekday = perLanguage(
  (locale) => new Intl.DateTimeFormat(locale, { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' }),
);
const clock = perLanguage(
  // 24 hours in every language, like the bell times of the API.
  (locale) =>
    new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: 'UTC' }),
);
/** Formatted times, cached because a grid repeats the same few. */
const times = perLanguage(() => new Map<string, string>());

export const momentOf = (day: number) =>
  Date.UTC(Math.floor(day / 10_000), (Math.floor(day / 100) % 100) - 1, day % 100);

/** 20260901 as "1 September 2026". */
export const dayInWords = (day: number): string => asPeopleWrite(written().format(momentOf(day)));

/** 20260901 as "Tuesday 1 September". */
export const weekdayInWords = (day: number): string => asPeopleWrite(withWeekday().format(momentOf(day)));

const isFrench = perLanguage((locale) => locale.startsWith('fr'));
/** French has an ordinal for the first of a month, and the Ukrainian word for the year ends in a dot inside a sentence. */
export const asPeopleWrite = (date: string): string =>
  isFrench() ? date.replace(/(^|\s)1(?=\s)/, '$11er') : date.replace(/\sр\.$/, '');

/** A time of the API in the digits of the language. */
export function timeInWords(time: string): string {
  const known = times();
  const text = known.get(time) ?? clock().format(Date.UTC(1970, 0, 1, Number(time.slice(0, 2)), Number(time.slice(3))));
  known.set(time, text);
  return text;
}

export const spanInWords = ({ startTime, endTime }: { startTime: string; endTime: string }): string =>
  `${timeInWords(startTime)}–${timeInWords(endTime)}`;

export function windowInWords(effectiveFrom: number | null, effectiveTo: number | null): string {
  if (effectiveFrom === null) return say('notPublished');
  return effectiveTo === null
    ? say('starting', { day: dayInWords(effectiveFrom) })
    : say('between', { first: dayInWords(effectiveFrom), last: dayInWords(effectiveTo) });
}
