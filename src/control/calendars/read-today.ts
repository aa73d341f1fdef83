// What day it is at a school, by the time zone of its calendar. A school without a calendar is taken to be where this machine is.

import type { OrganisationId } from '../../access/ids.ts';
import { dayAt, isTimeZone } from '../../calendar/time/zone.ts';
import type { Database } from '../../database/connect/open-database.ts';

/** Null without a calendar. This runtime may not know it. */
export async function readTimeZone(database: Database, organisationId: OrganisationId): Promise<string | null> {
  const calendar = await database
    .selectFrom('calendar')
    .select('time_zone')
    .where('organisation_id', '=', organisationId)
    .executeTakeFirst();
  return calendar?.time_zone ?? null;
}

/** @param moment milliseconds since 1970. @returns YYYYMMDD */
export async function readToday(database: Database, organisationId: OrganisationId, moment: number): Promise<number> {
  const zone = await readTimeZone(database, organisationId);
  if (zone !== null && isTimeZone(zone)) return dayAt(moment, zone);
  const now = new Date(moment);
  return now.getFullYear() * 10_000 + (now.getMonth() + 1) * 100 + now.getDate();
}
