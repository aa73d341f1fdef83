// The lessons of a grid that have no time.

import type { GridCell } from '../../../client/belfry-client.ts';
import { element } from '../../ui/element.ts';
import { say } from '../say.ts';

export function unplacedList(cells: readonly GridCell[], draw: (cell: GridCell) => HTMLElement): HTMLElement {
  return element(
    'section',
    { class: 'unplaced', 'aria-labelledby': 'unplaced' },
    element('h2', { id: 'unplaced' }, say('notScheduled', { count: cells.length })),
    element('ul', {}, ...cells.map((cell) => element('li', {}, draw(cell)))),
  );
}
