// The shapes of what was found in a school's own file, as `convert --json` and `days import --json` report it.

import { formatNames } from '../../../control/timetables/read-import-options.ts';
import type { Schema } from '../call.ts';
import { anything, count, countOrNull, listOf, object, of, text, textOrNull, yes } from './basic-schemas.ts';
import { coded } from './coded.ts';

const severity = { type: 'string', enum: ['error', 'warning', 'info'] };
const counts = { type: 'object', additionalProperties: count };
const named = object({ name: text });
const lessons = object({ count, lessons: { ...listOf(anything), description: 'The first of them.' } });
const names = listOf(text);
const about = (...what: string[]) => ({ type: 'string', enum: what });

export const reportSchemas: Readonly<Record<string, Schema>> = {
  ConversionReport: object({
    format: {
      type: ['string', 'null'],
      enum: [...formatNames, 'belfry', null],
      description: 'belfry is the `data` of Get Timetable, which is stored as it is.',
    },
    read: { ...counts, description: 'In the words of the program that wrote the file.' },
    made: { ...counts, type: ['object', 'null'], description: 'Null where the file cannot be converted.' },
    losses: {
      ...listOf(object({ code: text, values: named, what: text, count, why: text }, ['values', 'why'])),
      description: 'What was left out; without `why` because a timetable has no place for it.',
    },
    rules: listOf(object({ rule: text, severity, count })),
    findings: listOf(
      object(
        {
          rule: text,
          severity,
          place: object({ file: text, line: count, element: text, row: count }, ['line', 'element', 'row']),
          message: text,
          values: named,
        },
        ['values'],
      ),
    ),
    questions: { ...listOf(of('Question')), description: 'What a person has to say of it, or may choose.' },
  }),
  Question: {
    oneOf: [
      object({ about: about('bells'), periods: names }),
      object({ about: about('firstDay'), chosen: countOrNull }),
      object({ about: about('term', 'week'), names, chosen: countOrNull }),
      object({ about: about('students'), count, chosen: yes }),
    ],
  },
  LessonChanges: object({
    ...{ added: lessons, gone: lessons, moved: lessons, otherTeacher: lessons, otherRoom: lessons, otherwise: lessons },
    ...{ bells: yes, entities: yes },
  }),
  DayConversionReport: object({
    ...{ format: textOrNull, from: countOrNull, to: countOrNull },
    ...{ rows: count, changes: count, notes: count, absent: count },
    losses: listOf(object({ code: text, count })),
    findings: listOf(object({ rule: text, severity, line: countOrNull, message: text, values: coded.values })),
    ...{ errors: count, warnings: count },
  }),
};
