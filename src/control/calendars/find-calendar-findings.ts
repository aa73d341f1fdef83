// What is wrong with the calendar of an organisation, or looks wrong, from its rows: for `status` and for the command that imports.

import { type OrganisationId, parseOrganisationId } from '../../access/ids.ts';
import type { CalendarFinding } from '../../calendar/check/calendar-codes.ts';
import { checkCalendar } from '../../calendar/check/check-calendar.ts';
import { findCalendarWarnings } from '../../calendar/check/find-calendar-warnings.ts';
import { dayAt } from '../../calendar/time/zone.ts';
import { createValidator, type Validator } from '../../contract/validator.ts';
import { type CalendarProblem, problemOfSchema } from '../../database/calendar/import-calendar.ts';
import { readCalendar } from '../../database/calendar/read-calendar.ts';
import { readSchedules } from '../../database/calendar/read-schedules.ts';
import type { Database } from '../../database/connect/open-database.ts';

/** With problems nothing new is derived; warnings change nothing. */
export type CalendarFindings = { problems: CalendarProblem[]; warnings: CalendarFinding[] };

/** Those of these organisations that have a calendar. */
export async function findCalendarFindingsOf(
  database: Database,
  organisationIds: readonly OrganisationId[],
  clock: { now: number; tzdata: string },
): Promise<ReadonlyMap<OrganisationId, CalendarFindings>> {
  const found = new Map<OrganisationId, CalendarFindings>();
  if (organisationIds.length === 0) return found;
  const withCalendar = await database
    .selectFrom('calendar')
    .select('organisation_id')
    .where('organisation_id', 'in', [...organisationIds])
    .execute();
  if (withCalendar.length === 0) return found;
  const validate = createValidator(); // takes longer than reading a calendar, and most schools of a database have none
  for (const id of withCalendar.map(({ organisation_id }) => parseOrganisationId(organisation_id))) {
    const findings = await findCalendarFindings(database, validate, id, clock);
    if (findings !== null) found.set(id, findings);
  }
  return found;
}

/**
 * @param clock `now` in milliseconds since 1970, and the release of the time-zone data
 * @returns null when the organisation has no calendar
 */
async function findCalendarFindings(
  database: Database,
  validate: Validator,
  organisationId: OrganisationId,
  { now, tzdata }: { now: number; tzdata: string },
): Promise<CalendarFindings | null> {
  const calendar = await readCalendar(database, organisationId);
  if (calendar === null) return null;
  const validation = validate('calendar', calendar);
  if (!validation.valid) {
    const problems = validation.problems.map(problemOfSchema);
    return { problems, warnings: [] };
  }
  const versions = await readSchedules(database, organisationId);
  const problems = checkCalendar(calendar);
  if (problems.length > 0) return { problems, warnings: [] };
  const today = dayAt(now, calendar.timeZone);
  return { problems, warnings: findCalendarWarnings({ calendar, versions, tzdata, today }) };
}
