// Checks whether this runtime's time-zone data knows how the zones of the calendars are now. With older data the times of lessons
// are wrong, by an hour and for a whole winter, and nobody sees why.

import { sql } from 'kysely';
import { isZoneDataOld, releaseNeeded } from '../calendar/time/zone-changes.ts';
import type { Database } from '../database/connect/open-database.ts';
import { formatCount } from '../format-count.ts';
import { type Diagnosis, fine, limited } from './diagnosis.ts';

/** There are some 600 zones; how many zones are named. */
const [mostZones, maxNamed] = [2000, 10];

/** @param tzdata the release of this runtime's data, `process.versions.tz` */
export async function checkTimeZones(database: Database, tzdata: string): Promise<Diagnosis> {
  const check = 'time zones';
  const { rows } = await sql<{ zone: string; schools: number }>`
    select time_zone as zone, count(*)::integer as schools from calendar
    group by time_zone order by schools desc, zone limit ${sql.lit(mostZones)}`.execute(database);
  const old = rows.filter(({ zone }) => isZoneDataOld(zone, tzdata));
  if (old.length === 0) {
    const known = formatCount(rows.length, 'zone');
    return fine(
      check,
      rows.length === 0 ? 'no organisation has a calendar' : `${known} of calendars, all known by ${tzdata}`,
    );
  }
  const named = old
    .slice(0, maxNamed)
    .map(({ zone, schools }) => `${zone} needs ${releaseNeeded(zone)} (${formatCount(schools, 'organisation')})`)
    .join(', ');
  const more = old.length > maxNamed ? `, and ${old.length - maxNamed} more` : '';
  return limited(
    check,
    `the time-zone data of this Node.js is ${tzdata === '' ? 'unknown' : tzdata}, so times may be wrong by an hour: ${named}${more}`,
    'Run the publisher with a newer Node.js, or one with newer ICU data (`node -p process.versions.tz` shows its release)',
  );
}
