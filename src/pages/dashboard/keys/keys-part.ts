// The API keys of an organisation: who has which, when it was used last, and what may be done with it.

import { element } from '../../ui/element.ts';
import { type LiveList, liveList } from '../live/live-list.ts';
import type { OrganisationPart } from '../organisations/organisation-part.ts';
import { emptyNote } from '../parts/empty-note.ts';
import { say } from '../say.ts';
import { keyItem } from './key-item.ts';
import { newKey } from './new-key.ts';

export const keysPart: OrganisationPart = async (of) => {
  const shown = element('div', { class: 'stack' });
  const list: LiveList = liveList<'listKeys'>(
    () => `${of.path}/keys`,
    (keys) =>
      keys.length === 0
        ? [emptyNote('noKeys', of.desk.mayChange && say('noKeysNext'))]
        : [
            element(
              'ul',
              { class: 'cards' },
              ...keys.map((key) => keyItem(key, { ...of, shown, refresh: list.refresh })),
            ),
          ],
  );
  await list.refresh();
  return {
    root: element('div', { class: 'stack' }, of.desk.mayChange && newKey(of, shown, list.refresh), shown, list.root),
    refresh: list.refresh,
  };
};
