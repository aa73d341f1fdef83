// Reads the published versions that apply on some dates, as their rows are.

import { versionsOn } from '../../calendar/lessons/versions-on.ts';
import type { Timetable } from '../../contract/types.generated.ts';
import type { Database } from '../../database/connect/open-database.ts';
import { measureVersion, readVersion, readVersions } from '../../database/timetable/read-version.ts';
import { assembleSummary } from '../../document/assemble-list.ts';
import { assembleTimetable } from '../../document/assemble-timetable.ts';
import { assertWithin, maxBytes, maxVersions } from '../../publish/derived/derived-limits.ts';

/** @throws BrokenCalendarError when they are too many, or too large together */
export async function readVersionsOn(
  transaction: Database,
  organisationId: string,
  dates: readonly number[],
): Promise<Timetable[]> {
  if (dates.length === 0) return [];
  const listed = (await readVersions(transaction, organisationId)).map(assembleSummary);
  const published = listed.filter(({ status }) => status === 'published');
  const needed = new Set(dates.flatMap((date) => versionsOn(published, date)));
  assertWithin(maxVersions, needed.size, 'the days', 'versions');
  const documents: Timetable[] = [];
  let bytes = 0;
  for (const { id } of listed.filter((version) => needed.has(version))) {
    bytes += (await measureVersion(transaction, organisationId, id)) ?? 0;
    assertWithin(maxBytes, bytes, 'the timetables of these days together', 'MB');
    const rows = await readVersion(transaction, organisationId, id);
    if (rows !== undefined) documents.push(assembleTimetable(rows));
  }
  return documents;
}
