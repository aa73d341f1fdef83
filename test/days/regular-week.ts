// A week of which nothing is changed.

import type { Calendar, Timetable, Week } from '../../src/contract/types.generated.ts';
import { assembleWeek } from '../../src/days/assemble-week.ts';
import { noChanges } from '../../src/days/no-changes.ts';
import { type ResolvedDays, resolveDays } from '../../src/days/resolve-days.ts';
import { sha256OfText } from '../../src/snapshot/sha256.ts';

export const regularDays = (calendar: Calendar, versions: readonly Timetable[]): ResolvedDays =>
  resolveDays({ ...noChanges, calendar, versions, sha256: sha256OfText });

export function regularWeek(
  calendar: Calendar,
  versions: readonly Timetable[],
  week: string,
  { generation = 1, days = regularDays(calendar, versions) } = {},
): Week {
  return assembleWeek({
    days,
    audience: { teachers: 'all', self: null },
    generation,
    timeZone: calendar.timeZone,
    week,
  });
}
