// Moments and durations in the language of the page, in the reader's time zone.

import { element } from '../ui/element.ts';
import { perLanguage } from '../ui/texts.ts';

const moment = perLanguage((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }));
const unitSeconds = { day: 86_400, hour: 3600, minute: 60, second: 1 } as const;
const durations = perLanguage(
  (locale) => (unit: string, value: number) =>
    new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: 0 }).format(value),
);

/** @param iso ISO 8601; what is no moment is shown as it is */
export function momentInWords(iso: string): string {
  const time = Date.parse(iso);
  return Number.isNaN(time) ? iso : moment().format(new Date(time));
}

/** The same as an element; empty for none. */
export const momentOf = (iso: string | null): HTMLElement =>
  iso === null || Number.isNaN(Date.parse(iso))
    ? element('bdi', {}, iso)
    : element('time', { datetime: iso }, momentInWords(iso));

/** "4 minutes", by the largest unit that fits. */
export function durationInWords(seconds: number): string {
  const units = Object.entries(unitSeconds);
  const [unit, size] = units.find(([, each]) => seconds >= each) ?? ['second', 1];
  return durations()(unit, Math.max(0, Math.floor(seconds / size)));
}
