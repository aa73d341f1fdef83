// An occurrence is one meeting of a teaching, a single period or a longer stretch; a placement says when and where it takes
// place. The scheduler moves occurrences about, never single periods, so a double period stays together.
import type { LessonGroup } from '../../contract/types.generated.ts';
import type { Pin, Teaching } from '../plan/teaching.ts';
import type { Slot } from './bell-slots.ts';

export interface Occurrence {
  id: string;
  teaching: Teaching;
  /** From 0, among the occurrences of its teaching. */
  number: number;
  /** In periods. */
  length: number;
  pin: Pin | null;
  groups: LessonGroup[];
  /** Everyone who takes part: localIds of teachers, classes and students. */
  people: string[];
  /** Occurrences sharing it are spread over the days. */
  spreadKey: string;
}

export interface Placement {
  occurrence: Occurrence;
  /** Consecutive; empty when the occurrence could not be placed. */
  slots: Slot[];
  /** By lesson group id: the rooms given to it. */
  rooms: ReadonlyMap<string, string[]>;
}

export function occurrencesOf(teaching: Teaching): Occurrence[] {
  const groups = teaching.lessons.flatMap((lesson) => lesson.groups);
  const people = groups.flatMap(({ teacherIds, classIds, studentIds }) => [...teacherIds, ...classIds, ...studentIds]);
  // The lessons of a teaching meet together, so the first one speaks for all.
  const [lesson] = teaching.lessons;
  const lengths = lesson?.lessonConfigurations.flatMap(({ frequency, length }) =>
    Array<number>(frequency).fill(length),
  );
  return (lengths ?? []).map((length, number) => ({
    id: `${teaching.key}.${number}`,
    teaching,
    number,
    length,
    pin: teaching.pins[number] ?? null,
    groups,
    people: [...new Set(people)],
    spreadKey: lesson?.distributionGroupId ?? teaching.key,
  }));
}

/** Everyone and every room that the placement occupies. */
export function occupied({ occurrence, rooms }: Placement): string[] {
  const all = [...occurrence.people];
  for (const roomIds of rooms.values()) all.push(...roomIds);
  return all;
}
