// The words, in English, of the pages that few readers open: they are loaded with these pages. See en.ts.

import type { CatalogueOf } from '../../ui/texts.ts';

export type LazyCatalogue = CatalogueOf<typeof words>;

export const words = {
  // The calendar.
  timeZone: 'Time zone {zone}',
  noCalendar: 'This school has no calendar.',
  emptyCalendar: 'No school days are in sight.',
  terms: 'Terms',
  cycleWeek: 'Week of the cycle',
  cycleDay: 'Day {day}',
  dayOfCycle: 'Day {day} of {days}',
  closedDay: 'closed',
  outsideTerms: 'outside the terms',
  runsDay: 'lessons of another day',
  bellsDay: 'other times',
  noSchool: '{name}: no school.',
  noTerm: 'No school: outside the terms.',
  runs: '{name}: the lessons of {day}.',
  bells: '{name}: other times than usual.',
  nextSchoolDay: 'Next school day: {day}',
  someClasses: 'some classes only',
  previousWeek: 'Previous week',
  nextWeek: 'Next week',
  goToDate: 'Go to a date',
  weekByDate: 'By date',
  plainWeek: 'Usual week',
  otherVersion: 'Another version applies.',
  noVersion: 'No version applies.',

  // Changes between two versions.
  changesFor: 'Changes for {name}',
  comparedWith: '{later} compared with {earlier}',
  withoutChanges: { one: '{count} without changes', other: '{count} without changes' },
  noChanges: 'no changes',
  earlier: 'Before',
  later: 'after',
  onlyVersion: 'There is no other version to compare with.',
  nothingChanged: 'Nothing changes here between the two versions.',
  added: 'New',
  gone: 'Gone',
  moved: 'Moved',
  otherTimes: 'Other times',
  otherTeacher: 'Other teacher',
  otherRoom: 'Other room',
  countedKind: '{kind} ({count})',
  movedFrom: 'Moved, was {place}',
  movedTo: 'Moved to {place}',
  was: '{kind}, was {before}',
  nowAndWas: '{now}, was {was}',
  noPlace: 'not scheduled',
  nobody: 'none',

  // What changed since the reader looked last.
  changedSince: 'What changed since {day}',
  otherwise: 'Otherwise changed',
  otherOnDay: 'Other than planned on {day}',
  muchChanged: 'So much changed that it is not listed here.',
  newVersion: 'Another version was published: compare',
  understood: 'Understood',

  // What days are made of, where the school has no other names.
  periodName: 'Period {number}',
  pauseName: 'Break',
  lunchName: 'Lunch',

  // One lesson, and a sheet of paper.
  when: 'When',
  periods: { one: '{count} period', other: '{count} periods' },
  unscheduled: 'not scheduled ({periods})',
  parallelBlock: 'Parallel block',
  group: 'Group',
  studentCount: 'Students ({count})',
  lockedTerm: 'Locked',
  lockedByHand: 'Placed by hand',
  roomChosen: 'Room chosen',
  byHand: 'by hand',
  printed: 'Printed {day}',

  // The week of the cycle, and other timetables.
  wrongWeek: 'Wrong week?',
  weekCorrected: 'You corrected the week on this device.',
  countedAbout: 'Weeks are counted from the week of {day}, holidays included.',
  setWeek: 'This week is:',
  otherNotRead: 'Another timetable in use could not be read: its lessons are not counted.',

  // Who is free.
  period: 'Period',
  roomsFree: { one: '{count} room is free', other: '{count} rooms are free' },
  seats: { one: '{count} seat', other: '{count} seats' },
  firstGrids: 'Only the first {count} are drawn; the free periods are those of all.',
  chooseSeveral: 'Choose two or more from the list.',
  remove: 'Remove {name}',
  freeTogether: 'Free together',
  neverFree: 'There is no period in which all are free.',

  // Paper and screens.
  whose: 'Whose timetables',
  selectAll: 'All',
  selectNone: 'None',
  chosen: { one: '{count} chosen', other: '{count} chosen' },
  paper: 'Paper',
  pages: 'A4, at most five days a page',
  poster: 'Poster, {size}',
  ofAll: '{done} of {all}',
  cancel: 'Cancel',
  foyer: 'Screen',
  foyerAbout: 'Shows today’s lessons of each chosen timetable in turn, for a screen that runs by itself.',
  secondsEach: 'Seconds a page',
  openFoyer: 'Open the screen',
  fullScreen: 'Full screen',
  pause: 'Pause',
  resume: 'Resume',
  leave: 'Exit',

  // Files.
  saveTable: 'Table (CSV)',
  savePicture: 'Picture (PNG)',
  savePdf: 'PDF, by printing',
  saveCalendar: 'Calendar (ICS)',
  calendarAbout:
    'The calendar file has the lessons from this week on, for half a year at most. It does not follow later changes.',
  columnWeek: 'Week',
  columnDay: 'Day',
  columnFrom: 'From',
  columnTo: 'To',
  columnChange: 'Change',
  columnBefore: 'Before: {column}',
  columnAfter: 'After: {column}',

  // A day whose name contradicts its number.
  doubtfulDay:
    '“{label}” counts as {weekday} here. One of the two is wrong, and so may be what is shown as today. Tell the school.',

  // Refusals.
  accessEnded: 'Access has ended',
  trialEnded: 'The trial has ended',
  trialEndedAdvice: 'Choose a plan to see the timetables again. The same key will work.',
  planEnded: 'The plan has ended',
  planEndedAdvice: 'Renew the plan to see the timetables again. The same key will work.',
  paymentFailed: 'A payment did not go through',
  paymentFailedAdvice: 'Update the payment details to see the timetables again. The same key will work.',
  suspended: 'The school’s account is suspended',
  suspendedAdvice: 'Contact support. Once the account is restored, the same key will work.',
  keyUnknown: 'This key does not work',
  keyUnknownAdvice: 'It may have been mistyped or revoked. Check that you pasted all of it, or ask for a new one.',
  keyNeeded: 'A key is needed',
  keyNeededAdvice: 'Paste the API key that the school gave you.',
  keyExpired: 'This key has expired',
  keyExpiredAdvice: 'Ask the person who gave it to you for a new one.',
  apiOff: 'API access is switched off for this school',
  apiOffAdvice: 'Contact support to have it switched on. The key itself may be fine.',
  keyRefused: 'This key is refused',
  notThere: 'This timetable was not found',
  notThereAdvice: 'It may have been removed, or the link belongs to another school.',
} as const;
