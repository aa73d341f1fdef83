// The links of an organisation, each of which shows one class, teacher, room or student to whoever has it.

import { element } from '../../ui/element.ts';
import type { Link } from '../answers.ts';
import { type LiveList, liveList } from '../live/live-list.ts';
import type { OrganisationPart } from '../organisations/organisation-part.ts';
import { say } from '../say.ts';
import { linkItem } from './link-item.ts';
import { newLinks } from './new-links.ts';

export const linksPart: OrganisationPart = async (of) => {
  const shown = element('div', { class: 'stack' });
  const list: LiveList = liveList<Link>(
    () => `${of.path}/links`,
    (links) =>
      links.length === 0
        ? [element('p', { class: 'empty' }, say('noLinks'))]
        : [element('ul', { class: 'cards' }, ...links.map((link) => linkItem(link, of, list.refresh)))],
  );
  await list.refresh();
  const listed = element('div', { class: 'no-print' }, list.root);
  return {
    root: element('div', { class: 'stack' }, of.desk.mayChange && newLinks(of, shown, list.refresh), shown, listed),
    refresh: list.refresh,
  };
};
