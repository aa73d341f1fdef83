// Finds the days of the week of a file's days: from `--first-day`, else from their names in the languages that schools
// use, else from their position, starting with Monday. The choice is always reported.

import { type DayNames, recogniseWeekdays } from '../../document/recognise-weekdays.ts';
import { type Findings, type Place, quote } from '../report/finding.ts';
import { findNamedWeeks } from './find-named-weeks.ts';

/**
 * The day of the week of each day, 1 for Monday.
 * @param firstDay the weekday of the first day, where the user gave it
 */
export function findDaysOfWeek(
  days: readonly DayNames[],
  firstDay: number | null,
  findings: Findings,
  place: Place,
): number[] {
  const named = findNamedWeeks(days);
  if (named !== null) {
    const names = named.weeks.map((name) => quote(name)).join(', ');
    findings.add('school.weeks-recognised', place, `the names of the ${days.length} days tell weeks apart: ${names}`);
    const numbers = named.days.map(({ number }) => number);
    const inWeek = [...new Set(numbers)];
    if (firstDay === null) return numbers;
    return numbers.map((number) => ((firstDay - 1 + inWeek.indexOf(number)) % 7) + 1);
  }
  const from = (first: number) => days.map((_, index) => ((first - 1 + index) % 7) + 1);
  const { label = '' } = days[0] ?? {};
  const recognised = recogniseWeekdays(days);
  if (recognised === null) findings.ask({ about: 'firstDay', chosen: firstDay });
  if (firstDay !== null) return from(firstDay);
  if (recognised === null) {
    findings.add('school.first-day-assumed', place, `the first day, ${quote(label)}, is assumed to be a Monday`);
    return from(1);
  }
  const { numbers, language } = recognised;
  const first = numbers.findIndex((number) => number !== null);
  const offset = (numbers[first] ?? 1) - 1 - first + 70; // counted back from the day that was recognised
  const result = numbers.map((number, index) => number ?? ((offset + index) % 7) + 1);
  const message = `the first day, ${quote(label)}, is day ${result[0]} of the week (1 is Monday), as in ${language}`;
  findings.add('school.first-day-recognised', place, message);
  return result;
}
