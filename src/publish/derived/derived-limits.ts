// How much one organisation's calendar may take, so that it neither fills the memory nor holds up others. A school is far below
// all of these; what is above fails with a reason, and the last good calendar stays.

import { BrokenCalendarError } from '../../errors.ts';

/** Of each document that is read, of all that are in memory together, and of each file: as for the rows of a version. */
export const maxBytes = 64 * 1024 * 1024;

/** Of what the links of one person show. */
export const maxPersonBytes = 16 * 1024 * 1024;

/** Lessons of a week. */
export const maxLessons = 100_000;

/** Versions that apply at some time within the months of the calendar. */
export const maxVersions = 500;

/** @throws BrokenCalendarError when it is more than the limit */
export function assertWithin(limit: number, found: number, what: string, unit: 'MB' | 'lessons' | 'versions'): void {
  if (found <= limit) return;
  const shown = (count: number) => (unit === 'MB' ? Math.ceil(count / 1024 / 1024) : count).toLocaleString('en');
  throw new BrokenCalendarError(`${what} would have ${shown(found)} ${unit}, more than the limit of ${shown(limit)}`);
}
