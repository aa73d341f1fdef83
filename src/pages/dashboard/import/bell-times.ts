// Bell times as they are filled in evenly, checked, and sent: the form that the `bells` of an import has.

/** As HH:MM. */
export type Times = { start: string; end: string };

const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));
const clockOf = (minutes: number): string =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');

/** Lessons of one length with one pause between them; those after midnight are empty. */
export function evenTimes(first: string, length: number, pause: number, count: number): Times[] {
  const from = minutesOf(first);
  return Array.from({ length: count }, (_, index) => {
    const start = from + index * (length + pause);
    return start + length < 24 * 60 ? { start: clockOf(start), end: clockOf(start + length) } : { start: '', end: '' };
  });
}

/** The first lesson that ends before it begins, or begins before the one before it ends; -1 where there is none. */
export const firstOutOfOrder = (times: readonly Times[]): number =>
  times.findIndex(({ start, end }, index) => start >= end || start < (times[index - 1]?.end ?? ''));

/** @param ofDays by day of the week, 1 is Monday */
export const bellsText = (usual: readonly Times[], ofDays: readonly (readonly [number, readonly Times[]])[]): string =>
  [textOf(usual), ...ofDays.map(([day, times]) => `${day}=${textOf(times)}`)].join(';');

const textOf = (times: readonly Times[]): string => times.map(({ start, end }) => `${start}-${end}`).join(',');
