// The units of a document as text, for tests to compare.

import type { Timetable } from '../../src/contract/types.generated.ts';

/** Units as `day period teachers subjects classes rooms`, with short names; `-` for nothing. */
export function unitsOf({ lessonUnits, teachers, subjects, classes, rooms, bellSchedule }: Timetable): string[] {
  const entities = [...teachers, ...subjects, ...classes, ...rooms];
  const named = new Map(entities.map(({ localId, shortName }) => [localId, shortName]));
  const names = (ids: readonly string[]) => ids.map((id) => named.get(id)).join('+') || '-';
  return lessonUnits.map(({ dayId, periodIndex, teacherIds, subjectIds, classIds, roomIds }) => {
    const day = bellSchedule.days.find(({ id }) => id === dayId);
    const [configuration] = bellSchedule.dayConfigurations.filter(({ dayIds }) => dayIds.includes(dayId ?? ''));
    const period = configuration?.periods[periodIndex ?? -1]?.name;
    const place = day === undefined ? '-' : `${day.shortLabel} ${period}`;
    return [place, ...[teacherIds, subjectIds, classIds, roomIds].map(names)].join(' ');
  });
}
