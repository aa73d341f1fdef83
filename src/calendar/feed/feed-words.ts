// The words of feeds, by language. An organisation has no language yet; with one, its feeds take the table of that.

import type { FeedWords } from './feed-input.ts';

export const feedWords = {
  en: {
    lesson: 'Lesson',
    period: 'Period {first}',
    periods: 'Periods {first} to {last}',
    week: 'Week {week}',
    cancelled: 'Cancelled',
    moved: 'Moved',
    without: {
      class: 'Without this class',
      teacher: 'Substituted',
      room: 'In another room',
      student: 'Without your class',
    },
    movedTo: 'Moved to {date}, {time}',
    movedFrom: 'Moved from {date}, {time}',
    kinds: { exam: 'Exam', event: 'Event', supervision: 'Supervision', standby: 'Standby' },
    nothing: 'No lessons are published yet',
    withheld:
      'The lessons are withheld: the clocks of this time zone have new rules that the publisher does not know yet',
    shortened: 'Without the lessons from {date} on, since there are too many',
  },
} as const satisfies { [language: string]: FeedWords & { withheld: string } };
