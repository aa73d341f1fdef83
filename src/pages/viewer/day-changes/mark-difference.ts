// Marks a lesson in a grid with what is different about it: a word, and what was planned struck through beside what takes
// place. The look only helps.

import type { GridCell, PlacedCell } from '../../../client/belfry-client.ts';
import { differenceOf, type LessonDifference, type LessonList } from '../../../client/days/difference-of.ts';
import type { NamedEntity } from '../../../contract/types.generated.ts';
import { differenceInWords, struck } from '../../ui/days/difference-words.ts';
import { type Child, element } from '../../ui/element.ts';
import type { Kind } from '../address.ts';
import { isPlaced, sized } from '../grid/cell-button.ts';
import { say } from '../say.ts';

/** Null for a lesson that takes place as planned, and where nothing is known of the day. */
export const differenceOfCell = ({ dated, isOff }: PlacedCell): LessonDifference | null =>
  dated === undefined ? null : differenceOf(dated, isOff);

/** The line of a lesson that names each list. */
const lineOf: Record<LessonList, string> = {
  subjects: '.cell-title',
  teachers: '.teachers',
  classes: '.classes',
  rooms: '.rooms',
};

export function markDifference(button: HTMLElement, cell: GridCell, kind: Kind): void {
  const difference = isPlaced(cell) ? differenceOfCell(cell) : null;
  if (difference === null || !isPlaced(cell)) return;
  button.classList.add(difference.isOff ? 'former' : 'changed');
  const words = differenceInWords(difference, cell.dated?.date ?? 0, kind);
  button.querySelector('.cell-title')?.before(sized(element('span', { class: 'cell-line mark' }, words)));
  for (const list of listsOf(difference)) {
    const line = button.querySelector<HTMLElement>(lineOf[list]);
    const was = struck(difference.before[list], shortNameOf(list));
    if (line === null) button.append(sized(element('span', { class: 'cell-line' }, was)));
    else {
      line.append(' ', was);
      sized(line);
    }
  }
}

const listsOf = ({ before }: LessonDifference): LessonList[] =>
  (['subjects', 'teachers', 'classes', 'rooms'] as const).filter((list) => before[list].length > 0);

/** As lessons name them. */
const shortNameOf =
  (list: LessonList) =>
  ({ name, shortName }: NamedEntity): string =>
    list === 'rooms' || list === 'classes' ? shortName.trim() || name : name;

/** What the dialog of a lesson says: a term and its text each. */
export function differenceRows(cell: GridCell, kind: Kind): [string, Child[]][] {
  const difference = isPlaced(cell) ? differenceOfCell(cell) : null;
  if (difference === null || !isPlaced(cell)) return [];
  const planned = listsOf(difference).flatMap((list) => [...difference.before[list]]);
  return [
    [say('dayChange'), [differenceInWords(difference, cell.dated?.date ?? 0, kind)]],
    ...(planned.length === 0
      ? []
      : [[say('asPlanned'), [struck(planned, ({ name }) => name)]] satisfies [string, Child[]]]),
    ...(difference.text === null
      ? []
      : [
          [say('lessonRemark'), [element('span', { class: 'said', dir: 'auto' }, difference.text)]] satisfies [
            string,
            Child[],
          ],
        ]),
  ];
}
