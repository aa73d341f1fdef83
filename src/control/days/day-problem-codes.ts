// The codes of what the checks of day changes find, each with the names of its values. A code keeps its name and its meaning in every
// release; the dashboard makes a sentence of it in the language of the reader. Dates are YYYYMMDD.

export const dayProblemCodes = {
  // A change whose lesson is not there, or that cannot be applied: also of what is stored.
  'ambiguous-name': [],
  closed: ['date'],
  'no-lesson': ['date'],
  'several-lessons': ['date'],
  taken: ['date'],
  'unknown-class': [],

  // The file by itself.
  'added-with-field': ['field'],
  'control-character': [],
  'date-outside': ['first', 'last'],
  'lesson-not-described': [],
  'lesson-or-added': [],
  'moved-and-cancelled': [],
  'moved-too-far': ['date', 'most'],
  'no-day': [],
  'period-too-large': ['most'],
  'range-backwards': ['first', 'last'],
  'ref-twice': ['ref', 'date'],
  'too-many-days': ['count', 'most'],
  'too-many-names': ['most'],
  'too-many-rows': ['count', 'most'],

  // Warnings: it is stored all the same.
  'private-word': [],
} as const satisfies Record<string, readonly string[]>;

export type DayProblemCode = keyof typeof dayProblemCodes;
