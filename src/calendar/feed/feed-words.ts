// The words of feeds, by language. An organisation has no language yet; with one, its feeds take the table of that.

import type { FeedWords } from './feed-input.ts';

export const feedWords = {
  en: {
    lesson: 'Lesson',
    period: 'Period {first}',
    periods: 'Periods {first} to {last}',
    week: 'Week {week}',
    nothing: 'No lessons are published yet',
    withheld:
      'The lessons are withheld: the clocks of this time zone have new rules that the publisher does not know yet',
    shortened: 'Without the lessons from {date} on, since there are too many',
  },
} as const satisfies { [language: string]: FeedWords & { withheld: string } };
