// The links of an organisation, each of which shows one class, teacher, room or student to whoever has it: searched by name, and
// revoked alone or many at once.

import { element } from '../../ui/element.ts';
import type { Link } from '../answers.ts';
import { type LiveList, liveList } from '../live/live-list.ts';
import type { OrganisationPart } from '../organisations/organisation-part.ts';
import { emptyNote } from '../parts/empty-note.ts';
import { checkField, formField } from '../parts/form-field.ts';
import { announce } from '../parts/outcome-line.ts';
import { say } from '../say.ts';
import { linkItem } from './link-item.ts';
import { newLinks } from './new-links.ts';
import { readAllLinks, revokeMany } from './revoke-many.ts';

/** Milliseconds after the last key. */
const typingPause = 250;

export const linksPart: OrganisationPart = async (of) => {
  const shown = element('div', { class: 'stack' });
  const chosen = new Map<string, Link>();
  let typing: ReturnType<typeof setTimeout> | undefined;
  const restart = () => {
    chosen.clear();
    follow();
    return list.restart();
  };
  const search = element('input', {
    ...{ id: 'links-search', type: 'search', autocomplete: 'off', dir: 'auto', maxlength: '200' },
    input() {
      clearTimeout(typing);
      typing = setTimeout(() => void restart(), typingPause);
    },
  });
  const active = element('input', { id: 'links-active', type: 'checkbox', change: () => void restart() });
  const found = (onlyActive: boolean) =>
    `${of.path}/links?order=name&active=${onlyActive}&search=${encodeURIComponent(search.value.trim())}`;
  const choose = (link: Link, isChosen: boolean) => {
    if (isChosen) chosen.set(link.linkId, link);
    else chosen.delete(link.linkId);
    follow();
  };
  const list: LiveList = liveList<'listLinks'>(
    () => found(active.checked),
    (links) => {
      // Nothing is found, so nothing can be revoked.
      ofFound.hidden = links.length === 0;
      if (links.length === 0)
        return [
          search.value.trim() === ''
            ? emptyNote('noLinks', of.desk.mayChange && say('noLinksNext'))
            : emptyNote('nothingFound', say('nothingFoundNext')),
        ];
      const items = links.map((link) =>
        linkItem(link, of, list.refresh, { isChosen: chosen.has(link.linkId), choose }),
      );
      return [element('ul', { class: 'cards' }, ...items)];
    },
  );
  const revoke = (links: readonly Link[]) => revokeMany(of.path, links, () => void restart());
  const ofChosen = element('button', {
    ...{ type: 'button', id: 'revoke-chosen', class: 'danger' },
    click: () => revoke([...chosen.values()]),
  });
  const ofFound = element(
    'button',
    {
      ...{ type: 'button', id: 'revoke-found', class: 'danger' },
      async click() {
        announce(say('working'));
        const links = await readAllLinks(found(true));
        announce(links === null ? say('noAnswer') : links.length === 0 ? say('noLinks') : '');
        if (links !== null && links.length > 0) revoke(links);
      },
    },
    say('revokeFound'),
  );
  const follow = () => {
    ofChosen.hidden = chosen.size === 0;
    ofChosen.textContent = say('revokeChosen', { count: chosen.size });
  };
  follow();
  await list.refresh();
  const listed = element(
    'div',
    { class: 'no-print stack' },
    of.desk.mayChange && formField(say('search'), search, say('searchLinksHint')),
    of.desk.mayChange && checkField(say('onlyActive'), active),
    of.desk.mayChange && element('p', { class: 'buttons' }, ofChosen, ofFound),
    list.root,
  );
  return {
    root: element('div', { class: 'stack' }, of.desk.mayChange && newLinks(of, shown, list.refresh), shown, listed),
    refresh: list.refresh,
  };
};
