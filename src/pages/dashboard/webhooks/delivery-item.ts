// One delivery: what was told and when, what became of it, and behind a disclosure what was sent and each answer.

import { type Child, element, nameOf } from '../../ui/element.ts';
import type { Delivery } from '../answers.ts';
import { momentOf } from '../moments.ts';
import { say } from '../say.ts';
import { answerSentence } from './answer-sentence.ts';
import { eventName } from './event-name.ts';
import { type PlainHookKey, phraseHook, sayHook } from './hook-words.ts';

const states: Readonly<Record<string, PlainHookKey>> = {
  pending: 'deliveryPending',
  delivered: 'deliveryDelivered',
  failed: 'deliveryFailed',
  dropped: 'deliveryDropped',
};
const kinds: Readonly<Record<string, PlainHookKey>> = { test: 'deliveryTest', replay: 'deliveryReplay' };

/** @param sendAgain null for those who may not */
export function deliveryItem(delivery: Delivery, sendAgain: ((button: HTMLButtonElement) => void) | null): HTMLElement {
  const { id, type, timestamp, kind, nextAttemptAt, answers } = delivery;
  const [state, kindWords, last] = [states[delivery.state], kinds[kind], answers.at(-1)];
  const facts: Child[][] = [
    [momentOf(timestamp)],
    ...(last === undefined ? [] : [[answerSentence(last)]]),
    ...(answers.length > 1 ? [[sayHook('deliveryAttempts', { count: answers.length })]] : []),
    ...(nextAttemptAt === null || answers.length === 0
      ? []
      : [phraseHook('deliveryNext', { moment: momentOf(nextAttemptAt) })]),
  ];
  const again: HTMLButtonElement = element(
    'button',
    { type: 'button', id: `again-${id}`, 'aria-describedby': `delivery-${id}`, click: () => sendAgain?.(again) },
    sayHook('deliverySendAgain'),
  );
  return element(
    'li',
    { class: 'card' },
    element('strong', { id: `delivery-${id}` }, eventName(type)),
    element(
      'span',
      { class: 'badges' },
      element(
        'span',
        { class: delivery.state === 'delivered' ? 'badge strong' : 'badge draft' },
        state === undefined ? nameOf(delivery.state, { lang: 'en' }) : sayHook(state),
      ),
      kindWords !== undefined && element('span', { class: 'badge' }, sayHook(kindWords)),
    ),
    element('ul', { class: 'quiet facts' }, ...facts.map((fact) => element('li', {}, ...fact))),
    answerDetails(delivery),
    sendAgain !== null && delivery.state !== 'pending' && element('p', { class: 'buttons' }, again),
  );
}

/** For whoever runs the receiver: the body that was sent, and what came back. */
export function answerDetails({ id, eventId, data, answers }: Delivery): HTMLElement {
  const code = (text: string) => element('code', { dir: 'ltr', lang: 'en' }, text);
  return element(
    'details',
    { class: 'details wide', id: `details-${id}` },
    element('summary', {}, say('details')),
    element(
      'ul',
      { class: 'findings' },
      ...answers.map((each) =>
        element(
          'li',
          {},
          momentOf(each.at),
          ' ',
          answerSentence(each),
          ' ',
          (each.error ?? each.answer ?? '') !== '' && code(each.error ?? each.answer ?? ''),
        ),
      ),
      element('li', {}, code(eventId), ' ', code(JSON.stringify(data))),
    ),
  );
}
