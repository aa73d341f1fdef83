// The list beside the grid: one kind of entity at a time, or all matches of a search. It is not redrawn when the grid changes,
// so that it keeps its focus and one key press moves from class to class.

import { element } from '../../ui/element.ts';
import type { Kind } from '../address.ts';
import { kinds } from '../address.ts';
import { say } from '../say.ts';
import { type Entry, search } from './entries.ts';
import { entryItems, type FoldedWords } from './entry-items.ts';

export type Chooser = {
  root: HTMLElement;
  /** Scrolls to the marked entry. The list must be in the page. */
  reveal(): void;
  /** Marks the entry whose grid is shown, and lists its kind. */
  show(entry: Entry | null): void;
};

/** @param hrefOf returns the URL of an entry's grid */
export function chooser(
  entries: readonly Entry[],
  hrefOf: (entry: Entry) => string,
  folded: FoldedWords = { one: 'noLessons', all: 'withoutLessons' },
): Chooser {
  const offered = kinds.filter((kind) => entries.some((entry) => entry.kind === kind));
  let kind: Kind = offered[0] ?? 'class';
  let shown: Entry | null = null;
  /** The links of the entries that are currently listed. */
  const links = new Map<Entry, HTMLElement>();

  const keydown = (event: Event): void => moveFocus(event, input, results, () => choose(kind));
  const input = element('input', {
    id: 'search',
    type: 'search',
    autocomplete: 'off',
    spellcheck: 'false',
    placeholder: say('searchAll'),
    'aria-controls': 'results',
    input: () => list(),
    keydown,
  });
  const tabs = offered.map((each) =>
    element('button', { type: 'button', 'aria-pressed': 'false', click: () => choose(each) }, say(`${each}Many`)),
  );
  const results = element('ul', { id: 'results', keydown });
  const count = element('p', { class: 'quiet count', role: 'status' });

  function choose(next: Kind): void {
    kind = next;
    input.value = '';
    list();
  }

  function list(): void {
    const query = input.value.trim();
    const isSearch = query !== '';
    const found = isSearch ? search(entries, query) : entries.filter((entry) => entry.kind === kind);
    offered.forEach((each, index) => {
      tabs[index]?.setAttribute('aria-pressed', String(!isSearch && each === kind));
    });
    links.clear();
    results.replaceChildren(...entryItems({ isSearch, shown: () => shown, hrefOf, folded, links }, found));
    count.textContent = isSearch ? countFound(found.length) : '';
  }

  return {
    root: element(
      'search',
      { class: 'chooser' },
      element('label', { for: 'search', class: 'visually-hidden' }, say('searchLabel')),
      input,
      element('div', { class: 'tabs', role: 'group', 'aria-label': say('kinds') }, ...tabs),
      count,
      results,
    ),
    show(entry) {
      shown = entry;
      // The search results stay, so that the next one is a single step away.
      const isSearched = input.value.trim() !== '';
      const isListed = isSearched || entry === null || (entry.kind === kind && links.has(entry));
      if (entry !== null) kind = entry.kind;
      if (!isListed || results.childElementCount === 0) list();
      // Where a link leads may depend on what is chosen.
      for (const [each, link] of links) link.setAttribute('href', hrefOf(each));
      mark(entry === null ? undefined : links.get(entry), results);
      this.reveal();
    },
    reveal() {
      const link = shown === null ? undefined : links.get(shown);
      if (link !== undefined && results.clientHeight > 0) scrollTo(link, results);
    },
  };
}

const countFound = (count: number): string => (count === 0 ? say('nothingFound') : say('found', { count }));

/** Arrow keys move from the field into the list and within it; Escape clears the search. */
function moveFocus(event: Event, input: HTMLInputElement, results: HTMLElement, clear: () => void): void {
  if (!(event instanceof KeyboardEvent)) return;
  const all = [...results.querySelectorAll('a')].filter((link) => link.checkVisibility());
  const at = document.activeElement instanceof HTMLAnchorElement ? all.indexOf(document.activeElement) : -1;
  if (event.key === 'ArrowDown') (all[at + 1] ?? all.at(-1))?.focus();
  else if (event.key === 'ArrowUp') (at <= 0 ? input : all[at - 1])?.focus();
  else if (event.key === 'Enter' && at === -1 && input.value.trim() !== '') all[0]?.click();
  else if (event.key === 'Escape' && input.value !== '') {
    clear();
    input.focus();
  } else return;
  event.preventDefault();
}

/** Marks this link alone, and opens the section that it is in. */
function mark(link: HTMLElement | undefined, results: HTMLElement): void {
  results.querySelector('[aria-current]')?.removeAttribute('aria-current');
  link?.setAttribute('aria-current', 'page');
  const fold = link?.closest<HTMLDetailsElement>('#results details');
  if (fold) fold.open = true;
}

/** Scrolls only the list, never the page, and only if the link is out of view. */
function scrollTo(link: HTMLElement, results: HTMLElement): void {
  const { top, bottom } = link.getBoundingClientRect();
  const frame = results.getBoundingClientRect();
  if (top < frame.top || bottom > frame.bottom) results.scrollTop += top - frame.top - results.clientHeight / 2;
}
