// Sends a test to a webhook, and says what its receiver answered.

import { element } from '../../ui/element.ts';
import type { Webhook } from '../answers.ts';
import { callControl } from '../call-control.ts';
import { openDialog } from '../open-dialog.ts';
import { problemBox } from '../parts/problem-box.ts';
import { say } from '../say.ts';
import { answerSentence } from './answer-sentence.ts';
import { answerDetails } from './delivery-item.ts';
import { followDelivery } from './follow-delivery.ts';
import { type HookContext, hookPath, nameOfHook } from './hook-context.ts';
import { phraseHook, sayHook } from './hook-words.ts';

export async function tryHook(hook: Webhook, context: HookContext): Promise<void> {
  const path = hookPath(hook, context);
  const said = element('p', { role: 'status' }, say('working'));
  const place = element('div', { class: 'stack' }, said);
  const dialog = openDialog(sayHook('hookTry'), (close) => [
    element('p', {}, ...phraseHook('hookTryMeans', { name: nameOfHook(hook) })),
    place,
    element('p', { class: 'buttons' }, element('button', { type: 'button', click: close }, say('close'))),
  ]);
  const sent = await callControl<'testWebhook'>(`${path}/test`, { method: 'POST' });
  if (sent.outcome === 'refused') return place.replaceChildren(problemBox(sent.problem));
  const delivery = await followDelivery(path, sent.body.eventId, null, () => dialog.isConnected);
  const last = delivery?.answers.at(-1);
  said.textContent = last === undefined ? sayHook('hookNotSent') : answerSentence(last);
  if (delivery !== null) place.append(answerDetails(delivery));
  await context.refresh();
}
