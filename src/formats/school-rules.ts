// Everything that can be reported about a school, whatever the format.

import { defineRules } from './rule.ts';

export const schoolRules = defineRules({
  'school.empty': {
    severity: 'error',
    when: 'There are no days, no periods or no lessons.',
    outcome: 'Nothing is converted. Export the timetable with its bell times and lessons.',
  },
  'school.too-large': {
    severity: 'error',
    when: 'The timetable would have more units or references than any school has.',
    outcome: 'Nothing is converted. Export one school of one school year.',
  },
  'school.no-bells': {
    severity: 'error',
    when: 'The file has no bell times.',
    outcome: 'Nothing is converted. Give them with `--bells`: times are never made up.',
  },
  'school.bells-from-option': {
    severity: 'info',
    when: 'The bell times are those of `--bells`.',
    outcome: 'They replace what the file has.',
  },
  'school.bells-do-not-fit': {
    severity: 'error',
    when: 'The schedule that `--bells` gives has fewer days or periods than the file.',
    outcome: 'Nothing is converted. Give a schedule of the same days and periods.',
  },
  'school.option-unusable': {
    severity: 'error',
    when: 'An option names a week or a term that the file does not have.',
    outcome: 'Nothing is converted. Name one that the message lists.',
  },
  'school.week-chosen': {
    severity: 'info',
    when: '`--week` names one week of a cycle.',
    outcome: 'The timetable is weekly, and what takes place in other weeks alone is left out and counted.',
  },
  'school.first-day-recognised': {
    severity: 'info',
    when: 'The file numbers its days, and the name of the first is a day of the week in some language.',
    outcome: 'The days count from it. `--first-day` says otherwise.',
  },
  'school.first-day-assumed': {
    severity: 'info',
    when: 'The file numbers its days, and the names say nothing of the day of the week.',
    outcome: 'The first day is taken for a Monday. `--first-day` says otherwise.',
  },
  'school.name-missing': {
    severity: 'info',
    when: 'A teacher, subject, class or room has no name.',
    outcome: 'Its short name is its name; without that its id in the file.',
  },
  'school.short-name-repeated': {
    severity: 'warning',
    when: 'Two entities of one kind have the same short name.',
    outcome:
      'They are shown by their names. Their externalId is the short name all the same, so that it does not tell them apart.',
  },
  'school.ids-collide': {
    severity: 'warning',
    when: 'Two entities of one kind, or two lessons, would get the same id.',
    outcome:
      'They are told apart by their names. Give them different short names in your program, so that their ids last.',
  },
  'school.duplicate': {
    severity: 'warning',
    when: 'Two entities of one kind have the same id and the same names.',
    outcome: 'They are told apart by a number. Which is which may change with the next export.',
  },
  'school.reference-unknown': {
    severity: 'warning',
    when: 'A lesson names a teacher or a subject that the file does not list.',
    outcome: 'It is listed with the name `Unknown`.',
  },
  'school.name-cleaned': {
    severity: 'info',
    when: 'A name holds characters that cannot be shown or stored, or that change the direction of writing.',
    outcome: 'They are left out.',
  },
  'school.colour-unreadable': {
    severity: 'info',
    when: 'A colour is not of the form `#RRGGBB`.',
    outcome: 'The entity has no colour of its own.',
  },
  'school.room-mode-assumed': {
    severity: 'info',
    when: 'A lesson has several rooms to choose from, or was given rooms that it does not name.',
    outcome:
      'It takes any one of them where it was given one at a time (`same` where that is always the same one), all of them otherwise.',
  },
});
