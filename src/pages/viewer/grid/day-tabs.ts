// On a phone one day fills the page: tabs for the days stay at the top, and a swipe or an arrow key changes the day. On
// wider screens all days are side by side, and the tabs are hidden.

import { element, nameOf } from '../../ui/element.ts';
import { say } from '../say.ts';

export type DayColumn = { label: string; column: HTMLElement };

/** @param first the index in `days` of the day that is shown first; @param swiped the element that responds to swipes */
export function dayTabs(days: readonly DayColumn[], first: number, swiped: HTMLElement): HTMLElement {
  let chosen = -1;
  const tabs = days.map(({ label }, index) =>
    element('button', { type: 'button', 'aria-pressed': 'false', click: () => choose(index) }, nameOf(label)),
  );
  const root = element('div', { class: 'day-tabs no-print', role: 'group', 'aria-label': say('days') }, ...tabs);

  function choose(index: number): void {
    const next = days[index];
    if (next === undefined) return;
    days[chosen]?.column.classList.remove('chosen');
    tabs[chosen]?.setAttribute('aria-pressed', 'false');
    chosen = index;
    next.column.classList.add('chosen');
    tabs[index]?.setAttribute('aria-pressed', 'true');
    reveal();
  }

  /** Scrolls only the tabs, never the page. */
  function reveal(): void {
    const tab = tabs[chosen];
    if (tab === undefined || root.clientWidth === 0) return;
    const { left, width } = tab.getBoundingClientRect();
    root.scrollLeft += left + width / 2 - root.getBoundingClientRect().left - root.clientWidth / 2;
  }
  // A tab may be chosen before the tabs are in the page, and a rotated phone has room for more of them.
  new ResizeObserver(reveal).observe(root);

  root.addEventListener('keydown', ({ key }) => {
    const step = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0;
    if (step === 0) return;
    choose(chosen + step * readingDirection(root));
    tabs[chosen]?.focus();
  });
  let from: Touch | undefined;
  swiped.addEventListener('touchstart', ({ touches: [finger, second], target }) => {
    // What begins on the tabs scrolls them.
    const isSwipe = second === undefined && target instanceof Node && !root.contains(target);
    from = isSwipe ? finger : undefined;
  });
  swiped.addEventListener('touchend', ({ changedTouches }) => {
    const to = changedTouches[0];
    if (from === undefined || to === undefined || root.clientWidth === 0) return;
    const [across, down] = [to.clientX - from.clientX, to.clientY - from.clientY];
    // Only a clearly horizontal movement is a swipe; everything else scrolls.
    if (Math.abs(across) > 60 && Math.abs(across) > 2 * Math.abs(down))
      choose(chosen - Math.sign(across) * readingDirection(root));
  });
  choose(first);
  return root;
}

const readingDirection = (within: HTMLElement): 1 | -1 => (getComputedStyle(within).direction === 'rtl' ? -1 : 1);
