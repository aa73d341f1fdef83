// The list beside the grid: one kind at a time, or everything that a search finds. It stays while grids change, so that
// going through all classes is one key press each.

import type { Kind } from './address.ts';
import { kinds } from './address.ts';
import { element, nameOf } from './element.ts';
import { type Entry, kindNames, search } from './people.ts';

export type Chooser = {
  root: HTMLElement;
  /** Marks the entry whose grid is shown, and lists its kind. */
  show(entry: Entry | null): void;
};

/** More than this would be a wall; a search finds the rest. */
const mostListed = 400;

/** @param hrefOf the address of an entry's grid */
export function chooser(entries: readonly Entry[], hrefOf: (entry: Entry) => string): Chooser {
  const offered = kinds.filter((kind) => entries.some((entry) => entry.kind === kind));
  let kind: Kind = offered[0] ?? 'class';
  let shown: Entry | null = null;
  /** Of the entries that are listed now. */
  const links = new Map<Entry, HTMLElement>();

  const input = element('input', {
    id: 'search',
    type: 'search',
    autocomplete: 'off',
    spellcheck: 'false',
    placeholder: 'Search all',
    'aria-controls': 'results',
    input: () => list(),
    keydown: (event) => onKey(event),
  });
  const tabs = offered.map((each) =>
    element('button', { type: 'button', 'aria-pressed': 'false', click: () => choose(each) }, kindNames[each].many),
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
    const query = input.value.trim();
    const found = query === '' ? entries.filter((entry) => entry.kind === kind) : search(entries, query);
    offered.forEach((each, index) => {
      tabs[index]?.setAttribute('aria-pressed', String(query === '' && each === kind));
    });
    results.replaceChildren(...found.slice(0, mostListed).map((entry) => item(entry, query !== '')));
    const left = found.length - mostListed;
    count.textContent =
      query === ''
        ? left > 0
          ? `${left} more: search for them`
          : ''
        : found.length === 0
          ? 'Nothing found'
          : `${found.length} found`;
  }

  function item(entry: Entry, withKind: boolean): HTMLElement {
    const detail = [withKind ? kindNames[entry.kind].one : '', entry.detail].filter(Boolean).join(' · ');
    const link = element(
      'a',
      { href: hrefOf(entry), 'aria-current': entry === shown ? 'page' : null },
      nameOf(entry.name),
      detail !== '' && nameOf(detail, { class: 'quiet' }),
      !entry.isActive && element('span', { class: 'badge' }, 'inactive'),
    );
    links.set(entry, link);
    return element('li', {}, link);
  }

  /** Arrow keys go from the field into the list and up and down in it; Escape clears the search. */
  function onKey(event: Event): void {
    if (!(event instanceof KeyboardEvent)) return;
    const all = [...results.querySelectorAll('a')];
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
      element('label', { for: 'search', class: 'heard' }, 'Search classes, teachers, rooms, students and subjects'),
      input,
      element('div', { class: 'tabs', role: 'group', 'aria-label': 'Kinds' }, ...tabs),
      count,
      results,
    ),
    show(entry) {
      shown = entry;
      // A list that was searched stays, so that the next hit is one step away.
      const listed = entry === null || entry.kind === kind || input.value.trim() !== '';
      if (entry !== null) kind = entry.kind;
      if (!listed || results.childElementCount === 0) list();
      results.querySelector('[aria-current]')?.removeAttribute('aria-current');
      const link = entry === null ? undefined : links.get(entry);
      link?.setAttribute('aria-current', 'page');
      link?.scrollIntoView({ block: 'nearest' });
    },
  };
}
