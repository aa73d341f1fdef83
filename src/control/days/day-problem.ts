// What is wrong with a file of day changes, or with a row that is stored: where, in words, and the lessons that may have been meant.

import type { Orphan } from '../../days/orphan.ts';

/** `code` and `values` are those of `day-problem-codes.ts`, of a schema, or of a text. */
export type DayProblem = {
  /** A JSONPath into the file, such as `$.changes[3].lesson`. */
  path: string;
  message: string;
  candidates?: Orphan['candidates'];
  code?: string;
  values?: Record<string, string | number>;
};

/** Candidates that are named in a message. */
const mostNamed = 3;

export function describeOrphan({ list, index, date, code, field, candidates }: Orphan): DayProblem {
  const named = candidates
    .slice(0, mostNamed)
    .map(({ id, startTime, subjects, classes }) => `${id} (${[startTime, ...subjects, ...classes].join(' ')})`);
  const words: Record<typeof code, string> = {
    'no-lesson': `means no planned lesson of ${date}${named.length === 0 ? '' : `; there is ${named.join(', ')}`}: correct the time and the names, or give an id`,
    'several-lessons': `means several lessons of ${date}: ${named.join(', ')}; name a teacher or a subject as well, or give an id`,
    'ambiguous-name': 'has a name that several have; give the entityId or the externalId',
    'unknown-class': 'names a class that nobody knows; give its entityId, externalId, short name or name',
    taken: `means a lesson or period that another change of ${date} has; put both into one change`,
    closed: `is on a day without school; with "evenIfClosed": true it takes place all the same`,
  };
  return {
    path: `$.${list}[${index}].${field}`,
    message: words[code],
    ...{ code, values: valuesOf(code, date) },
    ...(candidates.length === 0 ? {} : { candidates }),
  };
}

const valuesOf = (code: Orphan['code'], date: number): Record<string, number> =>
  code === 'ambiguous-name' || code === 'unknown-class' ? {} : { date };
