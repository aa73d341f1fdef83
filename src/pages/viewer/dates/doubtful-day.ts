// Says which day has a name that contradicts its number. Loaded where the names have to be looked at closely.

import type { BellScheduleDay } from '../../../client/belfry-client.ts';
import { contradictedWeekdays } from '../../../document/recognise-weekdays.ts';
import { nameOf } from '../../ui/element.ts';
import { phrase } from '../../ui/phrase.ts';
import { perLanguage } from '../../ui/texts.ts';

const weekday = perLanguage((locale) => new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' }));

/** Null where no name contradicts its number. */
export function doubtfulDay(days: readonly BellScheduleDay[]): (Node | string)[] | null {
  const day = days[contradictedWeekdays(days)[0]?.index ?? -1];
  if (day === undefined) return null;
  // 1 January 2024 was a Monday.
  const counted = weekday().format(Date.UTC(2024, 0, day.dayOfWeek));
  return phrase('doubtfulDay', { label: nameOf(day.label), weekday: counted });
}
