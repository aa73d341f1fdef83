// Everything that can be reported about an aSc Timetables file.

import { defineRules } from '../report/rule.ts';

export const ascRules = defineRules({
  'asc.no-cards': {
    severity: 'error',
    when: 'The file has no cards: its lessons were not placed yet, or it is an export for another program, which has them elsewhere.',
    outcome:
      'Nothing is converted. Export it again after its lessons have been placed: `File` > `Export` > `aSc Timetables 2012 XML`.',
  },
  'asc.ten-cards': {
    severity: 'warning',
    when: 'The file has exactly ten cards, which is all that a trial version of aSc exports.',
    outcome: 'They are converted. If the school has more lessons, export it with a registered aSc.',
  },
  'asc.id-missing': {
    severity: 'warning',
    when: 'An element has no id, so nothing can refer to it.',
    outcome: 'It is listed anyway.',
  },
  'asc.id-repeated': {
    severity: 'warning',
    when: 'Two elements of one kind have the same id.',
    outcome: 'References to the id mean the first; both are listed.',
  },
  'asc.period-unreadable': {
    severity: 'warning',
    when: 'A period has no number.',
    outcome: 'It is left out.',
  },
  'asc.period-repeated': {
    severity: 'warning',
    when: 'Two periods have the same number, or a period has two times on a day.',
    outcome: 'The first is used.',
  },
  'asc.period-without-times': {
    severity: 'error',
    when: 'The start or the end of a period cannot be read.',
    outcome:
      'Nothing is converted. Set the bell times in aSc, or give them with `--bells`: Belfry never invents times.',
  },
  'asc.day-times-unreadable': {
    severity: 'warning',
    when: 'The times of a period on a day cannot be read, or the file has no such day or period.',
    outcome: 'They are left out; on that day the period has its usual times.',
  },
  'asc.break-not-on-day': {
    severity: 'warning',
    when: 'A day has bell times of its own, and a break does not fit between its periods.',
    outcome: 'The day is without the break.',
  },
  'asc.break-unreadable': {
    severity: 'warning',
    when: 'A break has no times or does not say which period it comes before.',
    outcome: 'It is left out.',
  },
  'asc.day-without-name': {
    severity: 'info',
    when: 'A day with cards, or a day before it, has no name in the file.',
    outcome: 'It is named by its number.',
  },
  'asc.week-without-name': {
    severity: 'info',
    when: 'The cycle has a week that the file does not name.',
    outcome: 'It is named by its number.',
  },
  'asc.names-differ': {
    severity: 'info',
    when: 'Two definitions name the same day or week.',
    outcome: 'The first is used.',
  },
  'asc.term-chosen': {
    severity: 'info',
    when: 'The file has several terms.',
    outcome: 'Only one is converted: the first, or the one of `--term`. Convert each into its own version.',
  },
  'asc.no-students': {
    severity: 'warning',
    when: '`--students` is given, and the file has no students.',
    outcome: 'The timetable is class-based.',
  },
  'asc.student-class-unknown': {
    severity: 'warning',
    when: 'A student is in a class that the file does not list.',
    outcome: 'The student has no class.',
  },
  'asc.student-unknown': {
    severity: 'warning',
    when: 'A lesson, a group or a choice names a student that the file does not list.',
    outcome: 'The lesson is shown without the student, and the choice is left out and counted.',
  },
  'asc.choice-subject-unknown': {
    severity: 'warning',
    when: 'A student chose a subject that the file does not list.',
    outcome: 'The choice is left out and counted.',
  },
  'asc.choice-alternate': {
    severity: 'info',
    when: 'A choice is an alternative to another one, and has no seminar group.',
    outcome: 'It is left out and counted.',
  },
  'asc.choice-unattended': {
    severity: 'warning',
    when: 'A student chose a subject and attends no lesson of it.',
    outcome: 'The student has the course, but no section of it.',
  },
  'asc.seminar-other-class': {
    severity: 'info',
    when: 'Students of a seminar group are in classes that the lesson does not name.',
    outcome: 'They do not attend this lesson. Students whose class is unknown do.',
  },
  'asc.seminar-empty': {
    severity: 'warning',
    when: 'No student chose the seminar group of a lesson, or the lesson has no subject.',
    outcome: 'The lesson is shown without students.',
  },
  'asc.group-without-students': {
    severity: 'warning',
    when: 'A lesson is for a part of a class, and the file does not say which students are in it.',
    outcome: 'No student of the group attends the lesson.',
  },
  'asc.students-of-class': {
    severity: 'info',
    when: 'A lesson names a class, but none of its groups.',
    outcome: 'All students of the class attend it.',
  },
  'asc.class-unknown': {
    severity: 'warning',
    when: 'A lesson names a class that the file does not list.',
    outcome: 'The lesson is shown without it.',
  },
  'asc.room-unknown': {
    severity: 'warning',
    when: 'A lesson or card names a room that the file does not list.',
    outcome: 'The lesson or unit is shown without it.',
  },
  'asc.group-unknown': {
    severity: 'warning',
    when: 'A lesson names a group that the file does not list.',
    outcome: 'The lesson is shown without it, or for the whole class if it has no other group.',
  },
  'asc.classes-from-groups': {
    severity: 'info',
    when: 'A lesson names groups of a class, but not the class.',
    outcome: 'The lesson is for the class of the group.',
  },
  'asc.class-teacher-unknown': {
    severity: 'warning',
    when: 'A class has a class teacher that the file does not list.',
    outcome: 'The class has none.',
  },
  'asc.building-unknown': {
    severity: 'warning',
    when: 'A room is in a building that the file does not list.',
    outcome: 'The building has no name.',
  },
  'asc.capacity-unreadable': {
    severity: 'info',
    when: 'The capacity of a room or of a seminar group is neither a number nor `*`.',
    outcome: 'It is unknown: 0 for a room, null for a section.',
  },
  'asc.card-without-lesson': {
    severity: 'warning',
    when: 'A card belongs to a lesson that the file does not list.',
    outcome: 'It is left out and counted, since its subject cannot be known.',
  },
  'asc.card-outside-bell': {
    severity: 'warning',
    when: 'A card is placed in a period that the file does not define.',
    outcome: 'Its unit is unplaced.',
  },
  'asc.card-not-placed': {
    severity: 'warning',
    when: 'A card has no day, week or period, or allows several.',
    outcome: 'Its unit is unplaced.',
  },
  'asc.card-weeks-of-lesson': {
    severity: 'info',
    when: 'A card does not say in which weeks of the cycle it takes place, and its lesson does.',
    outcome: 'It takes place in the weeks of the lesson.',
  },
  'asc.card-weeks-assumed': {
    severity: 'info',
    when: 'Neither a card nor its lesson says in which weeks of the cycle it takes place, or the card allows several.',
    outcome: 'It takes place in every week.',
  },
  'asc.card-repeated': {
    severity: 'warning',
    when: 'A lesson has two cards at the same time.',
    outcome: 'Both are kept, each as a unit.',
  },
  'asc.card-is-double': {
    severity: 'info',
    when: 'A lesson has double or longer periods, and as many cards as it has of them.',
    outcome: 'Each card takes the periods that follow as well.',
  },
  'asc.double-beyond-bell': {
    severity: 'warning',
    when: 'A card stands for a double or longer period, and the day has too few periods after it.',
    outcome: 'The units of the periods that are missing are unplaced.',
  },
  'asc.double-incomplete': {
    severity: 'warning',
    when: 'A lesson has double or longer periods, and its cards do not fill them.',
    outcome: 'Adjacent cards are combined, up to the length of the lesson.',
  },
  'asc.double-in-two-rooms': {
    severity: 'warning',
    when: 'The cards of one double or longer period are in different rooms.',
    outcome: 'Each unit keeps its own rooms.',
  },
  'asc.lesson-unplaced': {
    severity: 'info',
    when: 'A lesson has fewer cards than periods per week.',
    outcome: 'The rest are unplaced units.',
  },
  'asc.lesson-overplaced': {
    severity: 'info',
    when: 'A lesson has more cards than periods per week, counted over the whole cycle.',
    outcome: 'All cards are used.',
  },
  'asc.periods-unreadable': {
    severity: 'warning',
    when: 'The periods per week or per card of a lesson are not a number, or do not add up to a whole number over the cycle.',
    outcome: 'They are rounded. If they are not a number, the cards are used.',
  },
});
