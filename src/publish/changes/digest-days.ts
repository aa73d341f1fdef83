// What is different from the plan on each day, as a digest: to find the dates on which it is something else than before, without
// keeping what it was, and so without a profile of anybody's absences.

import { daysFrom } from '../../calendar/time/day.ts';
import type { CancelledLesson, DatedLesson, DayBasis } from '../../contract/types.generated.ts';
import type { Audience } from '../../days/lesson-outcome.ts';
import type { ResolvedDays } from '../../days/resolve-days.ts';
import { sha256OfText } from '../../snapshot/sha256.ts';

/** @param range YYYYMMDD, both included */
export function digestDays(
  days: ResolvedDays,
  audience: Audience,
  { firstDay, lastDay }: { firstDay: number; lastDay: number },
): DayBasis[] {
  return daysFrom(firstDay, lastDay).map((date) => {
    if (days.changedAt(date) === null) return { date, hash: null, entityIds: [] };
    const { lessons, cancelled, notes, absent } = days.on(date, audience);
    const different = lessons.filter(({ status }) => status !== 'regular');
    const isPlain =
      different.length + cancelled.length + notes.length + absent.classes.length + absent.rooms.length === 0;
    if (isPlain) return { date, hash: null, entityIds: [] };
    const content = [different.map(withoutLocalIds), cancelled.map(withoutLocalIds), notes, absent];
    const named = [
      ...[...different, ...cancelled].flatMap(({ classes, rooms }) => [...classes, ...rooms]),
      ...different.flatMap(({ original }) => [...(original?.classes ?? []), ...(original?.rooms ?? [])]),
      ...notes.flatMap(({ classes }) => classes ?? []),
      ...absent.classes,
      ...absent.rooms,
    ];
    const entityIds = [...new Set(named.flatMap(({ entityId }) => entityId ?? []))].sort();
    return { date, hash: sha256OfText(JSON.stringify(content)), entityIds };
  });
}

/** Those of the documents may be numbered anew. */
const withoutLocalIds = <Lesson extends DatedLesson | CancelledLesson>({ unitLocalIds: _, ...lesson }: Lesson) =>
  lesson;
