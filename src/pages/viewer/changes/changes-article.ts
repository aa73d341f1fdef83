// The changes of one entity: the list, and the grid of the later version with marks. Lessons that are gone or have moved
// are also shown where they were.

import type {
  ChangedCell,
  EntitySelection,
  GridCell,
  ResolvedTimetable,
  TimetableVersionSummary,
} from '../../../client/belfry-client.ts';
import { compareVersions } from '../../../client/comparison/compare-versions.ts';
import { gridOfChanges } from '../../../client/grid/grid-of-changes.ts';
import { csvOf } from '../../../csv.ts';
import { dayInWords } from '../../ui/date-words.ts';
import { element, nameOf } from '../../ui/element.ts';
import { phrase } from '../../ui/phrase.ts';
import type { EntityName } from '../address.ts';
import type { Entry } from '../choose/entries.ts';
import { namingOf } from '../choose/naming.ts';
import { todayNumber } from '../dates/dates.ts';
import { cellButton } from '../grid/cell-button.ts';
import { openCellDialog } from '../grid/cell-dialog.ts';
import { coloursOf } from '../grid/colours-of.ts';
import { drawnWeeks } from '../grid/drawn-weeks.ts';
import { addGridKeys } from '../grid/grid-keys.ts';
import { csvFile, download } from '../saving/download.ts';
import { changeTable } from '../saving/lesson-table.ts';
import { say } from '../say.ts';
import { labelOf } from '../versions-page.ts';
import { changeList } from './change-list.ts';
import { markOf } from './lesson-words.ts';

export type Compared = {
  before: ResolvedTimetable;
  after: ResolvedTimetable;
  /** All versions of the timetable. */
  versions: readonly TimetableVersionSummary[];
};

/** @param hrefOf the URL of the changes of another entity */
export function changesArticle(
  { before, after }: Compared,
  entry: Entry,
  hrefOf: (of: EntityName) => string,
): HTMLElement {
  const comparison = compareVersions(before, after, entityOf(entry));
  const weeks = gridOfChanges(comparison);
  const drawn = new Map<GridCell, { label: string; cell: ChangedCell }>();
  for (const { label, blocks } of weeks.flatMap(({ days }) => days))
    for (const cell of blocks.flatMap(({ cells }) => cells)) drawn.set(cell, { label, cell });
  const [naming, colourOf] = [namingOf(after), coloursOf(after)];
  const draw = (cell: GridCell): HTMLElement => {
    const { label = null, cell: changed } = drawn.get(cell) ?? {};
    const button = cellButton(cell, { kind: entry.kind, naming, color: colourOf(cell.subjects) }, () =>
      openCellDialog(cell, label, naming, (kind, entityId) => hrefOf({ kind, entityId })),
    );
    if (changed?.change) {
      button.classList.add(changed.isFormer ? 'former' : 'changed');
      button.prepend(element('span', { class: 'cell-line mark' }, ...markOf(changed.change, changed.isFormer)));
    }
    return button;
  };
  const { elements, tabsFor } = drawnWeeks(after, weeks, draw, null, ({ blocks }) =>
    blocks.some(({ cells }) => cells.some((cell) => drawn.get(cell)?.cell.change)),
  );
  const saveTable = () =>
    download(
      csvFile(csvOf(changeTable(before, after, comparison.changes))),
      `${entry.name} · ${after.document.name} · ${labelOf(before.document)} – ${labelOf(after.document)}`,
      'csv',
    );
  const root = element(
    'article',
    { class: weeks.length > 1 ? 'grid-page changes-page two-weeks' : 'grid-page changes-page' },
    element(
      'div',
      { class: 'page-head' },
      element('h1', { tabindex: '-1' }, ...phrase('changesFor', { name: nameOf(entry.title) })),
      element(
        'span',
        { class: 'quiet' },
        nameOf(after.document.name),
        ' · ',
        ...phrase('comparedWith', {
          later: nameOf(labelOf(after.document)),
          earlier: nameOf(labelOf(before.document)),
        }),
      ),
      element(
        'span',
        { class: 'actions no-print' },
        element('button', { type: 'button', click: () => print() }, say('print')),
        comparison.changes.length > 0 && element('button', { type: 'button', click: saveTable }, say('saveTable')),
      ),
    ),
    comparison.changes.length === 0 && element('p', { class: 'empty' }, say('nothingChanged')),
    ...changeList(comparison.changes, entry.kind, naming),
    ...elements,
    element('p', { class: 'print-only quiet' }, say('printed', { day: dayInWords(todayNumber()) })),
  );
  elements[0]?.before(tabsFor(root));
  addGridKeys(root);
  return root;
}

function entityOf({ kind, entityId, groupOf }: Entry): EntitySelection {
  switch (kind) {
    case 'class':
      return { class: entityId, ...(groupOf === null ? {} : { groupOf }) };
    case 'teacher':
      return { teacher: entityId };
    case 'room':
      return { room: entityId };
    case 'student':
      return { student: entityId };
    case 'subject':
      return { subject: entityId };
  }
}
