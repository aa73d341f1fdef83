// A page with a list to choose from beside what was chosen. On a small screen the list is folded.

import { type Child, element } from '../../ui/element.ts';
import { say } from '../say.ts';
import { chooser } from './chooser.ts';
import type { Entry } from './entries.ts';
import type { FoldedWords } from './entry-items.ts';

export type ChooserPage = {
  root: HTMLElement;
  /** Scrolls the list to the chosen entry. The page must be in the document. */
  reveal(): void;
  /**
   * Marks an entry in the list and shows what belongs to it.
   * @param said to screen readers
   */
  show(entry: Entry | null, content: HTMLElement, said: string): void;
};

/** @param hrefOf returns the URL that chooses an entry */
export function chooserPage(
  entries: readonly Entry[],
  hrefOf: (entry: Entry) => string,
  above: readonly Child[],
  folded?: FoldedWords,
): ChooserPage {
  const list = chooser(entries, hrefOf, folded);
  const fold = element('details', { class: 'fold no-print' }, element('summary', {}, say('chooseAnother')), list.root);
  const wide = matchMedia('(min-width: 64rem)');
  const follow = () => {
    fold.open = wide.matches;
  };
  wide.addEventListener('change', follow);
  follow();
  fold.addEventListener('toggle', () => list.reveal());
  const place = element('div', { class: 'grid-place' });
  const status = element('p', { class: 'visually-hidden', role: 'status' });
  return {
    root: element(
      'main',
      { id: 'content', class: 'timetable-page' },
      ...above,
      element('div', { class: 'split' }, fold, place),
      status,
    ),
    reveal: list.reveal,
    show(entry, content, said) {
      list.show(entry);
      const staysInList = list.root.contains(document.activeElement);
      place.replaceChildren(content);
      if (place.isConnected && !(staysInList && fold.open && wide.matches)) content.querySelector('h1')?.focus();
      if (!wide.matches && entry !== null) fold.open = false;
      status.textContent = said;
    },
  };
}
