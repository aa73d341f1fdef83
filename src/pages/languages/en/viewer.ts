// The viewer's own words in English. Every other language has the same keys with the same names in braces: the compiler and
// test/pages/viewer/languages.test.ts say what is missing. Where a number changes the words, there is one text for each plural
// category of the language (https://www.unicode.org/cldr/charts/latest/supplemental/language_plural_rules.html).

import type { CatalogueOf } from '../../ui/texts.ts';

export type Catalogue = CatalogueOf<typeof words>;

export const words = {
  // The frame of every page.
  skip: 'Skip to the timetable',
  settings: 'Settings',
  more: 'More',
  forgetKey: 'Forget the key',
  language: 'Language',
  allTimetables: 'All timetables',

  // The key.
  schoolTimetables: 'School timetables',
  pasteKey: 'Paste the API key of your school to see its timetables.',
  apiKey: 'API key',
  openKey: 'Open',
  rememberKey: 'Remember on this device',
  rememberHint:
    'Off: the key is forgotten when you close this tab. On: everybody who uses this browser sees all timetables of the school until you choose “Forget the key”.',
  keyStorage: 'The key is sent to this server only.',
  forPrograms: 'Programs read the same data: {reference}.',
  apiReference: 'API reference',

  // Kinds of entities.
  kinds: 'Kinds',
  class: 'Class',
  classMany: 'Classes',
  teacher: 'Teacher',
  teacherMany: 'Teachers',
  room: 'Room',
  roomMany: 'Rooms',
  student: 'Student',
  studentMany: 'Students',
  subject: 'Subject',
  subjectMany: 'Subjects',

  // The versions.
  timetables: 'Timetables',
  inUseOn: 'In use on',
  noTimetables: 'This school has no timetables yet.',
  usedOne: '{version} is in use on {day}.',
  usedSeveral: {
    one: '{count} published version covers {day}; {version} is taken to be in use.',
    other: '{count} published versions cover {day}; {version} is taken to be in use.',
  },
  usedNone: 'Nothing is in use on {day}.',
  ended: '{version} ended on {day}.',
  begins: '{version} begins on {day}.',
  version: 'Version',
  versionNumber: 'Version {number}',
  versionDraft: '{version} (draft)',
  inUse: 'In use',
  alsoCovers: 'Also covers this day',
  draft: 'Draft',
  markedCurrent: 'marked as the current one',
  perStudent: 'planned for each student',
  notPublished: 'Not published',
  starting: 'From {day}',
  between: '{first} to {last}',

  // The list beside the grid.
  chooseAnother: 'Choose another',
  searchAll: 'Search all',
  searchLabel: 'Search classes, teachers, rooms, students and subjects',
  nothingFound: 'Nothing found',
  found: { one: '{count} found', other: '{count} found' },
  showMore: { one: 'Show {count} more', other: 'Show {count} more' },
  withoutLessons: { one: '{count} without lessons', other: '{count} without lessons' },
  inactive: 'inactive',
  noLessons: 'no lessons',

  // The grid.
  timetableOf: 'Timetable of {name}',
  emptyTimetable: 'This timetable is empty.',
  noSuchEntry: 'This version does not have that entry.',
  nothingScheduled: 'No lessons are scheduled here.',
  notScheduled: 'Not scheduled ({count})',
  emptyDay: 'No lessons.',
  weeks: 'Weeks',
  theWeek: 'The week',
  week: 'Week {week}',
  bothWeeks: 'Both weeks',
  allWeeks: 'All weeks',
  days: 'Days',
  print: 'Print',
  save: 'Save',
  mine: 'Mine',
  mineTitle: 'The viewer opens here, in this browser',
  free: 'free',
  moreAtOnce: 'more at the same time',
  atOnce: { one: '{count} at once', other: '{count} at once' },
  classCount: { one: '{count} class', other: '{count} classes' },
  groupCount: { one: '{count} group', other: '{count} groups' },

  // Today.
  today: 'Today',
  noLessonsToday: 'No lessons today.',
  noMoreLessons: 'No more lessons today.',
  now: 'Now',
  next: 'Next',
  nothing: 'nothing',
  until: 'until {time}',

  // The calendar.
  calendar: 'Calendar',

  // One lesson.
  lesson: 'Lesson',
  locked: 'locked',
  close: 'Close',

  // Changes between two versions.
  changes: 'Changes',

  // Who is free.
  freeRooms: 'Free rooms',
  sideBySide: 'Side by side',

  // Paper and screens.
  printPage: 'Print and screens',

  // Failures. The words of refusals come with those of lazy pages.
  loading: 'Loading…',
  tryAgain: 'Try again',
  staleSince: 'Not updated since {time}',
  serverProblem: 'The server had a problem',
  serverProblemAdvice: 'Nothing is wrong on your side. Try again in a moment.',
  requestNumber: 'If this happens again, give the operator this number: {id}',
  tooSlow: 'The server takes too long',
  tooSlowAdvice: 'The connection may be slow. Try again in a moment.',
  unreachable: 'The server cannot be reached',
  unreachableAdvice: 'Check the network connection, then try again.',
  otherAnswer: 'Something else answered',
  otherAnswerAdvice: 'The network may be showing a login page instead.',
  pageFault: 'Something went wrong on this page',
  pageFaultAdvice: 'Load it again. If that does not help, tell the operator.',
} as const;
