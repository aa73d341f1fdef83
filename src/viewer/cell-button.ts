// One lesson in the grid: what a reader needs at a glance, the rest on a press. Whose grid it is decides what is left
// out: a class's own name on each of its lessons would say nothing.

import type { GridCell, PlacedCell } from '../client/belfry-client.ts';
import type { Kind } from './address.ts';
import { type Child, element, heard, joined, nameOf } from './element.ts';

/** What a lesson is called: its subjects, or what else it has. */
export const titleOf = (cell: GridCell): string =>
  cell.subjects.map(({ name }) => name).join(' / ') || cell.groupName || 'Lesson';

/** @param color of what it teaches, proven to be one; null for none */
export function cellButton(cell: GridCell, kind: Kind, color: string | null, onOpen: () => void): HTMLButtonElement {
  const { subjects, groupName, locked } = cell;
  // "Biology 1" as the group of Biology is title enough.
  const saysItAll =
    groupName?.startsWith(titleOf(cell)) === true && subjects.every((each) => each['isActive'] !== false);
  const title =
    subjects.length > 0 && !saysItAll
      ? joined(
          subjects.map((each) => named(each)),
          ' / ',
        )
      : [nameOf(saysItAll ? groupName : titleOf(cell))];
  const lines: Child[][] = [];
  const group = groupName !== null && !saysItAll ? [nameOf(groupName)] : [];
  if (kind !== 'class' && cell.classes.length > 0) lines.push(joined(cell.classes.map(short)));
  if (group.length > 0) lines.push(group);
  if (kind !== 'teacher' && cell.teachers.length > 0) lines.push(joined(cell.teachers.map(named)));
  if (kind !== 'room' && cell.rooms.length > 0) lines.push(joined(cell.rooms.map(short)));
  const button = element(
    'button',
    { type: 'button', class: 'cell', tabindex: '-1', click: onOpen },
    element('span', { class: 'cell-title' }, ...title, locked && lockSign()),
    ...lines.map((line) => element('span', { class: 'cell-line' }, ...line)),
  );
  if (isPlaced(cell)) button.prepend(element('span', { class: 'cell-time' }, `${cell.startTime}–${cell.endTime}`, ' '));
  if (color !== null) button.style.setProperty('--color', color);
  return button;
}

export const isPlaced = (cell: GridCell): cell is PlacedCell => 'startTime' in cell;

type Named = { name: string; shortName?: unknown; isActive?: unknown };

const named = ({ name, isActive }: Named): HTMLElement => marked(name, isActive);
const short = ({ name, shortName, isActive }: Named): HTMLElement =>
  marked(typeof shortName === 'string' && shortName !== '' ? shortName : name, isActive);

/** What is gone from the organisation is marked, for eyes and ears. */
function marked(name: string, isActive: unknown): HTMLElement {
  return isActive === false ? element('span', { class: 'gone' }, nameOf(name), heard(' (inactive)')) : nameOf(name);
}

function lockSign(): Node {
  const sign = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  sign.setAttribute('viewBox', '0 0 12 14');
  sign.setAttribute('class', 'lock');
  sign.setAttribute('role', 'img');
  sign.setAttribute('aria-label', 'locked');
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  path.setAttribute('d', 'M3 6V4a3 3 0 0 1 6 0v2h1v7H2V6zm1.5 0h3V4a1.5 1.5 0 0 0-3 0z');
  path.setAttribute('fill', 'currentColor');
  path.setAttribute('fill-rule', 'evenodd');
  sign.append(path);
  return sign;
}
