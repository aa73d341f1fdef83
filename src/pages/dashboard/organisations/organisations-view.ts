// All organisations that the token may see, with their state and lag, kept up to date; a search; and, for operators, a form for a
// new one.

import { element } from '../../ui/element.ts';
import { readControl } from '../call-control.ts';
import type { Desk, View } from '../desk.ts';
import { liveList } from '../live/live-list.ts';
import { emptyNote } from '../parts/empty-note.ts';
import { formField } from '../parts/form-field.ts';
import { say } from '../say.ts';
import { newOrganisation } from './new-organisation.ts';
import { organisationItem } from './organisation-item.ts';
import { statusSummary } from './status-summary.ts';

/** Milliseconds after the last key. */
const typingPause = 250;

export async function organisationsView(desk: Desk): Promise<View> {
  let typing: ReturnType<typeof setTimeout> | undefined;
  const summary = element('div');
  const search = element('input', {
    ...{ id: 'search', type: 'search', autocomplete: 'off', dir: 'auto', maxlength: '200' },
    input() {
      clearTimeout(typing);
      typing = setTimeout(() => void list.restart(), typingPause);
    },
  });
  const list = liveList<'listOrganisations'>(
    () => `/organisations?publication=true&search=${encodeURIComponent(search.value.trim())}`,
    (items) =>
      items.length === 0
        ? [
            search.value.trim() === ''
              ? emptyNote('noOrganisations', say(desk.mayOperate ? 'noOrganisationsNext' : 'noOrganisationsAsk'))
              : emptyNote('nothingFound', say('nothingFoundNext')),
          ]
        : [element('ul', { class: 'cards' }, ...items.map(organisationItem))],
  );
  const refresh = async () => {
    const answer = await readControl<'getStatus'>('/status');
    summary.replaceChildren(...(answer.outcome === 'done' ? [statusSummary(answer.body)] : []));
    await list.refresh();
  };
  await refresh();
  const root = element(
    'main',
    { id: 'content', class: 'stack' },
    element('h1', { tabindex: '-1' }, say('organisations')),
    summary,
    formField(say('search'), search),
    desk.mayOperate && newOrganisation(),
    list.root,
  );
  return { root, title: say('organisations'), heed: () => void refresh() };
}
