// The shapes of what is different on days, and of what was found in a file of it.

import type { Schema } from '../call.ts';
import {
  anything,
  anythingOrNull,
  count,
  countOrNull,
  listOf,
  object,
  of,
  text,
  textOrNull,
  yes,
} from './basic-schemas.ts';
import { coded } from './coded.ts';

const names = listOf(text);
export const candidates = {
  ...listOf(object({ id: text, startTime: text, subjects: names, teachers: names, classes: names, rooms: names })),
  description: 'The lessons that may have been meant.',
};
const written = { ...count, description: 'Rows that were inserted, changed or deleted.' };

/** What is stored for some days, in the form of `DayChanges`. */
const days = {
  ...{ from: count, to: count },
  ...{ changes: listOf(anything), notes: listOf(anything), absent: listOf(anything) },
};

export const daySchemas: Readonly<Record<string, Schema>> = {
  ShownDay: object({
    ...days,
    orphaned: {
      ...listOf(of('FieldError')),
      description: 'What is kept and not applied, since its lesson is gone; it applies again when the lesson is back.',
    },
    day: { ...anythingOrNull, description: 'What takes place, as readers with a key get it; null without a calendar.' },
  }),
  StoredDays: object({
    outcome: { type: 'string', enum: ['stored', 'unchanged'] },
    dryRun: yes,
    ...{ written, differences: of('DayDifferences') },
    ...days,
    warnings: listOf(of('FieldError')),
  }),
  DayDifferences: object({
    added: { ...count, description: 'Changes, notes and absences together.' },
    ...{ changed: count, removed: count, same: count },
  }),
  DayFileReport: object(
    {
      outcome: { type: 'string', enum: ['stored', 'unchanged', 'refused'] },
      dryRun: yes,
      report: of('DayConversionReport'),
      problems: { ...listOf(of('DayFileProblem')), description: 'Of a file that is refused.' },
      ...{ written, differences: of('DayDifferences'), warnings: listOf(of('DayFileProblem')) },
    },
    ['problems', 'written', 'differences', 'warnings'],
  ),
  DayFileProblem: object(
    {
      line: { ...countOrNull, description: 'Of the file; null where it has none, or it is not known.' },
      path: { ...textOrNull, description: 'A JSONPath into the changes; null where the file cannot be read that far.' },
      message: text,
      candidates,
      ...coded,
    },
    ['candidates', 'code', 'values'],
  ),
};
