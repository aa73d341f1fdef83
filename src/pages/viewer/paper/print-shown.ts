// Whatever prints a grid, be it the browser's own menu, prints the sheets of what is shown: a screen that is laid out anew has no
// room for many lessons at one time.

import { element } from '../../ui/element.ts';
import { loadLazyWords } from '../load-lazy-words.ts';
import { loadStyle } from '../load-style.ts';
import { type OnPaper, sheetsOf } from './print-sheet.ts';

await loadStyle('/paper.css');

let shown: { root: HTMLElement; paper: readonly OnPaper[] } | null = null;
const sheets = element('div', { class: 'sheets' });

/** @param root what is on the screen while this is what is printed */
export function printShown(root: HTMLElement, paper: readonly OnPaper[]): void {
  shown = { root, paper };
  // In the language of the page, which the reader may have changed.
  loadLazyWords().catch(() => {});
}

addEventListener('beforeprint', () => {
  const main = shown?.root.isConnected ? shown.root.closest('main') : null;
  if (shown === null || !main) return;
  sheets.replaceChildren(...shown.paper.flatMap((each) => sheetsOf(each, 'A4')));
  main.append(sheets);
});
addEventListener('afterprint', () => sheets.remove());
