// Everything that can be reported about FET files.

import { defineRules } from '../report/rule.ts';

export const fetRules = defineRules({
  'fet.no-data': {
    severity: 'error',
    when: 'An `_activities.xml` is given without its `.fet` file.',
    outcome: 'Nothing is converted. Give both: `convert school.fet school_activities.xml`.',
  },
  'fet.file-twice': {
    severity: 'error',
    when: 'Two `.fet` files or two `_activities.xml` are given.',
    outcome: 'Nothing is converted. Give one of each.',
  },
  'fet.not-solved': {
    severity: 'error',
    when: 'No activity has a time.',
    outcome:
      'Nothing is converted. Give the file that FET writes after solving, `…_data_and_timetable.fet`, or the `.fet` file with its `…_activities.xml`.',
  },
  'fet.days-do-not-fit': {
    severity: 'error',
    when: 'The number of days does not fit the mode, which has two days for each real day, or the same number in each term.',
    outcome: 'Nothing is converted. Open the file in FET and save it again.',
  },
  'fet.mornings-afternoons': {
    severity: 'info',
    when: 'The file is in the mode `Mornings-Afternoons`.',
    outcome: 'Two days of FET, a morning and an afternoon, are one day with twice the hours.',
  },
  'fet.terms': {
    severity: 'info',
    when: 'The file is in the mode `Terms`.',
    outcome: 'Each term is a week of the cycle.',
  },
  'fet.block-planning': {
    severity: 'info',
    when: 'The file is in the mode `Block-Planning`.',
    outcome: 'It is read like any other file: its days are days and its hours are periods.',
  },
  'fet.times-from-names': {
    severity: 'info',
    when: 'The names of the hours contain clock times.',
    outcome: 'They are the bell times. `--bells` overrides them.',
  },
  'fet.end-times-assumed': {
    severity: 'info',
    when: 'The names of the hours contain only the time at which they begin.',
    outcome: 'An hour ends when the next begins, and the last is as long as the one before it.',
  },
  'fet.afternoon-assumed': {
    severity: 'info',
    when: 'The times in the names of the hours go up to 12 and then start again, without am and pm.',
    outcome: 'Those after 12 are in the afternoon.',
  },
  'fet.break-hour': {
    severity: 'info',
    when: 'An hour is a break of the whole school on all days, and nothing takes place in it.',
    outcome: 'It is a break of the bell schedule, not a period.',
  },
  'fet.activity-twice': {
    severity: 'warning',
    when: 'Two activities have the same id.',
    outcome: 'The second is left out.',
  },
  'fet.duration-unreadable': {
    severity: 'warning',
    when: 'The duration of an activity is not a number from 1 to the hours of a day.',
    outcome: 'The activity has one unplaced unit.',
  },
  'fet.placement-unknown': {
    severity: 'warning',
    when: 'A time or a room belongs to an activity that is not in the file, or not active.',
    outcome: 'It is ignored. Give files of the same run of FET.',
  },
  'fet.slot-unknown': {
    severity: 'warning',
    when: 'An activity is placed on a day or at an hour that the file does not list.',
    outcome: 'The activity is unplaced.',
  },
  'fet.past-end': {
    severity: 'warning',
    when: 'An activity continues after the last hour of its day or half day.',
    outcome: 'The hours after the end are unplaced.',
  },
  'fet.two-times': {
    severity: 'warning',
    when: 'An activity has two different times, both compulsory.',
    outcome: 'The last one is used, which FET added when it solved the timetable.',
  },
  'fet.two-rooms': {
    severity: 'warning',
    when: 'An activity has different rooms, all compulsory.',
    outcome: 'The last ones are used, which FET added when it solved the timetable.',
  },
  'fet.students-unknown': {
    severity: 'warning',
    when: 'An activity names students that are not a year, group or subgroup of the file.',
    outcome: 'The activity is shown without them.',
  },
  'fet.room-unknown': {
    severity: 'warning',
    when: 'An activity has a room that the file does not list.',
    outcome: 'The activity is shown without it.',
  },
  'fet.virtual-room': {
    severity: 'warning',
    when: 'An activity has a virtual room, and the file does not say which real rooms belong to it.',
    outcome: 'The activity is shown without a room.',
  },
});
