// The words of each event that can be chosen, in the order in which they are offered.

export const eventWords = {
  'timetable.published': 'hookTimetablePublished',
  'timetable.withheld': 'hookTimetableWithheld',
  'timetable.recovered': 'hookTimetableRecovered',
  'calendar.changed': 'hookCalendarChanged',
  'days.changed': 'hookDaysChanged',
  'key.created': 'hookKeyCreated',
  'key.revoked': 'hookKeyRevoked',
  'access.changed': 'hookAccessChanged',
} as const;
