// The form for a new webhook.

import { element } from '../../ui/element.ts';
import { callControl, newIdempotencyKey } from '../call-control.ts';
import { runAction } from '../parts/run-action.ts';
import type { HookContext } from './hook-context.ts';
import { hookFields } from './hook-fields.ts';
import { sayHook } from './hook-words.ts';
import { showSecret } from './show-secret.ts';

export function newHook({ path, shown, refresh }: HookContext): HTMLElement {
  const { fields, wanted, show } = hookFields('hook', { url: '', events: null, description: null });
  const place = element('div');
  const button = element('button', { class: 'primary' }, sayHook('hookCreate'));
  // The same for a request that is sent again, so that an answer that was lost makes no second webhook.
  let [sent, idempotencyKey] = ['', ''];
  const submit = async (event: Event) => {
    event.preventDefault();
    const body = wanted();
    if (sent !== JSON.stringify(body)) [sent, idempotencyKey] = [JSON.stringify(body), newIdempotencyKey()];
    const created = await runAction(button, place, () =>
      callControl<'createWebhook'>(`${path}/webhooks`, { method: 'POST', body, idempotencyKey }),
    );
    if (created === null) return;
    sent = '';
    form.reset();
    show();
    showSecret(shown, created.body.secret);
    await refresh();
  };
  const form = element(
    'form',
    { class: 'stack form', submit: (event) => void submit(event) },
    element('h3', {}, sayHook('hookNew')),
    ...fields,
    place,
    element('p', {}, button),
  );
  return form;
}
