// The columns of a CSV of day changes: the names of the fields of the JSON form, joined by dots.

import { readDate } from './check-day-changes.ts';

/** @returns what the cell says; undefined where it cannot be read */
type ReadCell = (cell: string) => unknown;

const text: ReadCell = (cell) => cell;
const date: ReadCell = (cell) => readDate(cell) ?? undefined;
const time: ReadCell = (cell) => {
  const [, hours = '', minutes] = /^([01]?\d|2[0-4])[:.]([0-5]\d)$/.exec(cell) ?? [];
  return minutes === undefined ? undefined : `${hours.padStart(2, '0')}:${minutes}`;
};
const wholeNumber: ReadCell = (cell) => (/^\d{1,3}$/.test(cell) ? Number(cell) : undefined);
const truth: ReadCell = (cell) => ({ true: true, 1: true, false: false, 0: false })[cell.toLowerCase()];
/** By `~` where there is one, so that a name may contain a comma; `[]` is nobody. */
const names: ReadCell = (cell) =>
  cell === '[]'
    ? []
    : cell
        .split(cell.includes('~') ? '~' : ',')
        .map((name) => name.trim())
        .filter((name) => name !== '');

const who = (prefix: string): Record<string, ReadCell> =>
  Object.fromEntries(['subjects', 'teachers', 'classes', 'rooms'].map((list) => [`${prefix}${list}`, names]));

export const dayColumns: Readonly<Record<string, ReadCell>> = {
  ...{ from: date, to: date, ref: text, date },
  ...{ 'lesson.id': text, 'lesson.startTime': time, 'lesson.periodIndex': wholeNumber },
  ...who('lesson.'),
  'lesson.wholeLesson': truth,
  cancelled: truth,
  ...{ 'moveTo.date': date, 'moveTo.startTime': time, 'moveTo.endTime': time },
  ...who(''),
  text,
  ...{ 'added.kind': text, 'added.startTime': time, 'added.endTime': time },
  ...who('added.'),
  evenIfClosed: truth,
  ...{ 'notes.text': text, 'notes.classes': names },
  ...{ 'absent.kind': text, 'absent.entity': text },
};
