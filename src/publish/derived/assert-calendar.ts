// Checks an organisation's calendar before anything is made of it. An import refuses a bad one with the same checks; this one may
// have been written to the database by hand, or come from a program's own source.

import { checkCalendar } from '../../calendar/check/check-calendar.ts';
import type { Calendar } from '../../contract/types.generated.ts';
import type { Validator } from '../../contract/validator.ts';
import { jsonPath } from '../../document/json-path.ts';
import { BrokenCalendarError } from '../../errors.ts';

/** How many problems the message names. */
const named = 5;

/** @throws BrokenCalendarError with the paths of what is wrong */
export function assertCalendar(validate: Validator, organisationId: string, calendar: Calendar): void {
  const validation = validate('calendar', calendar);
  const problems = validation.valid
    ? checkCalendar(validation.value)
    : validation.problems.map(({ segments, message }) => ({ path: jsonPath(segments), message }));
  if (problems.length === 0) return;
  const told = problems.slice(0, named).map(({ path, message }) => `${path} ${message}`);
  const more = problems.length > named ? `; and ${problems.length - named} more` : '';
  throw new BrokenCalendarError(
    `the calendar of organisation ${organisationId} cannot be followed, so its last good one stays: ${told.join('; ')}${more}`,
  );
}
