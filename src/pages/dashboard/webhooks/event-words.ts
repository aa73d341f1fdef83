// The words of each event that can be chosen, in the order in which they are offered.

import type { Webhook } from '../answers.ts';

export const eventWords = {
  'timetable.published': 'hookTimetablePublished',
  'timetable.withheld': 'hookTimetableWithheld',
  'timetable.recovered': 'hookTimetableRecovered',
  'calendar.changed': 'hookCalendarChanged',
  'days.changed': 'hookDaysChanged',
  'key.created': 'hookKeyCreated',
  'key.revoked': 'hookKeyRevoked',
  'access.changed': 'hookAccessChanged',
} as const satisfies Record<NonNullable<Webhook['events']>[number], string>;
