// Chooses days in the months: by pressing one, by dragging over several, or by the arrow keys, with Shift for several. A finger
// scrolls the page and does not drag, so it presses a day.

import { addDays, addMonths, firstOfMonth } from '../../../calendar/time/day.ts';
import type { Days } from './change-days.ts';

/** @param choose is called with the days, and with whether it was one that was pressed alone */
export function chooseDays(months: HTMLElement, today: number, choose: (days: Days, isAlone: boolean) => void): void {
  const cells = new Map<number, HTMLElement>();
  for (const table of months.querySelectorAll('table')) {
    table.setAttribute('role', 'grid');
    table.setAttribute('aria-multiselectable', 'true');
  }
  for (const cell of months.querySelectorAll<HTMLElement>('td[data-date]')) {
    cells.set(Number(cell.dataset['date']), cell);
    cell.tabIndex = -1;
    cell.setAttribute('aria-selected', 'false');
  }
  const [first] = cells.keys();
  /** Where the choice began, and where it has got to. */
  let [from, to] = [0, 0];
  let isDragging = false;

  const dayOf = ({ target }: Event): number | null => {
    const cell = target instanceof Element ? target.closest<HTMLElement>('td[data-date]') : null;
    return cell === null ? null : Number(cell.dataset['date']);
  };
  function mark(start: number, end: number): void {
    const [low, high] = [Math.min(start, end), Math.max(start, end)];
    for (const [date, cell] of cells) {
      const isChosen = low <= date && date <= high;
      if ((cell.getAttribute('aria-selected') === 'true') !== isChosen)
        cell.setAttribute('aria-selected', String(isChosen));
    }
    cells.get(to)?.setAttribute('tabindex', '-1');
    [from, to] = [start, end];
    cells.get(to)?.setAttribute('tabindex', '0');
  }
  const finish = (isAlone: boolean) => choose({ first: Math.min(from, to), last: Math.max(from, to) }, isAlone);

  months.addEventListener('pointerdown', (event) => {
    const date = dayOf(event);
    if (date === null || event.button !== 0 || event.pointerType === 'touch') return;
    isDragging = true;
    mark(date, date);
  });
  months.addEventListener('pointerover', (event) => {
    const date = dayOf(event);
    // Without a button, it was let go elsewhere.
    if (event.buttons === 0) isDragging = false;
    if (isDragging && date !== null) mark(from, date);
  });
  months.addEventListener('pointerup', () => {
    if (isDragging && from !== to) finish(false);
    isDragging = false;
  });
  // After a drag, no single day is clicked.
  months.addEventListener('click', (event) => {
    const date = dayOf(event);
    if (date === null) return;
    mark(date, date);
    finish(true);
  });
  months.addEventListener('keydown', (event) => {
    const date = dayOf(event);
    if (date === null || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      if (from === 0 || to !== date) mark(date, date);
      return finish(from === to);
    }
    const next = dayAfter(event.key, date);
    const cell = next === null ? undefined : cells.get(next);
    if (next === null || cell === undefined) return;
    event.preventDefault();
    mark(event.shiftKey && from !== 0 ? from : next, next);
    cell.focus();
  });
  months.addEventListener('focusin', (event) => {
    const date = dayOf(event);
    if (date !== null && (from === 0 || (date !== to && !isDragging))) mark(date, date);
  });
  const begin = cells.get(today) ?? cells.get(first ?? 0);
  begin?.setAttribute('tabindex', '0');
}

/** The day that a key leads to; null for other keys. */
function dayAfter(key: string, date: number): number | null {
  const forward = document.documentElement.dir === 'rtl' ? -1 : 1;
  if (key === 'ArrowRight') return addDays(date, forward);
  if (key === 'ArrowLeft') return addDays(date, -forward);
  if (key === 'ArrowDown') return addDays(date, 7);
  if (key === 'ArrowUp') return addDays(date, -7);
  if (key === 'PageDown' || key === 'PageUp') {
    const month = addMonths(firstOfMonth(date), key === 'PageDown' ? 1 : -1);
    const last = addDays(addMonths(month, 1), -1);
    return Math.min(month + (date % 100) - 1, last);
  }
  return null;
}

export const cellOf = (months: ParentNode, date: number): HTMLElement | null =>
  months.querySelector<HTMLElement>(`td[data-date="${date}"]`);
