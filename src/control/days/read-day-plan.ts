// Reads what takes place regularly on the days of a file that counts periods.

import type { OrganisationId } from '../../access/ids.ts';
import { daysFrom } from '../../calendar/time/day.ts';
import type { Validator } from '../../contract/validator.ts';
import { readCalendar } from '../../database/calendar/read-calendar.ts';
import type { Database } from '../../database/connect/open-database.ts';
import type { DayPlan } from '../../formats/days/day-file.ts';
import { assertCalendar } from '../../publish/derived/assert-calendar.ts';
import { createDayPlan } from './create-day-plan.ts';
import { readVersionsOn } from './read-versions-on.ts';

/**
 * @param transaction REPEATABLE READ where others may write meanwhile
 * @returns null when the organisation has no calendar
 * @throws BrokenCalendarError as for `resolveStoredDays`
 */
export async function readDayPlan(
  transaction: Database,
  validate: Validator,
  organisationId: OrganisationId,
  from: number,
  to: number,
): Promise<DayPlan | null> {
  const calendar = await readCalendar(transaction, organisationId);
  if (calendar === null) return null;
  assertCalendar(validate, organisationId, calendar);
  return createDayPlan({ calendar, versions: await readVersionsOn(transaction, organisationId, daysFrom(from, to)) });
}
