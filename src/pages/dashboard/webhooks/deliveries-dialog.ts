// What was delivered to a webhook in the last two weeks, or could not be; each may be sent once more.

import { element } from '../../ui/element.ts';
import type { Delivery, Webhook } from '../answers.ts';
import { callControl } from '../call-control.ts';
import { type LiveList, liveList } from '../live/live-list.ts';
import { openDialog } from '../open-dialog.ts';
import { runAction } from '../parts/run-action.ts';
import { answerSentence } from './answer-sentence.ts';
import { deliveryItem } from './delivery-item.ts';
import { followDelivery } from './follow-delivery.ts';
import { type HookContext, hookPath, nameOfHook } from './hook-context.ts';
import { phraseHook, sayHook } from './hook-words.ts';

export async function showDeliveries(hook: Webhook, context: HookContext): Promise<void> {
  const path = hookPath(hook, context);
  const said = element('p', { role: 'status' });
  const place = element('div');
  const sendAgain =
    (newest: string | null, { id, eventId }: Delivery) =>
    async (button: HTMLButtonElement) => {
      said.textContent = '';
      const sent = await runAction(button, place, () =>
        callControl<'replayDelivery'>(`${path}/deliveries/${encodeURIComponent(id)}/replay`, { method: 'POST' }),
      );
      if (sent === null) return;
      said.textContent = sayHook('deliverySent');
      const delivery = await followDelivery(path, eventId, newest, () => dialog.isConnected);
      const last = delivery?.answers.at(-1);
      said.textContent = last === undefined ? sayHook('hookNotSent') : answerSentence(last);
      await Promise.all([list.refresh(), context.refresh()]);
    };
  const list: LiveList = liveList<'listDeliveries'>(
    () => `${path}/deliveries`,
    (deliveries) => {
      if (deliveries.length === 0) return [element('p', { class: 'empty' }, sayHook('deliveryNone'))];
      const newest = deliveries[0]?.id ?? null;
      const again = (delivery: Delivery) => {
        const send = sendAgain(newest, delivery);
        return context.desk.mayChange ? (button: HTMLButtonElement) => void send(button) : null;
      };
      return [element('ul', { class: 'cards' }, ...deliveries.map((each) => deliveryItem(each, again(each))))];
    },
  );
  const dialog = openDialog(sayHook('hookDeliveries'), () => [
    element('p', {}, ...phraseHook('deliveriesMean', { name: nameOfHook(hook) })),
    said,
    place,
    list.root,
  ]);
  await list.refresh();
}
