// Resolves days by what is planned in the database: the calendar, the published versions that apply as their rows are, and the
// entities of the organisation. Only the versions of dates that are asked for are read.

import type { OrganisationId } from '../../access/ids.ts';
import type { Calendar } from '../../contract/types.generated.ts';
import type { Validator } from '../../contract/validator.ts';
import { readCalendar } from '../../database/calendar/read-calendar.ts';
import type { Database } from '../../database/connect/open-database.ts';
import { readDayEntities } from '../../database/days/read-day-changes.ts';
import { type DaysAsked, type ResolvedDays, resolveDays } from '../../days/resolve-days.ts';
import { assertCalendar } from '../../publish/derived/assert-calendar.ts';
import { sha256OfText } from '../../snapshot/sha256.ts';
import { readVersionsOn } from './read-versions-on.ts';

type Changes = Pick<DaysAsked, 'changes' | 'notes' | 'absent'>;

/**
 * @param transaction REPEATABLE READ where others may write meanwhile, so that the rows are of one moment
 * @param dates those that are asked for besides the dates of the changes
 * @returns null when the organisation has no calendar
 * @throws BrokenCalendarError when its rows are no calendar, or what applies is too large
 */
export async function resolveStoredDays(
  transaction: Database,
  validate: Validator,
  organisationId: OrganisationId,
  { changes, notes, absent }: Changes,
  dates: readonly number[] = [],
): Promise<ResolvedDays | null> {
  const calendar: Calendar | null = await readCalendar(transaction, organisationId);
  if (calendar === null) return null;
  assertCalendar(validate, organisationId, calendar);
  const all = new Set([...dates, ...[...changes, ...notes, ...absent].map(({ date }) => date)]);
  const versions = await readVersionsOn(transaction, organisationId, [...all]);
  const entities = await readDayEntities(transaction, organisationId);
  return resolveDays({ calendar, versions, entities, changes, notes, absent, sha256: sha256OfText });
}
