// The details of one lesson, with a link for each entity in it.

import type { GridCell } from '../../../client/belfry-client.ts';
import { spanInWords } from '../../ui/date-words.ts';
import { type Child, element, nameOf } from '../../ui/element.ts';
import { openDialog } from '../../ui/open-dialog.ts';
import type { Kind } from '../address.ts';
import type { Naming } from '../choose/naming.ts';
import { differenceRows } from '../day-changes/mark-difference.ts';
import { say } from '../say.ts';
import { isPlaced, titleOf } from './cell-button.ts';

/** Null where a page shows one grid only, and names are no links. */
export type LinkTo = ((kind: Kind, entityId: string) => string) | null;
type Linked = { localId: string; name: string; entityId: string; isActive?: unknown };

/** A modal dialog. Focus returns to where it was when it closes. @param of whose lessons the grid shows */
export function openCellDialog(
  cell: GridCell,
  dayLabel: string | null,
  { distinct }: Naming,
  linkTo: LinkTo,
  of: Kind = 'class',
): void {
  const rows: HTMLElement[] = [];
  const row = (term: string, ...content: Child[]) => {
    if (content.length > 0) rows.push(element('dt', {}, term), element('dd', {}, ...content));
  };
  const list = (term: string, kind: Kind, items: readonly Linked[]) =>
    row(
      term,
      ...items.map(({ localId, name, entityId, isActive }) =>
        element(
          'span',
          { class: 'entry' },
          linkTo === null || localId === ''
            ? nameOf(distinct({ localId, name }))
            : element(
                'a',
                { href: linkTo(kind, entityId), click: () => dialog.close() },
                nameOf(distinct({ localId, name })),
              ),
          isActive === false && element('span', { class: 'badge' }, say('inactive')),
        ),
      ),
    );
  const [unit] = cell.units;
  const periods = say('periods', { count: cell.units.length });
  if (isPlaced(cell)) {
    const length = cell.units.length > 1 ? ` (${periods})` : '';
    row(say('when'), nameOf(dayLabel ?? ''), ' ', `${spanInWords(cell)}${length}`);
  } else row(say('when'), say('unscheduled', { periods }));
  if (unit?.parallelGroupName) row(say('parallelBlock'), nameOf(unit.parallelGroupName));
  if (cell.groupName !== null) row(say('group'), nameOf(cell.groupName));
  list(say('subject'), 'subject', cell.subjects);
  list(say('teacher'), 'teacher', cell.teachers);
  list(say('class'), 'class', cell.classes);
  list(say('room'), 'room', cell.rooms);
  for (const [term, content] of differenceRows(cell, of)) row(term, ...content);
  if (cell.locked) row(say('lockedTerm'), cell.lockReason === null ? say('lockedByHand') : nameOf(cell.lockReason));
  if (unit?.roomPickedBy === 'user') row(say('roomChosen'), say('byHand'));
  list(say('studentCount', { count: cell.students.length }), 'student', cell.students);

  const dialog = openDialog(nameOf(titleOf(cell)), element('dl', {}, ...rows));
}
