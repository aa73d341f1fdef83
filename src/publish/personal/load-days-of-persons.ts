// Reads what is different on days, for feeds and persons' documents. Weeks that are over are left out, so that what was different in
// them leaves both: nobody's absences become a history.

import type { DerivedRange } from '../../calendar/derived-range.ts';
import { feedWindow } from '../../calendar/feed/feed-window.ts';
import { addDays, mondayOf } from '../../calendar/time/day.ts';
import type { Calendar, Timetable } from '../../contract/types.generated.ts';
import type { Validator } from '../../contract/validator.ts';
import type { Audience } from '../../days/lesson-outcome.ts';
import type { ResolvedDays } from '../../days/resolve-days.ts';
import { resolveSourceDays } from '../derived/resolve-source-days.ts';
import type { OpenOrganisation } from '../port.ts';

export type DaysOfPersons = {
  resolved: ResolvedDays;
  /** Whom links see of the teachers in changes. */
  teachers: Audience['teachers'];
  /** YYYYMMDD: from the Monday of this week; `to` belongs to it. */
  from: number;
  to: number;
};

/** As many as the database bounds: within 92 days there are no more changes than one file may hold. */
const weeksAhead = 13;

/**
 * @param versions those that apply in the window of feeds
 * @returns null where nothing is different
 * @throws BrokenCalendarError when what the source says cannot be followed
 */
export async function loadDaysOfPersons(
  validate: Validator,
  organisation: Pick<OpenOrganisation, 'organisationId' | 'readDays'>,
  calendar: Calendar,
  versions: readonly Timetable[],
  { today }: Pick<DerivedRange, 'today'>,
): Promise<DaysOfPersons | null> {
  const from = mondayOf(today);
  const to = Math.min(addDays(from, 7 * weeksAhead - 1), feedWindow(today).lastDay);
  const days = { firstDay: from, lastDay: to };
  const found = await resolveSourceDays(validate, organisation, calendar, versions, days);
  return found.isEmpty ? null : { resolved: found.days, teachers: found.teachersInChanges.links, from, to };
}
