// A lesson of a day in words: when it is, and who and where, with its text.

import { spanInWords } from '../../ui/date-words.ts';
import { type Child, element, nameOf } from '../../ui/element.ts';
import { listed } from '../../ui/phrase.ts';
import type { DayLesson } from '../answers.ts';

export const kinds = {
  lesson: 'kind-lesson',
  exam: 'kind-exam',
  event: 'kind-event',
  supervision: 'kind-supervision',
  standby: 'kind-standby',
} as const satisfies Record<DayLesson['kind'], string>;

type Named = { name: string; shortName?: string };

/** The names of a list, as people write lists. */
export const namesIn = (those: readonly Named[]): Child[] =>
  listed(those.map(({ name, shortName }) => nameOf(shortName || name)));

type Lesson = Pick<DayLesson, 'startTime' | 'endTime' | 'text'> &
  Record<'subjects' | 'teachers' | 'classes' | 'rooms', readonly Named[]>;

export function lessonWords(lesson: Lesson): Child[] {
  const { subjects, classes, teachers, rooms, text } = lesson;
  const who = [subjects, classes, teachers, rooms].filter((list) => list.length > 0);
  return [
    element('strong', {}, spanInWords(lesson)),
    ...who.map((list) => element('span', {}, ...namesIn(list))),
    text !== null && element('p', { class: 'wide' }, nameOf(text)),
  ];
}
