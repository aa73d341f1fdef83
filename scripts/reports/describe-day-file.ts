// A file of day changes in words: what was read, what was left out, and what is wrong, by line.

import { isoDay } from '../../src/calendar/time/day.ts';
import { formatCount } from '../../src/format-count.ts';
import type { DayFileReport, DayLoss } from '../../src/formats/days/day-file.ts';
import { limitLines } from './print-report.ts';

const formats = { json: 'JSON', gpu014: 'GPU014 of Untis', csv: 'CSV' } as const;

const losses: Readonly<Record<DayLoss['code'], string>> = {
  'not-printed': 'are marked as not to be printed',
  'nothing-changed': 'change nothing',
  repeated: 'belong to another of the same lesson',
  'nobody-concerned': 'concern no class and no teacher',
};

/** What was read and left out. */
export function describeDayFile(report: DayFileReport): string[] {
  const { format, from, to, rows, changes, notes, absent, findings, warnings } = report;
  if (format === null || from === null || to === null) return [];
  const counts = [
    formatCount(changes, 'change'),
    formatCount(notes, 'note'),
    ...(absent === 0 ? [] : [formatCount(absent, 'absence')]),
  ].join(', ');
  return [
    `read from ${formats[format]}: ${rows === 0 ? '' : `${formatCount(rows, 'row')}, `}${counts}, from ${isoDay(from)} to ${isoDay(to)}`,
    ...report.losses.map(({ code, count }) => `  ${formatCount(count, 'row')} left out: they ${losses[code]}`),
    ...(warnings === 0 ? [] : [formatCount(warnings, 'warning')]),
    ...problemLines(
      findings
        .filter(({ severity }) => severity !== 'error')
        .map(({ line, message }) => ({ line, path: null, message })),
    ),
  ];
}

const mostLines = 100;

/** One line for each problem, with where it is. */
export const problemLines = (
  problems: readonly { line: number | null; path: string | null; message: string }[],
): string[] =>
  limitLines(
    problems.map(({ line, path, message }) =>
      ['', ...(line === null ? [] : [`line ${line}`]), ...(path === null ? [] : [path]), message].join('  '),
    ),
    mostLines,
    'problems',
  );
