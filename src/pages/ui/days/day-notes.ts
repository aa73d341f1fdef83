// What the school says of a day, and who is away, as lines of text.

import type { DayContent } from '../../../client/days/day-in.ts';
import type { Participant } from '../../../contract/types.generated.ts';
import { type Child, element, nameOf } from '../element.ts';
import { listed, phrase } from '../phrase.ts';
import { countMore } from '../texts.ts';

type Noted = Pick<DayContent, 'notes' | 'absent'>;

/** @param most lines; more are counted */
export function noteLines({ notes, absent }: Noted, most = 50): Child[][] {
  const lines = [
    ...notes.map(({ text, classes }) => (classes === null ? [nameOf(text)] : [namesOf(classes), ' · ', nameOf(text)])),
    ...(absent.classes.length === 0 ? [] : [phrase('classesAway', { names: namesOf(absent.classes) })]),
    ...(absent.rooms.length === 0 ? [] : [phrase('roomsAway', { names: namesOf(absent.rooms) })]),
  ];
  const more = lines.length - most;
  return more > 0 ? [...lines.slice(0, most), [countMore(more)]] : lines;
}

const namesOf = (entities: readonly Participant[]): HTMLElement =>
  element('span', {}, ...listed(entities.map(({ name }) => nameOf(name))));

/** The same as paragraphs. */
export const noteParagraphs = (day: Noted): HTMLElement[] =>
  noteLines(day).map((line) => element('p', { class: 'said' }, ...line));
