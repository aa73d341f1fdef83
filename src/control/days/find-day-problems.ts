// What a file of day changes breaks by itself, beyond its schema: its bounds, its dates, its refs, and what one change may combine.
// Whether its lessons are there is checked with the calendar and the timetables.

import { daysBetween, toDay } from '../../calendar/time/day.ts';
import type { DayChange, DayChanges } from '../../contract/types.generated.ts';
import { dayLimits } from '../../formats/days/day-limits.ts';
import type { DayProblem } from './day-problem.ts';
import type { DayProblemCode } from './day-problem-codes.ts';

/** Of the names in one list, and of those in all lists of a change; the tables refuse more. */
const [mostNames, mostNameBytes, mostNameBytesOfAll] = [200, 4096, 8192];

/** Days between a lesson and where it is moved to; and the last periodIndex. */
const [mostDaysMoved, mostPeriods] = [92, 999];

/** Many problems are one mistake. */
const mostProblems = 100;

const lists = ['subjects', 'teachers', 'classes', 'rooms'] as const;

export function findDayProblems(document: DayChanges): DayProblem[] {
  const { from, to, changes = [], notes = [], absent = [] } = document;
  const problems: DayProblem[] = [];
  const add = (path: string, code: DayProblemCode, message: string, values: DayProblem['values'] = {}) =>
    problems.push({ path, message, code, values });
  for (const [name, { length: count }] of Object.entries({ changes, notes, absent })) {
    const most = dayLimits[name as 'changes' | 'notes' | 'absent']; // those are its keys
    if (count > most)
      add(`$.${name}`, 'too-many-rows', `has ${count}, and ${most} is the maximum; send fewer days at once`, {
        count,
        most,
      });
  }
  if (!isDay(from) || !isDay(to)) add(isDay(from) ? '$.to' : '$.from', 'no-day', notADay);
  else if (to < from) add('$.to', 'range-backwards', `is before from, ${from}`, { first: from, last: to });
  else if (daysBetween(from, to) >= dayLimits.days) {
    const [count, most] = [daysBetween(from, to) + 1, dayLimits.days];
    const message = `is ${count} days from the first, and ${most} is the maximum; send fewer days at once`;
    add('$.to', 'too-many-days', message, { count, most });
  }
  if (problems.length > 0) return problems;

  const refs = new Set<string>();
  const checkDate = (path: string, date: number) => {
    if (!isDay(date) || date < from || date > to)
      add(path, 'date-outside', `is not a day from ${from} to ${to}, for which the file is the truth`, {
        first: from,
        last: to,
      });
  };
  for (const [index, change] of changes.entries()) {
    if (problems.length >= mostProblems) break;
    const path = `$.changes[${index}]`;
    checkDate(`${path}.date`, change.date);
    const { date, ref } = change;
    if (refs.has(`${date} ${ref}`))
      add(`${path}.ref`, 'ref-twice', `is that of another change of ${date}; give each its own`, { ref, date });
    refs.add(`${date} ${ref}`);
    for (const problem of problemsOf(change)) add(path + problem.path, problem.code, problem.message, problem.values);
  }
  for (const [index, { date, classes }] of notes.entries()) {
    if (problems.length >= mostProblems) break;
    checkDate(`$.notes[${index}].date`, date);
    if (areTooMany(classes ?? [])) add(`$.notes[${index}].classes`, 'too-many-names', tooMany, { most: mostNames });
  }
  for (const [index, { date }] of absent.entries()) {
    if (problems.length >= mostProblems) break;
    checkDate(`$.absent[${index}].date`, date);
  }
  return problems.slice(0, mostProblems);
}

type Found = { path: string; code: DayProblemCode; message: string; values?: DayProblem['values'] };

function* problemsOf(change: DayChange): Generator<Found> {
  const { date, lesson, added, moveTo, cancelled } = change;
  if ((lesson === undefined) === (added === undefined))
    yield { path: '', code: 'lesson-or-added', message: 'has either `lesson` or `added`, and exactly one of them' };
  if (
    lesson !== undefined &&
    lesson.id === undefined &&
    lesson.startTime === undefined &&
    lesson.periodIndex === undefined
  )
    yield {
      path: '.lesson',
      code: 'lesson-not-described',
      message: 'needs an id, a startTime or a periodIndex',
    };
  if (lesson?.periodIndex !== undefined && lesson.periodIndex > mostPeriods)
    yield {
      ...{ path: '.lesson.periodIndex', code: 'period-too-large', values: { most: mostPeriods } },
      message: `is no period: ${mostPeriods} is the maximum`,
    };
  if (added !== undefined) {
    const others = Object.entries({ cancelled, moveTo, ...listsOf(change) }).filter(([, value]) => value !== undefined);
    for (const [name] of others)
      yield {
        ...{ path: `.${name}`, code: 'added-with-field', values: { field: name } },
        message: 'is for a planned lesson; what is added has its own lists, in `added`',
      };
  }
  if (moveTo !== undefined) {
    if (!isDay(moveTo.date)) yield { path: '.moveTo.date', code: 'no-day', message: notADay };
    else if (isDay(date) && Math.abs(daysBetween(date, moveTo.date)) > mostDaysMoved)
      yield {
        ...{ path: '.moveTo.date', code: 'moved-too-far', values: { date, most: mostDaysMoved } },
        message: `is more than ${mostDaysMoved} days from ${date}`,
      };
    if (cancelled)
      yield {
        path: '.moveTo',
        code: 'moved-and-cancelled',
        message: 'is of a cancelled lesson; a lesson is moved or cancelled',
      };
  }
  let bytes = 0;
  for (const [at, holder] of Object.entries({ '': change, '.lesson': lesson ?? {}, '.added': added ?? {} }))
    for (const [name, names] of Object.entries(listsOf(holder))) {
      if (names === undefined) continue;
      bytes += Buffer.byteLength(names.join());
      const path = `${at}.${name}`;
      if (areTooMany(names)) yield { path, code: 'too-many-names', message: tooMany, values: { most: mostNames } };
      if (names.some((each) => each.includes('\x1f')))
        yield { path, code: 'control-character', message: 'has a name with a control character' };
    }
  if (bytes > mostNameBytesOfAll)
    yield {
      ...{ path: '', code: 'too-many-names', values: { most: mostNames } },
      message: `has names of more than ${mostNameBytesOfAll} bytes`,
    };
}

const listsOf = (holder: Partial<Record<(typeof lists)[number], string[]>>): Record<string, string[] | undefined> =>
  Object.fromEntries(lists.map((name) => [name, holder[name]]));

const areTooMany = (names: readonly string[]): boolean =>
  names.length > mostNames || Buffer.byteLength(names.join()) > mostNameBytes;
const notADay = 'is not a day of the calendar';
const tooMany = `has more than ${mostNames} names, or more than ${mostNameBytes} bytes of them`;

function isDay(day: number): boolean {
  if (day < 19000101 || day > 21991231) return false;
  try {
    return toDay(day) === day;
  } catch {
    return false; // it throws unless this is a day
  }
}
