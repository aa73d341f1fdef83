// What of a day is stored and not applied: each with a sentence that says why, and the lessons that may have been meant.

import { timeInWords } from '../../ui/date-words.ts';
import { type Child, element, joined, nameOf } from '../../ui/element.ts';
import type { ShownDay } from '../answers.ts';
import { sayDay } from './day-words.ts';
import { kinds } from './lesson-words.ts';
import { problemWords } from './problem-words.ts';

type Stored = Pick<ShownDay, 'changes' | 'notes' | 'absent'>;

export function orphanSection(orphaned: ShownDay['orphaned'], stored: Stored): HTMLElement[] {
  if (orphaned.length === 0) return [];
  return [
    element(
      'div',
      { class: 'notice stack', id: 'orphaned' },
      element('h4', {}, sayDay('day-orphaned')),
      element('p', {}, sayDay('day-orphaned-means')),
      element(
        'ul',
        { class: 'findings' },
        ...orphaned.map((problem) =>
          element('li', {}, element('p', {}, ...joined(whatIs(problem.path, stored), ' · ')), ...problemWords(problem)),
        ),
      ),
    ),
  ];
}

/** What was stored, as it was sent. */
function whatIs(path: string, { changes, notes, absent }: Stored): Node[] {
  const [, list, place] = /^\$\.(changes|notes|absent)\[(\d+)\]/.exec(path) ?? [];
  const index = Number(place);
  const words: Child[] = [];
  const change = list === 'changes' ? changes[index] : undefined;
  const about = change?.lesson ?? change?.added;
  if (change?.lesson?.id !== undefined) words.push(sayDay('day-id', { id: change.lesson.id }));
  if (change?.lesson?.periodIndex !== undefined)
    words.push(sayDay('day-period', { period: change.lesson.periodIndex + 1 }));
  if (change?.added !== undefined) words.push(sayDay(kinds[change.added.kind]));
  if (about?.startTime !== undefined) words.push(timeInWords(about.startTime));
  for (const names of [about?.subjects, about?.classes, about?.teachers, about?.rooms])
    if (names !== undefined && names.length > 0) words.push(...names.map((name) => nameOf(name)));
  if (change?.text) words.push(nameOf(change.text));
  const note = list === 'notes' ? notes[index] : undefined;
  if (note !== undefined) words.push(nameOf(note.text));
  const away = list === 'absent' ? absent[index] : undefined;
  if (away !== undefined) words.push(nameOf(away.entity));
  return words.map((word) => element('span', {}, word));
}
