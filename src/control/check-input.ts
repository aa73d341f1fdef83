// What a name and a moment in the future must be like, for options of commands and for fields of requests.

import { InvalidInputError } from '../errors.ts';

/** The most bytes that the database accepts in one text (migration 0004). */
const maxNameBytes = 4096;

/** Format characters, such as a zero-width space, leave nothing to see when they stand alone. */
const visible = /[^\p{Cc}\p{Cf}\p{Z}]/u;

/** What is wrong with a name, in a sentence; null if nothing. A name is one line with a visible character. */
export function problemOfName(text: string): string | null {
  if (!visible.test(text)) return 'It must not be blank.';
  if (/[\p{Cc}\u2028\u2029]/u.test(text)) return 'It must not have control characters or line breaks.';
  // PostgreSQL takes no half of a pair.
  if (/\p{Cs}/u.test(text)) return 'It must not have half of a surrogate pair.';
  if (Buffer.byteLength(text) > maxNameBytes) return `It must not be longer than ${maxNameBytes} bytes.`;
  return null;
}

/** A date means midnight UTC. A time needs a zone, since without one it would depend on the machine. */
const momentForm = /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/;

/** @returns the moment as an ISO 8601 date-time in UTC, or what is wrong with it */
export function readMoment(text: string, now: number): { moment: string } | { problem: string } {
  const [, date] = (text.length > 64 ? null : momentForm.exec(text)) ?? [];
  if (date === undefined)
    return { problem: 'It is not an ISO 8601 date (2027-07-31) or date-time (2027-07-31T22:00:00Z).' };
  const [day, moment] = [new Date(date), new Date(text)];
  // `Date` accepts 30 February as 2 March.
  if (Number.isNaN(Number(day)) || Number.isNaN(Number(moment)) || day.toISOString().slice(0, 10) !== date)
    return { problem: 'There is no such date or time.' };
  return Number(moment) <= now ? { problem: 'It is in the past.' } : { moment: moment.toISOString() };
}

/** @throws InvalidInputError */
export function checkName(name: string, path = 'name'): void {
  const problem = problemOfName(name);
  if (problem !== null) throw new InvalidInputError([{ path, message: problem }]);
}

/** @returns the moment as an ISO 8601 date-time in UTC. @throws InvalidInputError */
export function checkExpiry(expiresAt: string | null, now: number, path = 'expiresAt'): string | null {
  if (expiresAt === null) return null;
  const read = readMoment(expiresAt, now);
  if ('problem' in read) throw new InvalidInputError([{ path, message: read.problem }]);
  return read.moment;
}
