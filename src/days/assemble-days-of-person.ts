// Assembles the days of Get My: of the dates that are served, those on which something is different for the person.

import type { Person } from '../calendar/lessons/index-persons.ts';
import type { CancelledLesson, DatedLesson, DayOfPerson, Participant } from '../contract/types.generated.ts';
import type { DaysOfPerson } from './days-of-person.ts';

export function assembleDaysOfPerson(
  { on }: Pick<DaysOfPerson, 'on'>,
  person: Person,
  dates: readonly number[],
): DayOfPerson[] {
  const withoutNumbers = createTeacherReducer(person);
  return dates.flatMap((date) => {
    const day = on(date);
    if (day === null) return [];
    const lessons: DatedLesson[] = [];
    const cancelled: CancelledLesson[] = [];
    for (const { shown } of day.lessons) {
      if (shown.status === 'cancelled') cancelled.push({ ...shown, teachers: withoutNumbers(shown.teachers) });
      else
        lessons.push({
          ...shown,
          teachers: withoutNumbers(shown.teachers),
          original: shown.original && { ...shown.original, teachers: withoutNumbers(shown.original.teachers) },
        });
    }
    return [{ date, lessons, cancelled, notes: day.notes, absent: day.absent }];
  });
}

/** The number that an employer gave a teacher is that teacher's alone, as in the timetables of a link. */
const createTeacherReducer =
  ({ kind, entityId }: Person) =>
  <Who extends Participant>(teachers: readonly Who[]): Who[] =>
    teachers.map((each) =>
      each.externalId === null || (kind === 'teacher' && each.entityId === entityId)
        ? each
        : { ...each, externalId: null },
    );
