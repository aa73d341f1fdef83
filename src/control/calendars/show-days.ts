// The days of an organisation's calendar from its rows, for `calendar show`: what holds for everybody, and for some classes.

import type { OrganisationId } from '../../access/ids.ts';
import { listDates } from '../../calendar/assemble-calendar.ts';
import { createSchoolYear, type SchoolDay } from '../../calendar/create-school-year.ts';
import { addDays, daysBetween } from '../../calendar/time/day.ts';
import { dayAt } from '../../calendar/time/zone.ts';
import type { CalendarDate } from '../../contract/types.generated.ts';
import type { Validator } from '../../contract/validator.ts';
import { readCalendar } from '../../database/calendar/read-calendar.ts';
import { readSchedules } from '../../database/calendar/read-schedules.ts';
import type { Database } from '../../database/connect/open-database.ts';
import { UsageError } from '../../errors.ts';
import { assertCalendar } from '../../publish/derived/assert-calendar.ts';

/** Four weeks, and some three years. */
const [daysByDefault, mostDays] = [28, 1100];

export type ShownDays = {
  timeZone: string;
  firstDay: number;
  lastDay: number;
  /** In the form of Get Calendar. */
  days: CalendarDate[];
  /** Why there is school or not, by date; what is served does not say it. */
  why: Record<number, SchoolDay['why']>;
};

/**
 * @param range days as YYYYMMDD; `now` in milliseconds since 1970, which decides what today is
 * @returns null when the organisation has no calendar
 * @throws BrokenCalendarError when its rows are no calendar; UsageError when the range is none, or too long
 */
export async function showDays(
  database: Database,
  validate: Validator,
  organisationId: OrganisationId,
  { now, from, to }: { now: number; from: number | undefined; to: number | undefined },
): Promise<ShownDays | null> {
  const [calendar, versions] = await database
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (transaction) => {
      const found = await readCalendar(transaction, organisationId);
      return [found, found === null ? [] : await readSchedules(transaction, organisationId)] as const;
    });
  if (calendar === null) return null;
  assertCalendar(validate, organisationId, calendar);
  const firstDay = from ?? (to === undefined ? dayAt(now, calendar.timeZone) : addDays(to, 1 - daysByDefault));
  const lastDay = to ?? addDays(firstDay, daysByDefault - 1);
  if (lastDay < firstDay) throw new UsageError(`--to ${lastDay} is before --from ${firstDay}`);
  if (daysBetween(firstDay, lastDay) >= mostDays)
    throw new UsageError(`from ${firstDay} to ${lastDay} there are more than ${mostDays} days; show fewer`);
  const days = listDates(calendar, versions, firstDay, lastDay);
  const year = createSchoolYear(calendar);
  const why = Object.fromEntries(days.map(({ date }) => [date, year.on(date).why]));
  return { timeZone: calendar.timeZone, firstDay, lastDay, days, why };
}
