// What holds for a file of day changes of every format: its bounds, and texts that tell too much.

import type { DayFindings } from './day-findings.ts';
import { dayLimits } from './day-limits.ts';
import { findPrivateWords } from './find-private-words.ts';

type Text = { line: number | null; path: string; text: string };

/** Reports texts that are too long, and words in texts that tell why somebody is away, by their place and never themselves. */
export function checkTexts(texts: Iterable<Text>, findings: DayFindings): void {
  for (const { line, path, text } of texts) {
    const { length } = text;
    if (length > dayLimits.text)
      findings.add('days.too-large', line, `${path} has ${length} characters, and ${dayLimits.text} is the maximum`, {
        path,
        count: length,
        most: dayLimits.text,
      });
    for (const character of findPrivateWords(text))
      findings.add('days.private-word', line, `${path} has a word of illness or leave at character ${character}`, {
        path,
        character,
      });
  }
}

/** Reports a list with more than may be stored. */
export function checkCount(what: 'changes' | 'notes' | 'absent' | 'days', count: number, findings: DayFindings): void {
  const most = dayLimits[what];
  if (count <= most) return;
  findings.add(
    'days.too-large',
    null,
    what === 'days'
      ? `from the first day to the last there are ${count} days, and ${most} is the maximum`
      : `there are ${count} ${what}, and ${most} is the maximum`,
    { what, count, most },
  );
}

/** Days from one YYYYMMDD to another, both included. */
export function countDays(from: number, to: number): number {
  return Math.round((utcOf(to) - utcOf(from)) / 86_400_000) + 1;
}

const utcOf = (day: number): number => Date.UTC(Math.floor(day / 10_000), (Math.floor(day / 100) % 100) - 1, day % 100);

/** A date of a file, `20261123` or `2026-11-23`; null where there is no such day. */
export function readDate(text: string): number | null {
  const [, year, month, date] = /^(\d{4})-?(\d\d)-?(\d\d)$/.exec(text) ?? [];
  const day = Number(`${year}${month}${date}`);
  if (Number.isNaN(day) || Number(year) < 1900 || Number(year) > 2199) return null;
  return new Date(utcOf(day)).toISOString().slice(0, 10) === `${year}-${month}-${date}` ? day : null;
}
