// Everything that can be reported about a file with what is different on a day. The page of rules is generated from it.

import { defineRules } from '../report/rule.ts';

export const dayRules = defineRules({
  'days.unknown-format': {
    severity: 'error',
    when: 'The content is neither JSON, nor GPU014 of Untis, nor a CSV whose first line names the columns.',
    outcome: 'Nothing is stored. Export the substitutions as the guide says.',
  },
  'days.not-text': {
    severity: 'error',
    when: 'A byte is invalid in the encoding of the file.',
    outcome: 'Nothing is stored. Save the file as UTF-8.',
  },
  'days.not-json': {
    severity: 'error',
    when: 'The file begins like JSON and is none: it was truncated or edited by hand.',
    outcome: 'Nothing is stored. Export it again.',
  },
  'days.not-rows': {
    severity: 'error',
    when: 'The file does not consist of rows of columns: a quote is not closed.',
    outcome: 'Nothing is stored. Export it again, with quotes around texts.',
  },
  'days.empty': {
    severity: 'error',
    when: 'The file has no row with a date, so it says nothing about any day.',
    outcome: 'Nothing is stored or withdrawn. `days clear` withdraws what is stored for a range of days.',
  },
  'days.too-large': {
    severity: 'error',
    when: 'The file has more bytes, changes, notes or days than allowed, or a longer text.',
    outcome: 'Nothing is stored. Export fewer days: the weeks ahead are enough.',
  },
  'days.row-unreadable': {
    severity: 'error',
    when: 'A row has too few columns, a value that its column cannot have, or a text that contains the separator.',
    outcome: 'Nothing is stored. Export the file again, with all columns and with quotes around texts.',
  },
  'days.column-unknown': {
    severity: 'error',
    when: 'The first line of a CSV names a column that does not exist, or one twice.',
    outcome: 'Nothing is stored. Correct the name, or remove the column.',
  },
  'days.column-missing': {
    severity: 'error',
    when: 'The first line of a CSV lacks a column that is needed.',
    outcome: 'Nothing is stored. Add the column.',
  },
  'days.range-differs': {
    severity: 'error',
    when: 'Rows of a CSV give different values of `from` or `to`, or a row has a date outside them.',
    outcome: 'Nothing is stored. Give both in one row, or the same in all.',
  },
  'days.private-word': {
    severity: 'warning',
    when: 'A text contains a word of illness or leave.',
    outcome: 'The text is kept, and everybody who may read the day reads it. Remove the word in your program.',
  },
  'days.time-unknown': {
    severity: 'warning',
    when: 'Something that is not in the timetable takes place in a period without bell times on that date.',
    outcome:
      'It is left out; of a lesson that is moved there, only that it is cancelled. Check the calendar and the bell times.',
  },
  'days.break-unknown': {
    severity: 'warning',
    when: 'A break is supervised before a period, and the bell times have no break there.',
    outcome: 'The supervision is shown at the time of the period.',
  },
  'days.move-incomplete': {
    severity: 'warning',
    when: 'A lesson is moved, and only one of its two rows is in the file.',
    outcome: 'Without its new time it is cancelled; without its old time it is an additional lesson.',
  },
  'days.encoding-assumed': {
    severity: 'info',
    when: 'The file is not UTF-8.',
    outcome: 'It is read as windows-1252. If names look wrong, export it as UTF-8.',
  },
  'days.header-skipped': {
    severity: 'info',
    when: 'The first row of GPU014 names the columns.',
    outcome: 'It is ignored.',
  },
});

export type DayRule = keyof typeof dayRules;
