// Checks what is different on days before anything is made of it. An import refuses what is wrong, and so do the tables; rows of a
// view may be anything.

import type { Validator } from '../../contract/validator.ts';
import { jsonPath } from '../../document/json-path.ts';
import { BrokenCalendarError } from '../../errors.ts';
import type { SourceDays } from '../source-days.ts';

/** How many problems the message names. */
const named = 5;

/** @throws BrokenCalendarError with the paths of what is wrong, never with its values */
export function assertDays(
  validate: Validator,
  organisationId: string,
  { changes, notes, absent }: SourceDays,
  from: number,
  to: number,
): void {
  const validation = validate('day-changes', {
    ...{ from, to },
    changes: changes.map(({ changedAt: _, ...change }) => change),
    notes: notes.map(({ changedAt: _, ...note }) => note),
    absent: absent.map(({ changedAt: _, ...absence }) => absence),
  });
  if (validation.valid) return;
  const { problems } = validation;
  const told = problems.slice(0, named).map(({ segments, code }) => {
    const [list, index] = segments;
    const row = list === 'changes' ? changes[Number(index)] : undefined;
    return `${jsonPath(segments)}${row === undefined ? '' : ` (ref ${row.ref} of ${row.date})`} is not as the schema says (${code})`;
  });
  const more = problems.length > named ? `; and ${problems.length - named} more` : '';
  throw new BrokenCalendarError(
    `what is different on the days of organisation ${organisationId} cannot be followed, so the last good days stay: ${told.join('; ')}${more}`,
  );
}
