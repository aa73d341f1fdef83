// Months, days of the week and spans of days in the language of the page.

import { asPeopleWrite, momentOf } from './date-words.ts';
import { perLanguage } from './texts.ts';

const month = perLanguage(
  (locale) => new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }),
);
const day = perLanguage(
  (locale) => new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' }),
);
/** Letters that fit in a column of a small table. */
const longestName = 4;
const weekdays = perLanguage((locale) => {
  const names = (weekday: 'narrow' | 'short' | 'long') => {
    const format = new Intl.DateTimeFormat(locale, { weekday, timeZone: 'UTC' });
    // 5 January 1970 was a Monday.
    return Array.from({ length: 7 }, (_, index) => format.format(Date.UTC(1970, 0, 5 + index)));
  };
  const short = names('short');
  // The short names of some languages are whole words, too long for a column.
  const fitting = short.every((name) => name.length <= longestName) ? short : names('narrow');
  return names('long').map((long, index) => ({ short: fitting[index] ?? long, long }));
});

/** 20260901 as "September 2026". */
export const monthInWords = (date: number): string => asPeopleWrite(month().format(momentOf(date)));

/** The days of the week from Monday. */
export const weekdayNames = (): readonly { short: string; long: string }[] => weekdays();

/** "12–16 Oct", or "24 Dec". */
export const spanOfDays = (first: number, last: number): string => day().formatRange(momentOf(first), momentOf(last));
