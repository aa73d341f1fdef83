// One lesson in the grid: the essentials; the rest is in a dialog. A class's grid does not repeat the class in each lesson,
// and a subject's grid does not repeat the subject.

import type { Class, GridCell, PlacedCell } from '../../../client/belfry-client.ts';
import { spanInWords } from '../../ui/date-words.ts';
import { type Child, element, joined, nameOf, visuallyHidden } from '../../ui/element.ts';
import { listed } from '../../ui/phrase.ts';
import type { Kind } from '../address.ts';
import type { Naming } from '../choose/naming.ts';
import { dates } from '../dates/dates.ts';
import { say } from '../say.ts';

/** The title of a lesson: its subjects, or what else it has. */
export const titleOf = (cell: GridCell): string =>
  cell.subjects.map(({ name }) => name).join(' / ') || cell.groupName || say('lesson');

export type CellLook = {
  kind: Kind;
  naming: Naming;
  /** A validated colour of its subject or course; null for none. */
  color: string | null;
};

/** More classes than this are counted; the dialog names them. */
const maxClasses = 3;
/** A longer word is broken in a day column on most screens. */
const maxLetters = 16;
const isTooLong = (name: string) => longestWord(name) > maxLetters;

/** The letters of the longest word: where it may be broken, it is not one word. */
export const longestWord = (text: string): number =>
  Math.max(...text.split(/[\s\-\u2010/]+/u).map((word) => word.length));

/** The style sheet makes the letters of a line smaller where its longest word does not fit. */
export function sized(line: HTMLElement): HTMLElement {
  line.style.setProperty('--letters', String(longestWord(line.textContent)));
  return line;
}

export function cellButton(cell: GridCell, { kind, naming, color }: CellLook, onOpen: () => void): HTMLButtonElement {
  const { subjects, groupName, locked } = cell;
  const classes = classesOf(cell.classes, naming);
  const lines: HTMLElement[] = [];
  const add = (line: readonly Child[], look = 'cell-line') =>
    lines.push(sized(element('span', { class: look }, ...line)));
  const short = (item: Named) => marked(item, naming.short(item));
  const byClass = kind === 'subject' && subjects.length === 1 && classes.length > 0;
  // A group called "Biology 1" replaces the title "Biology".
  const groupNamesSubject =
    groupName?.startsWith(titleOf(cell)) === true && subjects.every((each) => each['isActive'] !== false);
  const title = byClass
    ? classes
    : subjects.length > 0 && !groupNamesSubject
      ? joined(
          subjects.map((each) => marked(each, isTooLong(each.name) ? naming.short(each) : each.name)),
          ' / ',
        )
      : [nameOf(groupNamesSubject ? groupName : titleOf(cell))];
  if (kind !== 'class' && !byClass && classes.length > 0) add(classes, 'cell-line classes');
  if (groupName !== null && (!groupNamesSubject || byClass)) add([nameOf(groupName)]);
  if (kind !== 'teacher' && cell.teachers.length > 0)
    add(listed(cell.teachers.map((each) => marked(each, each.name))), 'cell-line teachers');
  if (kind !== 'room' && cell.rooms.length > 0) add(listed(cell.rooms.map(short)), 'cell-line rooms');
  const button = element(
    'button',
    { type: 'button', class: 'cell', tabindex: '-1', click: onOpen },
    sized(element('span', { class: 'cell-title' }, ...title, locked && lockSign())),
    ...lines,
  );
  if (isPlaced(cell)) button.prepend(element('span', { class: 'cell-time' }, spanInWords(cell), ' '));
  if (color !== null) button.style.setProperty('--color', color);
  dates().school?.mark(button, cell, kind);
  return button;
}

export const isPlaced = (cell: GridCell): cell is PlacedCell => 'startTime' in cell;

type Named = { localId: string; name: string; isActive?: unknown };

function classesOf(all: readonly Class[], naming: Naming): Child[] {
  const classes = naming.gather(all);
  if (classes.length <= maxClasses) return listed(classes.map((each) => marked(each, naming.short(each))));
  return [
    element(
      'span',
      { title: classes.map(({ name }) => name).join(', ') },
      say('classCount', { count: classes.length }),
    ),
  ];
}

/** Marks an entity that the organisation no longer has, visually and for screen readers. */
function marked({ isActive }: Named, name: string): HTMLElement {
  return isActive === false
    ? element('span', { class: 'gone' }, nameOf(name), visuallyHidden(` (${say('inactive')})`))
    : nameOf(name);
}

const lockSign = () => element('span', { class: 'lock', role: 'img', 'aria-label': say('locked') });
