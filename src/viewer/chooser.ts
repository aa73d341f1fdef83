// The list beside the grid: one kind of entity at a time, or all matches of a search. It is not redrawn when the grid changes,
// so that it keeps its focus and one key press moves from class to class.

import type { Kind } from './address.ts';
import { kinds } from './address.ts';
import { type Child, element, nameOf, visuallyHidden } from './element.ts';
import { type Entry, search } from './entries.ts';
import { say } from './say.ts';

export type Chooser = {
  root: HTMLElement;
  /** Scrolls to the marked entry. The list must be in the page. */
  reveal(): void;
  /** Marks the entry whose grid is shown, and lists its kind. */
  show(entry: Entry | null): void;
};

/** A longer list would be hard to scan; a search finds the rest. */
const maxListed = 400;

/** The words for an entry with nothing to show, and for the number of such entries. */
export type FoldedWords = { one: 'noLessons' | 'noChanges'; all: 'withoutLessons' | 'withoutChanges' };

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
  /** The groups of the classes that are currently listed, by the entityId of the class. */
  const groups = new Map<string, Entry[]>();

  const input = element('input', {
    id: 'search',
    type: 'search',
    autocomplete: 'off',
    spellcheck: 'false',
    placeholder: say('searchAll'),
    'aria-controls': 'results',
    input: () => list(),
    keydown: (event) => onKey(event),
  });
  const tabs = offered.map((each) =>
    element('button', { type: 'button', 'aria-pressed': 'false', click: () => choose(each) }, say(`${each}Many`)),
  );
  const results = element('ul', { id: 'results', keydown: (event) => onKey(event) });
  const count = element('p', { class: 'quiet count', role: 'status' });

  function choose(next: Kind): void {
    kind = next;
    input.value = '';
    list();
  }

  function list(): void {
    links.clear();
    groups.clear();
    const query = input.value.trim();
    const found = query === '' ? entries.filter((entry) => entry.kind === kind) : search(entries, query);
    offered.forEach((each, index) => {
      tabs[index]?.setAttribute('aria-pressed', String(query === '' && each === kind));
    });
    const listed = query === '' ? foldGroups(found.filter(({ hasContent }) => hasContent)) : found;
    const until = Math.max(maxListed, shown === null ? 0 : listed.indexOf(shown) + 1);
    const items = listed.slice(0, until).map((entry) => item(entry, query !== ''));
    const rest = listed.slice(until);
    results.replaceChildren(...items, ...(rest.length > 0 ? [moreItem(rest, query !== '')] : []));
    const empty = query === '' ? found.filter(({ hasContent }) => !hasContent) : [];
    if (empty.length > 0) results.append(emptyItem(empty));
    count.textContent =
      query === '' ? '' : found.length === 0 ? say('nothingFound') : say('found', { count: found.length });
  }

  /** Leaves out the groups whose class is in the list, and puts them under it. */
  function foldGroups(all: readonly Entry[]): Entry[] {
    const listed = new Set(all.map(({ kind, entityId }) => (kind === 'class' ? entityId : '')));
    return all.filter((entry) => {
      const { groupOf } = entry;
      if (groupOf === null || !listed.has(groupOf)) return true;
      groups.set(groupOf, [...(groups.get(groupOf) ?? []), entry]);
      return false;
    });
  }

  /** A button that shows the rest of a long list. */
  function moreItem(rest: readonly Entry[], withKind: boolean): HTMLElement {
    const made = element(
      'li',
      {},
      element(
        'button',
        {
          type: 'button',
          click: () => {
            const items = rest.map((entry) => item(entry, withKind));
            made.replaceWith(...items);
            items[0]?.querySelector('a')?.focus();
          },
        },
        say('showMore', { count: rest.length }),
      ),
    );
    return made;
  }

  /** Entries with nothing to show, such as unused rooms, are listed in a closed section. */
  function emptyItem(empty: readonly Entry[]): HTMLElement {
    return element('li', {}, foldedList(empty, say(folded.all, { count: empty.length })));
  }

  function foldedList(inside: readonly Entry[], ...summary: Child[]): HTMLElement {
    return element(
      'details',
      { open: shown !== null && inside.includes(shown) },
      element('summary', { class: 'quiet' }, ...summary),
      element('ul', {}, ...inside.map((entry) => item(entry, false))),
    );
  }

  function item(entry: Entry, withKind: boolean): HTMLElement {
    const link = element(
      'a',
      { href: hrefOf(entry), 'aria-current': entry === shown ? 'page' : null },
      nameOf(entry.name),
      withKind && element('span', { class: 'quiet' }, say(entry.kind)),
      entry.detail !== '' && nameOf(entry.detail, { class: 'quiet' }),
      !entry.isActive && element('span', { class: 'badge' }, say('inactive')),
      withKind && !entry.hasContent && element('span', { class: 'badge' }, say(folded.one)),
    );
    links.set(entry, link);
    const own = entry.kind === 'class' ? groups.get(entry.entityId) : undefined;
    return element(
      'li',
      {},
      link,
      own && foldedList(own, visuallyHidden(`${entry.name} `), say('groupCount', { count: own.length })),
    );
  }

  /** Arrow keys move from the field into the list and within it; Escape clears the search. */
  function onKey(event: Event): void {
    if (!(event instanceof KeyboardEvent)) return;
    const all = [...results.querySelectorAll('a')].filter((link) => link.checkVisibility());
    const at = document.activeElement instanceof HTMLAnchorElement ? all.indexOf(document.activeElement) : -1;
    if (event.key === 'ArrowDown') (all[at + 1] ?? all.at(-1))?.focus();
    else if (event.key === 'ArrowUp') (at <= 0 ? input : all[at - 1])?.focus();
    else if (event.key === 'Enter' && at === -1 && input.value.trim() !== '') all[0]?.click();
    else if (event.key === 'Escape' && input.value !== '') {
      choose(kind);
      input.focus();
    } else return;
    event.preventDefault();
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
      results.querySelector('[aria-current]')?.removeAttribute('aria-current');
      const link = entry === null ? undefined : links.get(entry);
      link?.setAttribute('aria-current', 'page');
      const fold = link?.closest<HTMLDetailsElement>('#results details');
      if (fold) fold.open = true;
      this.reveal();
    },
    reveal() {
      const link = shown === null ? undefined : links.get(shown);
      if (link === undefined || results.clientHeight === 0) return;
      const { top, bottom } = link.getBoundingClientRect();
      const frame = results.getBoundingClientRect();
      // Scrolls only the list, never the page, and only if the entry is out of view.
      if (top < frame.top || bottom > frame.bottom) results.scrollTop += top - frame.top - results.clientHeight / 2;
    },
  };
}
