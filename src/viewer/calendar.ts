// Formats calendar days. The API writes a day as the number YYYYMMDD, which is never converted between time zones.

const written = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });

/** 20260901 as "1 September 2026". */
export const dayInWords = (day: number): string =>
  written.format(Date.UTC(Math.floor(day / 10_000), (Math.floor(day / 100) % 100) - 1, day % 100));

/** Today in the reader's time zone, as 2026-09-01. */
export function today(): string {
  const now = new Date();
  const two = (number: number) => String(number).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

export function windowInWords(effectiveFrom: number | null, effectiveTo: number | null): string {
  if (effectiveFrom === null) return 'Not published';
  return effectiveTo === null
    ? `From ${dayInWords(effectiveFrom)}`
    : `${dayInWords(effectiveFrom)} to ${dayInWords(effectiveTo)}`;
}
