// The items of the chooser's list: a link for each entry, the groups of a class folded under it, and what has nothing to show
// folded at the end.

import { type Child, element, nameOf, visuallyHidden } from '../../ui/element.ts';
import { say } from '../say.ts';
import type { Entry } from './entries.ts';

/** A longer list would be hard to scan; a search finds the rest. */
const maxListed = 400;

/** The words for an entry with nothing to show, and for the number of such entries. */
export type FoldedWords = { one: 'noLessons' | 'noChanges'; all: 'withoutLessons' | 'withoutChanges' };

export type Listing = {
  /** The result of a search, which lists all kinds of entries, and folds none. */
  isSearch: boolean;
  /** It may change before the rest of a long list is shown. */
  shown: () => Entry | null;
  hrefOf: (entry: Entry) => string;
  folded: FoldedWords;
  /** Receives the link of each listed entry. */
  links: Map<Entry, HTMLElement>;
};

/** With the groups of each listed class, by the entityId of the class. */
type Drawing = Listing & { groups: ReadonlyMap<string, Entry[]> };

export function entryItems(listing: Listing, found: readonly Entry[]): HTMLElement[] {
  if (listing.isSearch) return limitedItems({ ...listing, groups: new Map() }, found);
  const empty = found.filter(({ hasContent }) => !hasContent);
  const full = found.filter(({ hasContent }) => hasContent);
  const drawing: Drawing = { ...listing, groups: groupsOf(full) };
  const items = limitedItems(
    drawing,
    full.filter(({ groupOf }) => groupOf === null || !drawing.groups.has(groupOf)),
  );
  if (empty.length === 0) return items;
  const summary = say(listing.folded.all, { count: empty.length });
  return [...items, element('li', {}, foldedList(drawing, empty, summary))];
}

/** The groups whose class is in the list too. */
function groupsOf(all: readonly Entry[]): Drawing['groups'] {
  const classes = new Set(all.map(({ kind, entityId }) => (kind === 'class' ? entityId : '')));
  const groups = new Map<string, Entry[]>();
  for (const entry of all)
    if (entry.groupOf !== null && classes.has(entry.groupOf))
      groups.set(entry.groupOf, [...(groups.get(entry.groupOf) ?? []), entry]);
  return groups;
}

/** The first entries, up to the shown one at least, and a button that shows the rest of a long list. */
function limitedItems(drawing: Drawing, listed: readonly Entry[]): HTMLElement[] {
  const shown = drawing.shown();
  const until = Math.max(maxListed, shown === null ? 0 : listed.indexOf(shown) + 1);
  const items = listed.slice(0, until).map((entry) => itemOf(drawing, entry));
  const rest = listed.slice(until);
  if (rest.length === 0) return items;
  const showRest = () => {
    const added = rest.map((entry) => itemOf(drawing, entry));
    more.replaceWith(...added);
    added[0]?.querySelector('a')?.focus();
  };
  const more = element(
    'li',
    {},
    element('button', { type: 'button', click: showRest }, say('showMore', { count: rest.length })),
  );
  return [...items, more];
}

function itemOf(drawing: Drawing, entry: Entry): HTMLElement {
  const { isSearch, shown, hrefOf, folded, links, groups } = drawing;
  const link = element(
    'a',
    { href: hrefOf(entry), 'aria-current': entry === shown() ? 'page' : null },
    nameOf(entry.name),
    isSearch && element('span', { class: 'quiet' }, say(entry.kind)),
    entry.detail !== '' && nameOf(entry.detail, { class: 'quiet' }),
    !entry.isActive && element('span', { class: 'badge' }, say('inactive')),
    isSearch && !entry.hasContent && element('span', { class: 'badge' }, say(folded.one)),
  );
  links.set(entry, link);
  const own = entry.kind === 'class' ? groups.get(entry.entityId) : undefined;
  const count = own && say('groupCount', { count: own.length });
  return element('li', {}, link, own && foldedList(drawing, own, visuallyHidden(`${entry.name} `), count));
}

/** A section that is closed unless the shown entry is in it. */
function foldedList(drawing: Drawing, inside: readonly Entry[], ...summary: Child[]): HTMLElement {
  return element(
    'details',
    { open: inside.some((entry) => entry === drawing.shown()) },
    element('summary', { class: 'quiet' }, ...summary),
    element('ul', {}, ...inside.map((entry) => itemOf(drawing, entry))),
  );
}
