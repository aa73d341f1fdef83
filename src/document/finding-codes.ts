// The codes of what the checks of a document find, each with the names of its values. A code keeps its name and its meaning in
// every release; the dashboard makes a sentence of it in the language of the reader. Where the finding is comes with each of them:
// see `name-things.ts`. What a schema finds has its codes in `contract/schema-codes.ts`.

import type { Names } from './name-things.ts';

export const documentCodes = {
  // Problems: the version is withheld, or not stored.
  'bell-schedule-not-default': [],
  'bell-schedule-not-listed': [],
  'bell-schedule-not-repeated': [],
  'checks-broken-off': ['seconds'],
  'checks-refused': [],
  'class-not-listed': [],
  'course-not-listed': [],
  'day-configured-twice': ['day'],
  'day-not-configured': [],
  'day-not-listed': [],
  'ends-before-start': ['first', 'last'],
  'forbidden-field': [],
  'group-not-of-lesson': [],
  'half-character': [],
  'id-not-of-address': [],
  'id-used-twice': [],
  'lesson-half-placed': [],
  'lesson-not-listed': [],
  'lesson-outside-days': ['schedule'],
  'lesson-outside-periods': ['schedule', 'periods'],
  'more-problems': ['rest'],
  'nested-too-deep': ['levels'],
  'nul-character': [],
  'number-without-json': [],
  'organisation-unknown': [],
  'other-organisation': [],
  'other-version': [],
  'room-group-not-listed': [],
  'room-not-listed': [],
  'row-refused': [],
  'section-not-listed': [],
  'stored-meanwhile': [],
  'student-not-listed': [],
  'subject-not-listed': [],
  'teacher-not-listed': [],
  'value-without-json': [],
  'version-unbuildable': [],
  'version-unreadable': [],

  // Warnings: the version is published anyway.
  'bells-out-of-order': ['other'],
  'bells-overlap': ['other'],
  'blank-name': [],
  'break-after-last-period': ['periods'],
  'clashes-not-compared': [],
  'control-characters': [],
  'day-name-contradicted': [],
  'direction-characters': [],
  'double-booked-class': ['name', 'lesson', 'other'],
  'double-booked-room': ['name', 'lesson', 'other'],
  'double-booked-teacher': ['name', 'lesson', 'other'],
  'double-in-two-rooms': [],
  'double-on-two-days': ['other'],
  'ends-before-it-starts': ['start', 'end'],
  'entity-not-known': ['name'],
  'field-shadowed': ['field'],
  'lesson-repeated': [],
  'lessons-not-compared': [],
  'listed-twice': [],
  'more-warnings': [],
  'no-length': ['start'],
  'not-in-standard-mode': [],
  'not-with-room-mode': ['mode'],
  'number-rounded': [],
  'room-not-candidate': ['room'],
  'room-of-group-not-known': ['room'],
  'rooms-not-compared': [],
  'text-too-long': ['most'],
  'two-versions-current': [],
  'week-outside-cycle': ['week', 'weeks'],
  'weekday-unknown': [],
  'windows-overlap': [],
} as const satisfies Record<string, readonly string[]>;

export type DocumentCode = keyof typeof documentCodes;

type ValueOf<Code extends DocumentCode> = (typeof documentCodes)[Code][number];

/** A code with what makes its values, which is asked only for what is listed. */
export type Coded = {
  [Code in DocumentCode]: [ValueOf<Code>] extends [never]
    ? { code: Code; values?: undefined }
    : { code: Code; values: (names: Names) => Record<ValueOf<Code>, string | number> };
}[DocumentCode];
