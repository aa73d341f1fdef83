// Parses the values of command-line options strictly. Commander names the option and the value in the error; for a password
// or a key `readValue` names the option only.

import { InvalidArgumentError } from 'commander';
import { parseWholeNumber } from '../../src/serve/edge/settings.ts';
import { bucketAddress, folder, httpAddress, readValue, secretText } from './strict-value.ts';

export function readCount(text: string): number {
  const count = parseWholeNumber(text);
  if (count === null) throw new InvalidArgumentError('It must be a whole number from 1, digits alone.');
  return count;
}

/** Each process takes about 100 MB, so a larger number is a mistake. */
const maxWorkers = 256;

export function readWorkers(text: string): number {
  const count = readCount(text);
  if (count > maxWorkers) throw new InvalidArgumentError(`It must be at most ${maxWorkers}.`);
  return count;
}

export function readText(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError('It must not be blank.');
  return text;
}

/** For an option that may be given several times. */
export const collectTexts = (text: string, earlier: string[] = []): string[] => [...earlier, text];

/** The most bytes that the database accepts in one text (migration 0004). */
const maxNameBytes = 4096;

/** Format characters, such as a zero-width space, leave nothing to see when they stand alone. */
const visible = /[^\p{Cc}\p{Cf}\p{Z}]/u;

/** A name: one line with at least one visible character. */
export function readName(text: string): string {
  if (!visible.test(text)) throw new InvalidArgumentError('It must not be blank.');
  if (/[\p{Cc}\u2028\u2029]/u.test(text))
    throw new InvalidArgumentError('It must not have control characters or line breaks.');
  if (Buffer.byteLength(text) > maxNameBytes)
    throw new InvalidArgumentError(`It must not be longer than ${maxNameBytes} bytes.`);
  return text;
}

/** A date means midnight UTC. A time needs a zone, since without one it would depend on the machine. */
const momentForm = /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/;

/** @returns the moment as an ISO 8601 date-time in UTC */
export function readFutureMoment(text: string): string {
  const [, date] = momentForm.exec(text) ?? [];
  if (date === undefined)
    throw new InvalidArgumentError('It is not an ISO 8601 date (2027-07-31) or date-time (2027-07-31T22:00:00Z).');
  const [day, moment] = [new Date(date), new Date(text)];
  // `Date` accepts 30 February as 2 March.
  if (Number.isNaN(Number(day)) || Number.isNaN(Number(moment)) || day.toISOString().slice(0, 10) !== date)
    throw new InvalidArgumentError('There is no such date or time.');
  if (Number(moment) <= Date.now()) throw new InvalidArgumentError('It is in the past.');
  return moment.toISOString();
}

/** A folder or a bucket. @throws SettingError */
export const readLocation = (option: string) => (text: string) =>
  readValue(option, text.includes('://') ? bucketAddress : folder, text);

/** @throws SettingError */
export const readHttpAddress = (option: string) => (text: string) => readValue(option, httpAddress, text);

/** A key or password, which no message shows. @throws SettingError */
export const readSecret = (option: string) => (text: string) => readValue(option, secretText, text);
