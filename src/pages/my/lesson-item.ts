// One lesson in a list: its time, its subjects, and who and where, but for the person whose page it is.

import type { DatedLesson, NamedEntity, PersonKind } from '../../contract/types.generated.ts';
import { spanInWords } from '../ui/date-words.ts';
import { type Child, element, joined, nameOf } from '../ui/element.ts';
import { listed } from '../ui/phrase.ts';

/** What a person wants to know of a lesson besides its subject. */
const shown: Record<PersonKind, readonly ('classes' | 'teachers' | 'rooms')[]> = {
  class: ['teachers', 'rooms'],
  student: ['teachers', 'rooms'],
  teacher: ['classes', 'rooms'],
  room: ['classes', 'teachers'],
};

export function lessonItem(lesson: DatedLesson, kind: PersonKind, isOn = false): HTMLElement {
  const title = lesson.subjects.length > 0 ? names(lesson.subjects) : ['–'];
  const others = shown[kind].flatMap((list) =>
    lesson[list].length === 0 ? [] : [element('span', {}, ...names(lesson[list]))],
  );
  return element(
    'li',
    { class: 'my-lesson', 'aria-current': isOn && 'time' },
    element('span', { class: 'my-time' }, spanInWords(lesson)),
    ' ',
    element(
      'span',
      { class: 'my-what' },
      element('strong', {}, ...title),
      others.length > 0 && ' ',
      others.length > 0 && element('span', { class: 'quiet' }, ...joined(others, ' · ')),
    ),
  );
}

const names = (entities: readonly NamedEntity[]): Child[] => listed(entities.map(({ name }) => nameOf(name)));

export const lessonList = (
  lessons: readonly DatedLesson[],
  kind: PersonKind,
  isOn: (lesson: DatedLesson) => boolean = () => false,
): HTMLElement =>
  element('ol', { class: 'my-lessons' }, ...lessons.map((lesson) => lessonItem(lesson, kind, isOn(lesson))));
