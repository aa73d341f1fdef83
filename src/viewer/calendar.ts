// Writes calendar days and times in the language of the page. The API writes a day as the number YYYYMMDD and a time as
// HH:MM; neither is ever converted between time zones.

import { perLanguage, say } from './say.ts';

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

const momentOf = (day: number) => Date.UTC(Math.floor(day / 10_000), (Math.floor(day / 100) % 100) - 1, day % 100);

/** 20260901 as "1 September 2026". */
export const dayInWords = (day: number): string => written().format(momentOf(day));

/** 20260901 as "Tuesday 1 September". */
export const weekdayInWords = (day: number): string => withWeekday().format(momentOf(day));

/** A time of the API in the digits of the language. */
export function timeInWords(time: string): string {
  const known = times();
  const text = known.get(time) ?? clock().format(Date.UTC(1970, 0, 1, Number(time.slice(0, 2)), Number(time.slice(3))));
  known.set(time, text);
  return text;
}

export const spanInWords = ({ startTime, endTime }: { startTime: string; endTime: string }): string =>
  `${timeInWords(startTime)}–${timeInWords(endTime)}`;

/** Today in the reader's time zone, as 2026-09-01. */
export function today(): string {
  const now = new Date();
  const two = (number: number) => String(number).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/** The same as YYYYMMDD. */
export const todayNumber = (): number => Number(today().replaceAll('-', ''));

export function windowInWords(effectiveFrom: number | null, effectiveTo: number | null): string {
  if (effectiveFrom === null) return say('notPublished');
  return effectiveTo === null
    ? say('starting', { day: dayInWords(effectiveFrom) })
    : say('between', { first: dayInWords(effectiveFrom), last: dayInWords(effectiveTo) });
}
