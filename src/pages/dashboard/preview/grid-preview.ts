// A timetable as readers will see it: the week of one class, teacher, room, student or subject in the viewer's grid, and a choice of
// another. Days and periods with common names are in the reader's language, as in the viewer. It is loaded with the first preview.

import { gridFor } from '../../../client/grid/grid-for.ts';
import { resolveTimetable } from '../../../client/resolve-timetable.ts';
import type { Timetable } from '../../../contract/types.generated.ts';
import { element } from '../../ui/element.ts';
import { kinds } from '../../viewer/address.ts';
import { type Entry, entriesOf } from '../../viewer/choose/entries.ts';
import { inLanguageOfPage } from '../../viewer/dates/day-language.ts';
import { drawGrid } from '../../viewer/grid/draw-grid.ts';
import { addGridKeys } from '../../viewer/grid/grid-keys.ts';
import { unplacedList } from '../../viewer/grid/unplaced-list.ts';
import { say as sayInViewer } from '../../viewer/say.ts';
import { formField } from '../parts/form-field.ts';
import { say } from '../say.ts';

/** @param chosen the entry that was shown before, by kind and entityId. @param onChoice told the one that is chosen */
export async function gridPreview(
  document: Timetable,
  chosen: string | null,
  onChoice: (entry: string) => void,
): Promise<HTMLElement> {
  const timetable = resolveTimetable(await inLanguageOfPage(document));
  const entries = entriesOf(timetable);
  const first = entries.find((entry) => nameOfEntry(entry) === chosen) ?? entries.find(({ hasContent }) => hasContent);
  if (first === undefined) return element('p', { class: 'empty' }, sayInViewer('emptyTimetable'));
  const place = element('div');
  const select = element(
    'select',
    {
      id: 'shown-entry',
      change() {
        onChoice(select.value);
        draw(entries.find((entry) => nameOfEntry(entry) === select.value) ?? first);
      },
    },
    ...kinds.flatMap((kind) => {
      const own = entries.filter((entry) => entry.kind === kind && (entry.hasContent || entry === first));
      const options = own.map((entry) =>
        element('option', { value: nameOfEntry(entry), selected: entry === first, dir: 'auto' }, entry.title),
      );
      return own.length === 0 ? [] : [element('optgroup', { label: sayInViewer(`${kind}Many`) }, ...options)];
    }),
  );
  function draw(entry: Entry): void {
    const grid = gridFor(timetable, entry.selection);
    const shown = { weeks: grid.weeks, current: null, date: null };
    const { elements, tabsFor, draw: drawCell } = drawGrid(timetable, entry, shown, null);
    const root = element('div', { class: grid.weeks.length > 1 ? 'grid-page two-weeks' : 'grid-page' }, ...elements);
    if (grid.unplaced.length > 0) root.append(unplacedList(grid.unplaced, drawCell));
    elements[0]?.before(tabsFor(root));
    addGridKeys(root);
    place.replaceChildren(root);
  }
  draw(first);
  return element('div', { class: 'stack' }, formField(say('timetableOfWhom'), select), place);
}

const nameOfEntry = ({ kind, entityId }: Entry): string => `${kind} ${entityId}`;
