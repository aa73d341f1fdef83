// The files that are derived from an organisation's documents and its calendar, one after the other, so that only one of them is
// in memory at a time: the calendar, then the weeks.

import type { OrganisationId } from '../../access/ids.ts';
import { assembleCalendar } from '../../calendar/assemble-calendar.ts';
import { assembleWeek } from '../../calendar/assemble-week.ts';
import type { DerivedRange } from '../../calendar/derived-range.ts';
import { createLessonLister } from '../../calendar/lessons/list-lessons.ts';
import type { Calendar } from '../../contract/types.generated.ts';
import type { Validator } from '../../contract/validator.ts';
import { jsonPath } from '../../document/json-path.ts';
import { calendarName } from '../../snapshot/paths.ts';
import { assertWithin, maxBytes, maxLessons } from './derived-limits.ts';
import type { LoadedVersions } from './load-versions.ts';

export type DerivedParts = {
  organisationId: OrganisationId;
  /** Of the documents. */
  generation: number;
  /** One that `checkCalendar` finds nothing wrong with. */
  calendar: Calendar;
  versions: LoadedVersions;
  range: Pick<DerivedRange, 'today' | 'weeks'>;
  /** The release of the time-zone data. */
  tzdata: string;
};

/**
 * @yields the name of each file, and the JSON text of its data in UTF-8
 * @throws BrokenCalendarError when one is too large; Error when one breaks its schema
 */
export function* assembleDerived(validate: Validator, parts: DerivedParts): Generator<[string, Uint8Array]> {
  const { organisationId, generation, calendar, versions, range, tzdata } = parts;
  const { today, weeks } = range;
  const asCalendar = { organisationId, generation, calendar, versions: versions.onCalendar, today, tzdata };
  yield [calendarName, encode(validate, 'published-calendar', calendarName, assembleCalendar(asCalendar))];
  const ofWeeks = { calendar, versions: versions.documents };
  const lister = createLessonLister(ofWeeks);
  for (const week of weeks) {
    const assembled = assembleWeek({ ...ofWeeks, generation, week, lister });
    assertWithin(maxLessons, assembled.lessons.length, `week ${week}`, 'lessons');
    yield [week, encode(validate, 'week', week, assembled)];
  }
}

function encode(validate: Validator, schema: 'published-calendar' | 'week', name: string, data: object): Uint8Array {
  const validation = validate(schema, data);
  if (!validation.valid) {
    const [first] = validation.problems;
    throw new Error(`the file ${name} breaks its schema: ${jsonPath(first?.segments ?? [])} ${first?.message}`);
  }
  const bytes = new TextEncoder().encode(JSON.stringify(data));
  assertWithin(maxBytes, bytes.length, name, 'MB');
  return bytes;
}
