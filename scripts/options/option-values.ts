// Parses the values of command-line options strictly. Commander names the option and the value in the error; for a password
// or a key `readValue` names the option only.

import { InvalidArgumentError } from 'commander';
import { problemOfName, readMoment } from '../../src/control/check-input.ts';
import { parseWholeNumber } from '../../src/serve/edge/settings.ts';
import { bucketAddress, folder, httpAddress, readValue, secretText } from './strict-value.ts';

export function readCount(text: string): number {
  const count = parseWholeNumber(text);
  if (count === null) throw new InvalidArgumentError('It must be a whole number from 1, digits alone.');
  return count;
}

export function readText(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError('It must not be blank.');
  return text;
}

/** For an option that may be given several times. */
export const collectTexts = (text: string, earlier: string[] = []): string[] => [...earlier, text];

/** A name: one line with at least one visible character. */
export function readName(text: string): string {
  const problem = problemOfName(text);
  if (problem !== null) throw new InvalidArgumentError(problem);
  return text;
}

/** @returns the moment as an ISO 8601 date-time in UTC */
export function readFutureMoment(text: string): string {
  const read = readMoment(text, Date.now());
  if ('problem' in read) throw new InvalidArgumentError(read.problem);
  return read.moment;
}

const secondsOf: Record<string, number> = { s: 1, m: 60, h: 3600, d: 86_400 };

/** A time such as 30m, 24h or 7d. @returns it in seconds */
export function readDuration(text: string): number {
  const [, count, unit = ''] = /^(\d{1,9})([smhd])$/.exec(text) ?? [];
  if (count === undefined) throw new InvalidArgumentError('It is not a time such as 90s, 30m, 24h or 7d.');
  return Number(count) * (secondsOf[unit] ?? 1);
}

/** A date, as ISO 8601 writes it (2026-12-24 or 20261224). @returns it as the number YYYYMMDD */
export function readDay(text: string): number {
  const [, year, month, date] = /^(\d{4})-?(\d\d)-?(\d\d)$/.exec(text) ?? [];
  const day = new Date(`${year}-${month}-${date}T00:00:00Z`);
  if (Number.isNaN(Number(day)) || day.toISOString().slice(0, 10) !== `${year}-${month}-${date}`)
    throw new InvalidArgumentError('It is not a date, such as 2026-12-24.');
  if (Number(year) < 1900 || Number(year) > 2199) throw new InvalidArgumentError('The year must be from 1900 to 2199.');
  return Number(`${year}${month}${date}`);
}

/** A folder or a bucket. @throws SettingError */
export const readLocation = (option: string) => (text: string) =>
  readValue(option, text.includes('://') ? bucketAddress : folder, text);

/** @throws SettingError */
export const readHttpAddress = (option: string) => (text: string) => readValue(option, httpAddress, text);

/** A key or password, which no message shows. @throws SettingError */
export const readSecret = (option: string) => (text: string) => readValue(option, secretText, text);
