// What an event says about a lesson, to each kind of person. No student is named.

import type { LessonKind, Participant } from '../../contract/types.generated.ts';
import type { Person } from '../lessons/index-persons.ts';
import { isoDay } from '../time/day.ts';
import type { ChangedFeedLesson, FeedInput, FeedLesson } from './feed-input.ts';

type Lists = { [kind in 'subjects' | 'teachers' | 'classes' | 'rooms']: readonly Participant[] };

type Described = Lists & Pick<FeedLesson, 'periods' | 'periodNames' | 'weekInCycle'> & { kind?: LessonKind };

type Describing = Pick<FeedInput, 'person' | 'words' | 'buildingNames'>;

export type Description = { summary: string; location: string; description: string };

export function describeLesson(lesson: Described, { person, words, buildingNames }: Describing): Description {
  const { kind = 'lesson' } = lesson;
  const names = lesson.subjects.map(nameOf).filter(Boolean).join(', ');
  const subjects = kind === 'lesson' ? names || words.lesson : [words.kinds[kind], names].filter(Boolean).join(': ');
  const others = othersOf(person.kind, lesson).filter(Boolean).join(', ');
  const periods = namePeriods(lesson, words);
  const week = lesson.weekInCycle === null ? [] : [fill(words.week, { week: lesson.weekInCycle })];
  return {
    summary: others === '' ? subjects : `${subjects} (${others})`,
    location: lesson.rooms.map((room) => placeOf(room, buildingNames)).join('; '),
    description: [...periods, ...week].join('\n'),
  };
}

/** What the school says of it comes first. A mark and a word are before the name of what does not take place for the person. */
export function describeChanged({ shown, takesPart }: ChangedFeedLesson, describing: Describing): Description {
  const { words, person } = describing;
  const { summary, location, description } = describeLesson(shown, describing);
  const lines = [shown.text ?? '', description].filter(Boolean);
  if (shown.status !== 'cancelled') {
    if (shown.movedFrom !== null) lines.push(fillPlace(words.movedFrom, shown.movedFrom));
    const marked = takesPart ? summary : `✕ ${words.without[person.kind]}: ${summary}`;
    return { summary: marked, location, description: lines.join('\n') };
  }
  if (shown.movedTo !== null) lines.push(fillPlace(words.movedTo, shown.movedTo));
  const word = shown.movedTo === null ? words.cancelled : words.moved;
  return { summary: `✕ ${word}: ${summary}`, location, description: lines.join('\n') };
}

const fillPlace = (words: string, { date, startTime }: { date: number; startTime: string }): string =>
  fill(words, { date: isoDay(date), time: startTime });

/** As the bell schedule names them: a number has the word before it, other names are words themselves. */
function namePeriods({ periods, periodNames }: Described, words: FeedInput['words']): string[] {
  const [first, last] = periodNames.map((name) => name.trim());
  const isNumber = (name = '') => /^\p{Nd}+$/u.test(name);
  if (first !== last && periods > 1 && isNumber(first) && isNumber(last))
    return [fill(words.periods, { first: first ?? '', last: last ?? '' })];
  const named = (periods > 1 ? [first, last] : [first]).flatMap((name) => name || []);
  const said = new Set(named.map((name) => (isNumber(name) ? fill(words.period, { first: name }) : name)));
  return said.size === 0 ? [] : [[...said].join(' – ')];
}

/** Whom the person meets: a teacher and a room the class, a class and a student the teacher. */
const othersOf = (kind: Person['kind'], { teachers, classes }: Lists): string[] =>
  kind === 'teacher' || kind === 'room'
    ? classes.map(nameOf)
    : teachers.map(({ shortName, name }) => shortName.trim() || name.trim());

const nameOf = ({ name, shortName }: Participant): string => name.trim() || shortName.trim();

function placeOf(room: Participant, buildingNames: ReadonlyMap<string, string>): string {
  const building = buildingNames.get(room.entityId ?? '')?.trim() ?? '';
  return [nameOf(room), building].filter(Boolean).join(', ');
}

/** Puts values in the places of their names in braces. */
export const fill = (words: string, values: { readonly [name: string]: string | number }): string =>
  words.replace(/\{(\w+)\}/g, (place, name: string) => String(Object.hasOwn(values, name) ? values[name] : place));
