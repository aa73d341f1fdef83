// What changed between two versions of a timetable, for one class, teacher, room, student or subject: as a list, and in the
// grid.

import type { ResolvedTimetable } from '../../../client/belfry-client.ts';
import { changedEntities } from '../../../client/comparison/changed-entities.ts';
import { element, nameOf } from '../../ui/element.ts';
import { type Address, type EntityName, writeAddress } from '../address.ts';
import { chooserPage } from '../choose/chooser-page.ts';
import { type Entry, entriesOf, findEntry } from '../choose/entries.ts';
import { say } from '../say.ts';
import type { ShownPage } from '../shown-page.ts';
import { versionSelect } from '../version-select.ts';
import { type Compared, changesArticle } from './changes-article.ts';

type Place = Extract<Address, { page: 'changes' }>;

/** @param compared null where a timetable has a single version */
export function changesPage(compared: Compared | null, listHref: () => string): ShownPage<Place> {
  const back = element('a', { href: listHref() }, say('allTimetables'));
  if (compared === null) {
    const text = element('h1', { tabindex: '-1' }, say('onlyVersion'));
    return {
      root: element('main', { id: 'content', class: 'key-page' }, text, back),
      show: () => say('changes'),
      reveal: () => {},
    };
  }
  const { before, after, versions } = compared;
  const { groupId, name } = after.document;
  const entries = entriesOfBoth(before, after);
  let shown: EntityName | null = null;
  const here = (of: EntityName | null, from = before.document.id, to = after.document.id) =>
    writeAddress({ page: 'changes', groupId, before: from, after: to, of });
  const page = chooserPage(
    entries,
    ({ kind, entityId }) => here({ kind, entityId }),
    [
      element(
        'div',
        { class: 'version-line no-print' },
        back,
        element('strong', {}, nameOf(name)),
        labelled(
          say('earlier'),
          versionSelect(before.document, versions, (id) => location.assign(here(shown, id)), say('earlier')),
        ),
        labelled(
          say('later'),
          versionSelect(after.document, versions, (id) => location.assign(here(shown, undefined, id)), say('later')),
        ),
      ),
    ],
    { one: 'noChanges', all: 'withoutChanges' },
  );
  return {
    root: page.root,
    reveal: page.reveal,
    show({ of }) {
      const entry = of === null ? (entries.find(({ hasContent }) => hasContent) ?? entries[0]) : findEntry(entries, of);
      shown = entry ?? of;
      if (entry === undefined) {
        page.show(null, element('h1', { class: 'empty', tabindex: '-1' }, say('noSuchEntry')), say('noSuchEntry'));
        return say('changes');
      }
      page.show(entry, changesArticle(compared, entry, here), say('changesFor', { name: entry.name }));
      return `${say('changesFor', { name: entry.name })} · ${name}`;
    },
  };
}

/** A choice with a word before it, which is also its name for screen readers. */
const labelled = (text: string, choice: HTMLElement): HTMLElement =>
  element('span', { class: 'labelled' }, element('span', { class: 'quiet', 'aria-hidden': 'true' }, text), choice);

/** The entities of both versions, in the order of the later one. The list opens with those that have changes. */
function entriesOfBoth(before: ResolvedTimetable, after: ResolvedTimetable): Entry[] {
  const changed = changedEntities(before, after);
  const entries = entriesOf(after);
  const known = new Set(entries.map(({ kind, entityId }) => `${kind}/${entityId}`));
  for (const old of entriesOf(before)) if (!known.has(`${old.kind}/${old.entityId}`)) entries.push(old);
  return entries.map((entry) => ({ ...entry, hasContent: changed.has(entry.entityId) }));
}
