// What a page offers besides its content: side by side where there is room, behind one button on a small screen.

import { type Child, element } from '../ui/element.ts';

/** The style sheet for phones has the same border. */
const hasRoom = matchMedia('(min-width: 40.01rem) and (min-height: 30.01rem)');

export type FoldedMenu = { root: HTMLDetailsElement; summary: HTMLElement };

/** @param popsUp the other way round: a list that opens over the page where there is room, and stands in a folded menu elsewhere */
export function foldedMenu(name: string, content: readonly Child[], popsUp = false): FoldedMenu {
  const summary = element('summary', {});
  const root = element('details', { class: `${popsUp ? '' : 'menu '}no-print ${name}` }, summary, ...content);
  const isFolded = () => hasRoom.matches === popsUp;
  const follow = () => {
    root.open = !isFolded();
  };
  hasRoom.addEventListener('change', follow);
  follow();
  root.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !isFolded()) return;
    root.open = false;
    summary.focus();
  });
  if (popsUp) {
    const leave = ({ type, target }: Event) => {
      const isWithin = target instanceof Node && root.contains(target);
      if (!isWithin || (type === 'click' && target instanceof HTMLAnchorElement)) follow();
    };
    root.addEventListener('toggle', () => {
      const change = root.open ? addEventListener : removeEventListener;
      change('click', leave);
      change('focusin', leave);
    });
  }
  return { root, summary };
}
