// What a feed needs of a person's days: the lessons that are not as planned, and on the same dates those that are.

import type { PersonsChanges } from '../calendar/feed/feed-input.ts';
import type { DaysOfPerson } from './days-of-person.ts';

/** @param from YYYYMMDD; `to` belongs to it */
export function changesOfPerson({ changed, on }: DaysOfPerson, from: number, to: number): PersonsChanges {
  const dates = [...changed].filter((date) => from <= date && date <= to).sort((one, other) => one - other);
  const changes: PersonsChanges = { dates: new Set(dates), regular: [], changed: [] };
  for (const lesson of dates.flatMap((date) => on(date)?.lessons ?? [])) {
    const { planned, shown, takesPart } = lesson;
    if (shown.status === 'regular' && planned?.periods === shown.periods) changes.regular.push(planned);
    // At a time at which nobody expects the person, nothing says that others have the lesson.
    else if (takesPart || shown.status === 'cancelled' || shown.movedFrom === null) changes.changed.push(lesson);
  }
  return changes;
}
