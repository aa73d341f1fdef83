// The words of days in English: what is different on a day, a file of changes, and what is wrong with one. Keys of problems, rules and
// losses are the codes of the control API.

import type { CatalogueOf } from '../../ui/texts.ts';

export type DayWords = CatalogueOf<typeof dayWords>;

export const dayWords = {
  // A day.
  'day-week-earlier': 'A week earlier',
  'day-before': 'Day before',
  'day-today': 'Today',
  'day-after': 'Day after',
  'day-week-later': 'A week later',
  'day-choose': 'Choose a day',
  'day-as-planned': 'Nothing is different on this day.',
  'day-no-calendar':
    'There is no calendar yet, so nobody knows which lessons take place on this day. Make one in the part “Calendar”.',
  'day-changed': 'Changed',
  'day-cancelled': 'Cancelled',
  'day-moved': 'Moved',
  'day-added': 'Additional',
  'day-notes': 'Notes',
  'day-absent': 'Away',
  'day-orphaned': 'Not applied',
  'day-orphaned-means':
    'This is stored, but readers do not see it. It applies by itself once its lesson is there again. If it is no longer right, export these days anew.',
  'day-instead': '{now} instead of {before}',
  'day-nobody': 'none instead of {before}',
  'day-newly': '{now}, none was planned',
  'day-moved-away': 'to {day}, {time}',
  'day-moved-here': 'from {day}, {time}',
  'day-for-all': 'for everybody',
  'day-classes': 'Classes',
  'day-rooms': 'Rooms',
  'day-period': 'Period {period}',
  'day-id': 'Lesson {id}',
  'what-subjects': 'Subject',
  'what-teachers': 'Teacher',
  'what-classes': 'Class',
  'what-rooms': 'Room',
  'kind-lesson': 'Lesson',
  'kind-exam': 'Exam',
  'kind-event': 'Event',
  'kind-supervision': 'Supervision',
  'kind-standby': 'Standby',

  // A file.
  'file-heading': 'Changes from a file',
  'file-means':
    'Drop the export of your planning program here, or choose it: GPU014.TXT of Untis, CSV or JSON. It is tried first; nothing is stored yet. Why somebody is away is never read.',
  'file-field': 'The file with the changes',
  'file-hint': 'The file is the whole truth for its days: what it does not have any more is withdrawn.',
  'file-try': 'Try the file',
  'file-can-store': 'It can be stored. Nothing is stored yet.',
  'file-same': 'All of this is stored already.',
  'file-stored': 'It is stored, and published within seconds.',
  'file-refused': 'It is refused, and nothing of it is stored.',
  'file-days': 'Days',
  'file-would': 'What it changes',
  'file-added': { one: '{count} new', other: '{count} new' },
  'file-changed': { one: '{count} changed', other: '{count} changed' },
  'file-removed': { one: '{count} withdrawn', other: '{count} withdrawn' },
  'file-unchanged': { one: '{count} as before', other: '{count} as before' },
  'file-line': 'Line {line}',
  'file-maybe': 'Perhaps meant:',
  'file-left-out': 'Left out',
  'file-numbers': 'There are {count}, and {most} are possible.',

  // Withdrawing.
  'clear-heading': 'Withdraw changes',
  'clear-means':
    'Everything that is different on these days is withdrawn, notes too: lessons take place as planned. An export brings it back.',
  'clear-choose': 'Withdraw …',
  'clear-question': 'Withdraw what is different from {first} to {last}?',
  'clear-do': 'Withdraw',
  'clear-done': 'It is withdrawn.',
  'clear-nothing': 'There was nothing to withdraw.',
  'clear-wrong': 'The last day is before the first, or there are more than {most} days.',

  // Why a change is not applied, or refused.
  'why-ambiguous-name': 'A name in it is that of several. Give the short name or the id that only one has.',
  'why-closed': 'There is no school on that day.',
  'why-no-lesson': 'No such lesson is planned on {date}.',
  'why-several-lessons': 'Several lessons of {date} may be meant. Name the teacher or the subject too.',
  'why-taken': 'Another change of {date} is about the same lesson. Put both into one.',
  'why-unknown-class': 'Nobody knows this class.',
  'why-added-with-field': 'An additional lesson has the field {field} inside of itself, and not beside it.',
  'why-control-character': 'A name contains an invisible control character.',
  'why-date-outside': 'Its date is not between {first} and {last}, the days of the file.',
  'why-lesson-not-described': 'It says neither when the lesson begins nor which one it is.',
  'why-lesson-or-added': 'A change is either about a planned lesson or about an additional one.',
  'why-moved-and-cancelled': 'A lesson is either moved or cancelled.',
  'why-moved-too-far': 'It is moved by more than {most} days from {date}.',
  'why-no-day': 'This is no day.',
  'why-period-too-large': 'There is no such period: {most} is the last one.',
  'why-range-backwards': 'The last day, {last}, is before the first, {first}.',
  'why-ref-twice': 'Another change of {date} has the number {ref} too.',
  'why-too-many-days': 'There are {count} days, and {most} are possible.',
  'why-too-many-names': 'It has too many or too long names; {most} are possible in a list.',
  'why-too-many-rows': 'There are {count}, and {most} are possible.',
  'why-private-word': 'The text has a word of illness or leave. Everybody who may read the day reads it.',

  // What is found in a file.
  'days.unknown-format':
    'This is no file of changes: neither GPU014 of Untis, nor a CSV with names of columns, nor JSON.',
  'days.not-text': 'Its letters cannot be read. Save the file as UTF-8.',
  'days.not-json': 'The file is cut off or was edited by hand. Export it again.',
  'days.not-rows': 'A quote is not closed. Export the file again, with quotes around texts.',
  'days.empty': 'The file says nothing about any day, so nothing is withdrawn either.',
  'days.too-large': 'The file has too much, or a text that is too long. Export fewer days.',
  'days.row-unreadable':
    'Column {column} cannot be read. Export the file again, with all columns and with quotes around texts.',
  'days.column-unknown': 'Column {column} has a name that is not known, or is there twice.',
  'days.column-missing': 'The column {column} is missing.',
  'days.range-differs':
    'The first or the last day of the file is not the same everywhere, or a date is outside of them.',
  'days.private-word': 'A text has a word of illness or leave. Everybody who may read the day reads it.',
  'days.time-unknown': 'Period {period} has no bell times on {date}, so what takes place then is left out.',
  'days.break-unknown': 'There is no break before period {period} on {date}. The supervision is shown in the period.',
  'days.move-incomplete': 'A lesson of {date}, period {period}, is moved, and only one of its two rows is in the file.',
  'days.encoding-assumed': 'The file is not UTF-8. If names look wrong, export it as UTF-8.',
  'days.header-skipped': 'The first row names the columns, and is passed over.',
  'loss-not-printed': 'Rows that are not to be printed',
  'loss-nothing-changed': 'Rows that change nothing',
  'loss-repeated': 'Rows that belong to another of the same lesson',
  'loss-nobody-concerned': 'Rows that concern no class and no teacher',
} as const;
