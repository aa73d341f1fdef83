// One webhook: where it is sent, of what it tells, how it stands with it, and the buttons for whoever may change it.

import { type Child, element, joined, nameOf } from '../../ui/element.ts';
import type { Webhook } from '../answers.ts';
import { callControl } from '../call-control.ts';
import { momentOf } from '../moments.ts';
import { announce } from '../parts/outcome-line.ts';
import { runAction } from '../parts/run-action.ts';
import { phrase, say } from '../say.ts';
import { changeHook, removeHook, rotateHook } from './change-hook.ts';
import { showDeliveries } from './deliveries-dialog.ts';
import { eventName } from './event-name.ts';
import { type HookContext, hookPath, nameOfHook } from './hook-context.ts';
import { type PlainHookKey, phraseHook, sayHook } from './hook-words.ts';
import { tryHook } from './try-hook.ts';

type State = { words: PlainHookKey; isWell: boolean; means?: PlainHookKey };
const states: Readonly<Record<string, State>> = {
  ok: { words: 'hookOk', isWell: true },
  waiting: { words: 'hookWaiting', isWell: true },
  retrying: { words: 'hookRetrying', isWell: false, means: 'hookRetryingMeans' },
  failing: { words: 'hookFailing', isWell: false, means: 'hookFailingMeans' },
  gone: { words: 'hookGone', isWell: false, means: 'hookGoneMeans' },
  off: { words: 'hookOff', isWell: false, means: 'hookOffMeans' },
};

export function hookItem(hook: Webhook, context: HookContext): HTMLElement {
  const { id, url, description, failingSince, dropped } = hook;
  const state = states[hook.state];
  const facts: Child[][] = [
    ...(description === null ? [] : [[element('bdi', { dir: 'ltr' }, url)]]),
    hook.events === null
      ? [sayHook('hookTellsAll')]
      : phraseHook('hookTells', { events: element('span', {}, ...joined(hook.events.map(named), ' · ')) }),
    ...(failingSince === null ? [] : [phraseHook('hookFailingSince', { moment: momentOf(failingSince) })]),
    ...(dropped === 0 ? [] : [[sayHook('hookDropped', { count: dropped })]]),
    hook.createdBy === null
      ? phrase('createdAt', { moment: momentOf(hook.createdAt) })
      : phrase('createdBy', { moment: momentOf(hook.createdAt), name: nameOf(hook.createdBy) }),
  ];
  return element(
    'li',
    { class: 'card' },
    element('strong', { id: `hook-${id}` }, nameOfHook(hook)),
    element(
      'span',
      { class: 'badges' },
      element(
        'span',
        { class: state?.isWell ? 'badge strong' : 'badge draft' },
        state === undefined ? nameOf(hook.state, { lang: 'en' }) : sayHook(state.words),
      ),
    ),
    state?.means !== undefined && element('p', { class: 'wide' }, sayHook(state.means)),
    element('ul', { class: 'quiet facts' }, ...facts.map((fact) => element('li', {}, ...fact))),
    buttons(hook, context),
  );
}

const named = (type: string): HTMLElement => element('span', {}, eventName(type));

function buttons(hook: Webhook, context: HookContext): HTMLElement {
  const { id } = hook;
  const place = element('div', { class: 'wide' });
  const button = (words: string, name: string, click: () => void, look = '') =>
    element(
      'button',
      { type: 'button', id: `${name}-${id}`, class: look, 'aria-describedby': `hook-${id}`, click },
      words,
    );
  const isOff = hook.state === 'off' || hook.state === 'gone';
  const turn = button(sayHook(isOff ? 'hookSwitchOn' : 'hookSwitchOff'), 'switch', () => void turnIt());
  const turnIt = async () => {
    const turned = await runAction(turn, place, () =>
      callControl<'changeWebhook'>(hookPath(hook, context), { method: 'PATCH', body: { enabled: isOff } }),
    );
    if (turned === null) return;
    await context.refresh();
    announce(sayHook(isOff ? 'hookIsOn' : 'hookIsOff'));
  };
  const changing = context.desk.mayChange
    ? [
        turn,
        button(sayHook('hookChange'), 'change', () => changeHook(hook, context)),
        button(say('rotate'), 'rotate', () => rotateHook(hook, context)),
        button(say('delete'), 'remove', () => removeHook(hook, context), 'danger'),
      ]
    : [];
  return element(
    'div',
    { class: 'wide stack' },
    place,
    element(
      'p',
      { class: 'buttons' },
      context.desk.mayChange && button(sayHook('hookTry'), 'try', () => void tryHook(hook, context)),
      button(sayHook('hookDeliveries'), 'deliveries', () => void showDeliveries(hook, context)),
      ...changing,
    ),
  );
}
