// The words of the person's page and of the slips in English, with the keys that every other language has.

import type { CatalogueOf } from '../../ui/texts.ts';

export type Catalogue = CatalogueOf<typeof words>;

export const words = {
  // The frame.
  skip: 'Skip to the timetable',
  language: 'Language',
  forget: 'Forget this link',
  myTimetable: 'My timetable',

  // Whose it is.
  class: 'Class',
  teacher: 'Teacher',
  room: 'Room',
  student: 'Student',

  // The days.
  today: 'Today',
  now: 'Now',
  next: 'Next',
  noLessonsToday: 'No lessons today.',
  noMoreToday: 'No more lessons today.',
  nextDay: 'Next school day',
  nothingAhead: 'There are no lessons in the next weeks.',
  thisWeek: 'This week',
  nextWeek: 'Next week',
  noLessons: 'No lessons',
  specialDays: 'Closures and special days',
  days: 'Days',
  free: 'free',
  break: 'Break',
  lunch: 'Lunch',
  nextHolidays: 'Next days off',
  myGroups: 'My groups',
  groupsAdvice:
    'Where several lessons take place at the same time, only the chosen ones are shown. The choice stays on this device.',
  changes: 'What changed since your last visit',
  added: 'New: {lesson}',
  gone: 'No longer: {lesson}',
  changed: '{lesson} instead of {before}',
  moreChanges: { one: '{count} more change', other: '{count} more changes' },
  understood: 'Understood',
  closedDay: 'no school',
  outsideTerms: 'outside the terms',
  schoolDay: 'school day',
  asOn: 'as on {day}',
  otherTimes: 'other times',
  only: 'only {classes}',
  noCalendar: 'This school has published no calendar, so closures are not considered here.',

  // What was seen, and what went wrong.
  asOf: 'No connection. What you see is as of {day}, {time}.',
  unreachable: 'No connection',
  unreachableAdvice: 'The server cannot be reached, and nothing was kept on this device. Check the connection.',
  tryAgain: 'Try again',
  ended: 'This link no longer works',
  endedAdvice: 'It has expired, or the school has withdrawn it. Ask the school for a new one.',
  closed: 'Nothing can be shown at the moment',
  closedAdvice: 'The school’s timetables are not available right now. Try again later, or ask the school.',

  // Without a link.
  askAdvice: 'Scan the code that your school gave you, or paste the address of your link.',
  linkAddress: 'Address of your link',
  open: 'Open',
  notALink: 'There is no link in this text. It contains “belfry_link_” and 50 letters and digits.',
  storage: 'The link is kept on this device until you choose “Forget this link”.',

  // Subscribing.
  subscribe: 'Add to my calendar',
  subscribeAdvice: 'Your calendar then shows these lessons and follows every change.',
  secret: 'Keep these addresses to yourself: whoever has one sees this timetable.',
  onThisDevice: 'Calendar on this device',
  google: 'Google Calendar',
  calendarAddress: 'Address for other calendars',
  copy: 'Copy',
  copied: 'Copied',
  otherDevice: 'Open on another device',
  qrCode: 'QR code with the address of this page',

  // The slips.
  slips: 'Slips with links',
  slipsAdvice:
    'Choose, drop or paste the list that belfry links create wrote, as CSV or JSON. It stays on this computer: this page sends nothing.',
  listFile: 'List of links',
  listText: 'Or paste it here',
  schoolName: 'Name of the school, for the slips',
  print: 'Print',
  noLinks: 'There are no links in this list.',
  tooMany: 'There are more than {most} links in this list. Divide it.',
  slipCount: { one: '{count} slip', other: '{count} slips' },
  slipText:
    'Scan the code with your phone’s camera: it opens this timetable. From there you can add it to your home screen and to your calendar.',
  slipSecret: 'Keep this slip to yourself: whoever has it sees this timetable.',
  validUntil: 'Valid until {day}',
} as const;
