// Everything that can be reported about GPU files.

import { defineRules } from '../rule.ts';

export const untisRules = defineRules({
  'untis.no-timetable': {
    severity: 'error',
    when: 'There is no GPU001.TXT.',
    outcome: 'Nothing is converted. It holds the timetable: export it, and give it with the others.',
  },
  'untis.file-twice': {
    severity: 'error',
    when: 'Two files are of one number, such as GPU001.TXT in two folders.',
    outcome: 'Nothing is converted. Give the files of one export.',
  },
  'untis.zip-unreadable': {
    severity: 'error',
    when: 'A ZIP is damaged, or locked with a password.',
    outcome: 'Nothing is converted. Pack it again without a password, or give the files themselves.',
  },
  'untis.file-unreadable': {
    severity: 'error',
    when: 'A file is no rows of columns.',
    outcome: 'Nothing is converted. Export it again: it was cut off or edited by hand.',
  },
  'untis.row-unreadable': {
    severity: 'error',
    when: 'A row has too few columns, or something other than a number for its day or period.',
    outcome: 'Nothing is converted. Export it again, with all columns and without a header.',
  },
  'untis.header-skipped': {
    severity: 'info',
    when: 'The first row names the columns.',
    outcome: 'It is passed over.',
  },
  'untis.file-not-used': {
    severity: 'info',
    when: 'A file is none of GPU001 to GPU006.',
    outcome: 'It is not read; its rows are counted among the losses.',
  },
  'untis.encoding-assumed': {
    severity: 'info',
    when: 'A file is not UTF-8.',
    outcome: 'It is read as windows-1252. Where names look wrong, tick UTF-8 when you export.',
  },
  'untis.row-repeated': {
    severity: 'warning',
    when: 'Two rows of GPU001 are the same.',
    outcome: 'They are one.',
  },
  'untis.lesson-without-number': {
    severity: 'info',
    when: 'A row of GPU001 has no lesson number.',
    outcome: 'Rows of the same teacher and subject are one lesson.',
  },
  'untis.row-without-place': {
    severity: 'warning',
    when: 'A row of GPU001 has no day or no period.',
    outcome: 'Its unit is unplaced.',
  },
  'untis.day-outside-week': {
    severity: 'warning',
    when: 'A day is beyond the seventh, or beyond those of `--bells`.',
    outcome: 'The unit is unplaced.',
  },
  'untis.period-zero': {
    severity: 'info',
    when: 'The timetable has a period 0.',
    outcome: 'It is the first period, and the times of `--bells` begin with it.',
  },
  'untis.periods-by-position': {
    severity: 'info',
    when: 'The periods of `--bells` are not called by numbers.',
    outcome: 'The first of them is period 1, or period 0 where the file has one.',
  },
  'untis.length-in-periods': {
    severity: 'info',
    when: 'Column 8 of GPU001 has a number from 2 to 9.',
    outcome: 'The lesson goes on for as many periods.',
  },
  'untis.length-in-minutes': {
    severity: 'warning',
    when: 'Column 8 of GPU001 has a length in minutes, as in a timetable without periods.',
    outcome: 'The unit lasts one period of `--bells`.',
  },
  'untis.length-past-end': {
    severity: 'warning',
    when: 'A lesson goes on past the last period of its day.',
    outcome: 'The periods past the end are unplaced.',
  },
  'untis.weeks-recognised': {
    severity: 'info',
    when: 'Column 9 of GPU001 names weeks.',
    outcome: 'The timetable has a cycle of as many weeks; a row without one is in each week.',
  },
  'untis.week-unreadable': {
    severity: 'warning',
    when: 'Column 9 of GPU001 is neither a letter nor a number of a week.',
    outcome: 'The row is in each week.',
  },
  'untis.periods-touch': {
    severity: 'info',
    when: 'A lesson has periods next to each other, and GPU002 is silent on double periods.',
    outcome: 'They are single periods: nothing says whether they are one.',
  },
  'untis.doubles-assumed': {
    severity: 'info',
    when: 'GPU002 asks for double periods or blocks, and GPU001 does not say which periods they are.',
    outcome: 'Periods next to each other become them, from the first on, as far as GPU002 allows.',
  },
  'untis.hours-unreadable': {
    severity: 'warning',
    when: 'The hours a week in GPU002 are no number, or more than a week has.',
    outcome: 'The lesson has as many units as it has rows in GPU001.',
  },
  'untis.hours-rounded': {
    severity: 'info',
    when: 'GPU002 has a part of an hour a week.',
    outcome: 'It counts as a whole one.',
  },
  'untis.more-than-hours': {
    severity: 'warning',
    when: 'GPU001 has more periods of a lesson than GPU002 has hours.',
    outcome: 'All of them are shown.',
  },
  'untis.lesson-not-listed': {
    severity: 'warning',
    when: 'GPU001 names a lesson or a coupling that GPU002 does not have.',
    outcome: 'It is shown as GPU001 has it. Export both files at one time.',
  },
  'untis.name-not-listed': {
    severity: 'warning',
    when: 'A class, teacher, room or subject is not in its file, GPU003 to GPU006.',
    outcome: 'Its short name is its name. Export all files at one time.',
  },
  'untis.part-of-year': {
    severity: 'info',
    when: 'A lesson is taught for a part of the time that the others are taught.',
    outcome: 'It is shown throughout: a timetable version has one window for all its lessons.',
  },
});
