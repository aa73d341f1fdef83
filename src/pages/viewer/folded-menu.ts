// What a page offers besides its content: side by side where there is room, behind one button on a small screen.

import { type Child, element } from '../ui/element.ts';

/** The style sheet for phones has the same border. */
const hasRoom = matchMedia('(min-width: 40.01rem) and (min-height: 30.01rem)');

export type FoldedMenu = { root: HTMLDetailsElement; summary: HTMLElement };

export function foldedMenu(name: string, content: readonly Child[]): FoldedMenu {
  const summary = element('summary', {});
  const root = element('details', { class: `menu no-print ${name}` }, summary, ...content);
  const follow = () => {
    root.open = hasRoom.matches;
  };
  hasRoom.addEventListener('change', follow);
  follow();
  root.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || hasRoom.matches) return;
    root.open = false;
    summary.focus();
  });
  return { root, summary };
}
