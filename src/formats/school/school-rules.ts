// Everything that can be reported about a school, whatever the format.

import { defineRules } from '../report/rule.ts';

export const schoolRules = defineRules({
  'school.empty': {
    severity: 'error',
    when: 'There are no days, no periods or no lessons.',
    outcome: 'Nothing is converted. Export the timetable with its bell times and lessons.',
  },
  'school.nothing-placed': {
    severity: 'error',
    when: 'No lesson has a day and a period.',
    outcome:
      'Nothing is converted: a timetable without them would leave every week empty. Export it after its lessons have been placed.',
  },
  'school.too-large': {
    severity: 'error',
    when: 'The timetable would be larger than that of any school.',
    outcome: 'Nothing is converted. Export one school of one school year.',
  },
  'school.no-bells': {
    severity: 'error',
    when: 'The file has no bell times.',
    outcome: 'Nothing is converted. Give them with `--bells`: Belfry never invents times.',
  },
  'school.bells-from-option': {
    severity: 'info',
    when: 'The bell times are those of `--bells`.',
    outcome: 'They replace those of the file.',
  },
  'school.bells-do-not-fit': {
    severity: 'error',
    when: 'The schedule of `--bells` has fewer days or periods than the file.',
    outcome: 'Nothing is converted. Give a schedule with the same days and periods.',
  },
  'school.option-unusable': {
    severity: 'error',
    when: 'An option names a week or a term that the file does not have, or the format has no terms.',
    outcome: 'Nothing is converted. The message says what to change.',
  },
  'school.week-chosen': {
    severity: 'info',
    when: '`--week` names one week of a cycle.',
    outcome: 'The timetable is weekly. Lessons that take place only in other weeks are left out and counted.',
  },
  'school.weeks-recognised': {
    severity: 'info',
    when: 'The names of the days tell weeks apart, such as `Monday A` and `Monday B`.',
    outcome: 'The timetable has a cycle of that many weeks, and each day is the day of the week in its name.',
  },
  'school.first-day-recognised': {
    severity: 'info',
    when: 'The file numbers its days, and the name of the first is a day of the week in a known language.',
    outcome: 'The days are counted from it. `--first-day` overrides it.',
  },
  'school.first-day-assumed': {
    severity: 'info',
    when: 'The file numbers its days, and their names are not days of the week.',
    outcome: 'The first day is assumed to be Monday. `--first-day` overrides it.',
  },
  'school.name-missing': {
    severity: 'info',
    when: 'A teacher, subject, class, room or student has no name.',
    outcome: 'Its short name is shown instead, or its id in the file if it has no short name.',
  },
  'school.short-name-repeated': {
    severity: 'warning',
    when: 'Two entities of one kind have the same short name.',
    outcome:
      'They are shown by their names. Both have the short name as their externalId, so it does not distinguish them.',
  },
  'school.ids-collide': {
    severity: 'warning',
    when: 'Two entities of one kind, or two lessons, would get the same id.',
    outcome:
      'Their ids are made from their names. Give them different short names in your program, so that their ids do not change.',
  },
  'school.duplicate': {
    severity: 'warning',
    when: 'Two entities of one kind have the same id and the same names.',
    outcome: 'A number is appended to their ids. The numbers may be swapped in the next export.',
  },
  'school.reference-unknown': {
    severity: 'warning',
    when: 'A lesson names a teacher or a subject that the file does not list.',
    outcome: 'It is listed with the name `Unknown`.',
  },
  'school.name-cleaned': {
    severity: 'info',
    when: 'A name contains characters that cannot be shown or stored, or that change the direction of writing.',
    outcome: 'They are removed.',
  },
  'school.colour-unreadable': {
    severity: 'info',
    when: 'A colour does not have the form `#RRGGBB`.',
    outcome: 'The entity has no colour.',
  },
  'school.room-mode-assumed': {
    severity: 'info',
    when: 'A lesson names several rooms, or takes place in rooms that it does not name.',
    outcome:
      'If it takes place in one room at a time, any of them will do (`same` if it is always the same one). Otherwise it needs all of them.',
  },
});
