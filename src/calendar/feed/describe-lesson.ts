// What an event says about a lesson, to each kind of person. No student is named.

import type { NamedEntity } from '../../contract/types.generated.ts';
import type { Person } from '../lessons/index-persons.ts';
import type { FeedInput, FeedLesson } from './feed-input.ts';

export function describeLesson(
  lesson: FeedLesson,
  { person, words, buildingNames }: Pick<FeedInput, 'person' | 'words' | 'buildingNames'>,
): { summary: string; location: string; description: string } {
  const subjects = lesson.subjects.map(nameOf).filter(Boolean).join(', ') || words.lesson;
  const others = othersOf(person.kind, lesson).filter(Boolean).join(', ');
  const periods = namePeriods(lesson, words);
  const week = lesson.weekInCycle === null ? [] : [fill(words.week, { week: lesson.weekInCycle })];
  return {
    summary: others === '' ? subjects : `${subjects} (${others})`,
    location: lesson.rooms.map((room) => placeOf(room, buildingNames)).join('; '),
    description: [...periods, ...week].join('\n'),
  };
}

/** As the bell schedule names them: a number has the word before it, other names are words themselves. */
function namePeriods({ periods, periodNames }: FeedLesson, words: FeedInput['words']): string[] {
  const [first, last] = periodNames.map((name) => name.trim());
  const isNumber = (name = '') => /^\p{Nd}+$/u.test(name);
  if (first !== last && periods > 1 && isNumber(first) && isNumber(last))
    return [fill(words.periods, { first: first ?? '', last: last ?? '' })];
  const named = (periods > 1 ? [first, last] : [first]).flatMap((name) => name || []);
  const said = new Set(named.map((name) => (isNumber(name) ? fill(words.period, { first: name }) : name)));
  return said.size === 0 ? [] : [[...said].join(' – ')];
}

/** Whom the person meets: a teacher and a room the class, a class and a student the teacher. */
const othersOf = (kind: Person['kind'], { teachers, classes }: FeedLesson): string[] =>
  kind === 'teacher' || kind === 'room'
    ? classes.map(nameOf)
    : teachers.map(({ shortName, name }) => shortName.trim() || name.trim());

const nameOf = ({ name, shortName }: NamedEntity): string => name.trim() || shortName.trim();

function placeOf(room: NamedEntity, buildingNames: ReadonlyMap<string, string>): string {
  const building = buildingNames.get(room.entityId)?.trim() ?? '';
  return [nameOf(room), building].filter(Boolean).join(', ');
}

/** Puts values in the places of their names in braces. */
export const fill = (words: string, values: { readonly [name: string]: string | number }): string =>
  words.replace(/\{(\w+)\}/g, (place, name: string) => String(Object.hasOwn(values, name) ? values[name] : place));
