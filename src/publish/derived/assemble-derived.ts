// The files that are derived from an organisation's documents, its calendar and its days, one after the other, so that only one of
// them is in memory at a time: the calendar, then each week with its slices.

import type { OrganisationId } from '../../access/ids.ts';
import { assembleCalendar } from '../../calendar/assemble-calendar.ts';
import type { DerivedRange } from '../../calendar/derived-range.ts';
import type { Calendar } from '../../contract/types.generated.ts';
import type { Validator } from '../../contract/validator.ts';
import { assembleWeek } from '../../days/assemble-week.ts';
import type { Audience } from '../../days/lesson-outcome.ts';
import type { ResolvedDays } from '../../days/resolve-days.ts';
import type { PackInput } from '../../snapshot/pack/compress-entries.ts';
import { calendarName } from '../../snapshot/paths.ts';
import { assembleSlices } from './assemble-slices.ts';
import { assertWithin, maxLessons } from './derived-limits.ts';
import { encodeData } from './encode-data.ts';
import type { LoadedVersions } from './load-versions.ts';

export type DerivedParts = {
  organisationId: OrganisationId;
  /** Of the documents. */
  generation: number;
  /** One that `checkCalendar` finds nothing wrong with. */
  calendar: Calendar;
  versions: LoadedVersions;
  range: Pick<DerivedRange, 'today' | 'weeks'>;
  days: ResolvedDays;
  audience: Audience;
  /** The release of the time-zone data. */
  tzdata: string;
};

/** `data` is JSON text in UTF-8; `slices` are those of a week. */
export type DerivedFile = { name: string; data: Uint8Array; slices: Iterable<PackInput> | null };

/**
 * @yields the calendar, then the weeks, each under its name
 * @throws BrokenCalendarError when one is too large; Error when one breaks its schema
 */
export function* assembleDerived(validate: Validator, parts: DerivedParts): Generator<DerivedFile> {
  const { organisationId, generation, calendar, versions, range, days, audience, tzdata } = parts;
  const { today, weeks } = range;
  const asCalendar = { organisationId, generation, calendar, versions: versions.onCalendar, today, tzdata };
  const published = encodeData(validate, 'published-calendar', calendarName, assembleCalendar(asCalendar));
  yield { name: calendarName, data: published, slices: null };
  for (const week of weeks) {
    const assembled = assembleWeek({ days, audience, generation, timeZone: calendar.timeZone, week });
    assertWithin(maxLessons, assembled.lessons.length, `week ${week}`, 'lessons');
    const data = encodeData(validate, 'week', week, assembled);
    yield { name: week, data, slices: assembleSlices(assembled, versions.documents) };
  }
}
