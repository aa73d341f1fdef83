// The codes of what the checks of a calendar find, each with the names of its values. A code keeps its name and its meaning in every
// release; the dashboard makes a sentence of it in the language of the reader. Dates are YYYYMMDD.

/** Problems: the calendar is not stored, or not followed. */
export const calendarProblemCodes = {
  'anchor-twice': ['date'],
  'anchors-of-one-week-differ': ['date'],
  'counts-needless': [],
  'cycle-day-missing': [],
  'cycle-day-needless': [],
  'cycle-week-missing': [],
  'cycle-week-needless': [],
  'date-too-far': ['date', 'first', 'last'],
  'day-beyond-cycle': ['day', 'most'],
  'exception-of-class-twice': ['date', 'name'],
  'exception-twice': ['date'],
  'id-of-another': ['id'],
  'last-day-before-first': ['first', 'last'],
  'like-needless': [],
  'period-twice': ['period'],
  'periods-needless': [],
  'too-many-class-days': ['count', 'most'],
  'week-beyond-cycle': ['week', 'most'],
  'weekday-missing': [],
  'weekday-needless': [],
  'zone-unknown': ['zone'],
} as const satisfies Record<string, readonly string[]>;

/** Warnings: it is followed all the same. */
const calendarWarningCodes = {
  'anchor-in-closure': ['date'],
  'anchor-in-week-without-school': ['date'],
  'anchor-on-no-school-day': ['date'],
  'class-of-no-version': ['name'],
  'cycle-length-changes': ['name', 'version', 'own', 'before'],
  'day-of-no-schedule': ['date'],
  'exception-changes-nothing': ['date'],
  'no-school-day': [],
  'no-version-on-date': ['date'],
  'period-lasts-a-day': ['time'],
  'period-of-no-schedule': ['date', 'period'],
  'periods-overlap': [],
  'terms-overlap': ['name'],
  'weekdays-not-reached': ['days', 'name', 'version'],
  'zone-data-old': ['zone', 'release', 'present'],
} as const satisfies Record<string, readonly string[]>;

const codes = { ...calendarProblemCodes, ...calendarWarningCodes };
type CalendarCode = keyof typeof codes;

/** A code with its values. */
export type CodedInCalendar = {
  [Code in CalendarCode]: [(typeof codes)[Code][number]] extends [never]
    ? { code: Code; values?: never }
    : { code: Code; values: Record<(typeof codes)[Code][number], string | number> };
}[CalendarCode];

/** A JSON path into the calendar, such as $.terms[0].lastDay, and what is wrong there. */
export type CalendarFinding = { path: string; message: string } & CodedInCalendar;
