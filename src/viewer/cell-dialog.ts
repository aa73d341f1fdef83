// The details of one lesson, with a link for each entity in it.

import type { GridCell } from '../client/belfry-client.ts';
import type { Kind } from './address.ts';
import { isPlaced, titleOf } from './cell-button.ts';
import { type Child, element, nameOf } from './element.ts';

export type LinkTo = (kind: Kind, entityId: string) => string;
type Linked = { name: string; entityId: string; isActive?: unknown };

/** A modal dialog. Focus returns to where it was when it closes. */
export function openCellDialog(cell: GridCell, dayLabel: string | null, linkTo: LinkTo): void {
  const rows: HTMLElement[] = [];
  const row = (term: string, ...content: Child[]) => {
    if (content.length > 0) rows.push(element('dt', {}, term), element('dd', {}, ...content));
  };
  const list = (term: string, kind: Kind, items: readonly Linked[]) =>
    row(
      term,
      ...items.map(({ name, entityId, isActive }) =>
        element(
          'span',
          { class: 'entry' },
          element('a', { href: linkTo(kind, entityId), click: () => dialog.close() }, nameOf(name)),
          isActive === false && element('span', { class: 'badge' }, 'inactive'),
        ),
      ),
    );
  const [unit] = cell.units;
  if (isPlaced(cell)) {
    const length = cell.units.length > 1 ? ` (${cell.units.length} periods)` : '';
    row('When', nameOf(dayLabel ?? ''), `, ${cell.startTime}–${cell.endTime}${length}`);
  } else row('When', `not scheduled (${cell.units.length === 1 ? '1 period' : `${cell.units.length} periods`})`);
  if (unit?.parallelGroupName) row('Parallel block', nameOf(unit.parallelGroupName));
  if (cell.groupName !== null) row('Group', nameOf(cell.groupName));
  list('Subject', 'subject', cell.subjects);
  list('Teacher', 'teacher', cell.teachers);
  list('Class', 'class', cell.classes);
  list('Room', 'room', cell.rooms);
  if (cell.locked) row('Locked', cell.lockReason === null ? 'Placed by hand' : nameOf(cell.lockReason));
  if (unit?.roomPickedBy === 'user') row('Room chosen', 'by hand');
  list(`Students (${cell.students.length})`, 'student', cell.students);

  const dialog: HTMLDialogElement = element(
    'dialog',
    {
      'aria-labelledby': 'lesson-title',
      close: () => dialog.remove(),
      click: (event) => event.target === dialog && dialog.close(),
    },
    element(
      'div',
      { class: 'dialog-body' },
      element(
        'div',
        { class: 'dialog-head' },
        element('h2', { id: 'lesson-title' }, nameOf(titleOf(cell))),
        element('button', { type: 'button', click: () => dialog.close() }, 'Close'),
      ),
      element('dl', {}, ...rows),
    ),
  );
  document.body.append(dialog);
  dialog.showModal();
}
