// The webhooks of an organisation: who is told of what, how it stands with each, and what may be done with it.

import { element } from '../../ui/element.ts';
import { type LiveList, liveList } from '../live/live-list.ts';
import type { OrganisationPart } from '../organisations/organisation-part.ts';
import type { HookContext } from './hook-context.ts';
import { hookItem } from './hook-item.ts';
import { sayHook } from './hook-words.ts';
import { newHook } from './new-hook.ts';

export const webhooksView: OrganisationPart = async (of) => {
  const { mayChange, servedAt } = of.desk;
  const shown = element('div', { class: 'stack' });
  const none = () =>
    element('p', { class: 'empty' }, sayHook('hookNone'), ...(mayChange ? [' ', sayHook('hookNoneNext')] : []));
  const list: LiveList = liveList<'listWebhooks'>(
    () => `${of.path}/webhooks`,
    (hooks) => [
      hooks.length === 0 ? none() : element('ul', { class: 'cards' }, ...hooks.map((hook) => hookItem(hook, context))),
    ],
  );
  const context: HookContext = { ...of, shown, refresh: list.refresh };
  await list.refresh();
  return {
    root: element(
      'div',
      { class: 'stack' },
      element(
        'p',
        { class: 'quiet' },
        sayHook('hookMeans'),
        ' ',
        servedAt !== null &&
          element('a', { href: `${servedAt}/docs#webhooks`, target: '_blank', rel: 'noopener' }, sayHook('hookDocs')),
      ),
      mayChange && newHook(context),
      shown,
      list.root,
    ),
    refresh: list.refresh,
  };
};
