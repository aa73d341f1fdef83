// Everything that can be reported about GPU files.

import { defineRules } from '../report/rule.ts';

export const untisRules = defineRules({
  'untis.no-timetable': {
    severity: 'error',
    when: 'There is no GPU001.TXT.',
    outcome: 'Nothing is converted. This file contains the timetable: export it, and give it with the others.',
  },
  'untis.xml-not-read': {
    severity: 'error',
    when: 'It is the XML of Untis, and not the GPU files.',
    outcome:
      'Nothing is converted. In Untis, choose `File` > `Import/Export` > `Export TXT file (CSV, DIF)`, and give `GPU001.TXT` to `GPU006.TXT`.',
  },
  'untis.file-twice': {
    severity: 'error',
    when: 'Two files have the same number, such as GPU001.TXT in two folders.',
    outcome: 'Nothing is converted. Give the files of one export only.',
  },
  'untis.zip-unreadable': {
    severity: 'error',
    when: 'A ZIP file is damaged or has a password.',
    outcome: 'Nothing is converted. Pack it again without a password, or give the files themselves.',
  },
  'untis.file-unreadable': {
    severity: 'error',
    when: 'A file does not consist of rows of columns.',
    outcome: 'Nothing is converted. Export it again: it was truncated or edited by hand.',
  },
  'untis.row-unreadable': {
    severity: 'error',
    when: 'A row has too few columns, its day or period is not a number, or its period is too high.',
    outcome: 'Nothing is converted. Export it again, with all columns and without a header.',
  },
  'untis.header-skipped': {
    severity: 'info',
    when: 'The first row contains the names of the columns.',
    outcome: 'It is ignored.',
  },
  'untis.file-not-used': {
    severity: 'info',
    when: 'A file is not one of GPU001 to GPU006.',
    outcome: 'It is not read, and its rows are counted as left out.',
  },
  'untis.encoding-assumed': {
    severity: 'info',
    when: 'A file is not UTF-8.',
    outcome: 'It is read as windows-1252. If names look wrong, tick UTF-8 when you export.',
  },
  'untis.row-repeated': {
    severity: 'warning',
    when: 'Two rows of GPU001 are the same.',
    outcome: 'Only one is used.',
  },
  'untis.lesson-without-number': {
    severity: 'info',
    when: 'A row of GPU001 has no lesson number.',
    outcome: 'Rows of the same teacher and subject are one lesson.',
  },
  'untis.row-without-place': {
    severity: 'warning',
    when: 'A row of GPU001 has no day (empty or 0) or no period.',
    outcome: 'Its unit is unplaced.',
  },
  'untis.day-outside-week': {
    severity: 'warning',
    when: 'A day is after the seventh, or after the last of `--bells`.',
    outcome: 'The unit is unplaced.',
  },
  'untis.period-zero': {
    severity: 'info',
    when: 'The timetable has a period 0.',
    outcome: 'It is the first period of `--bells`.',
  },
  'untis.periods-by-position': {
    severity: 'info',
    when: 'The names of the periods of `--bells` are not numbers.',
    outcome: 'The first of them is period 1, or period 0 if the file has one.',
  },
  'untis.length-in-periods': {
    severity: 'info',
    when: 'Column 8 of GPU001 has a number from 2 to 9.',
    outcome: 'The lesson lasts that many periods.',
  },
  'untis.length-in-minutes': {
    severity: 'warning',
    when: 'Column 8 of GPU001 has a length in minutes, as in a timetable without periods.',
    outcome: 'The unit lasts one period of `--bells`.',
  },
  'untis.length-past-end': {
    severity: 'warning',
    when: 'A lesson continues after the last period of its day.',
    outcome: 'The periods after the end are unplaced.',
  },
  'untis.weeks-recognised': {
    severity: 'info',
    when: 'Column 9 of GPU001 names weeks.',
    outcome: 'The timetable has a cycle of that many weeks. A row without a week is in every week.',
  },
  'untis.week-groups': {
    severity: 'info',
    when: 'Lesson groups of GPU002 are weeks, by their names or by `--week-groups`.',
    outcome: 'The timetable has a cycle of that many weeks. A lesson of no such group is in every week.',
  },
  'untis.groups-overlap': {
    severity: 'warning',
    when: 'Lessons of different lesson groups have a class, teacher or room at the same time.',
    outcome:
      'All of them are shown. If the groups are weeks, name those of each week: `--week-groups A-Woche,B-Woche`. If they are terms, export each.',
  },
  'untis.week-unreadable': {
    severity: 'warning',
    when: 'Column 9 of GPU001 is neither a letter nor a number of a week.',
    outcome: 'The row is in every week.',
  },
  'untis.periods-touch': {
    severity: 'info',
    when: 'A lesson has adjacent periods, and GPU002 does not say whether it has double periods.',
    outcome: 'They are single periods.',
  },
  'untis.doubles-assumed': {
    severity: 'info',
    when: 'GPU002 asks for double periods or blocks, and GPU001 does not mark them.',
    outcome: 'Adjacent periods are combined, starting with the first, as far as GPU002 allows.',
  },
  'untis.hours-unreadable': {
    severity: 'warning',
    when: 'The hours per week in GPU002 are not a number, or are more than 200.',
    outcome: 'The lesson has as many units as it has rows in GPU001.',
  },
  'untis.hours-rounded': {
    severity: 'info',
    when: 'GPU002 has a fraction of an hour per week.',
    outcome: 'It is rounded up.',
  },
  'untis.more-than-hours': {
    severity: 'warning',
    when: 'GPU001 has more periods of a lesson than GPU002 has hours.',
    outcome: 'All of them are shown.',
  },
  'untis.lesson-not-listed': {
    severity: 'warning',
    when: 'GPU001 names a lesson or a coupling that GPU002 does not have.',
    outcome: 'It is shown as in GPU001. Export both files at the same time.',
  },
  'untis.name-not-listed': {
    severity: 'warning',
    when: 'A class, teacher, room or subject is not in its file, GPU003 to GPU006.',
    outcome: 'It is called by its short name. Export all files at the same time.',
  },
  'untis.part-of-year': {
    severity: 'info',
    when: 'A lesson is taught for only part of the year.',
    outcome: 'It is shown as long as the timetable version applies: all its lessons have the same first and last day.',
  },
});
