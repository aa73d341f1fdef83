// The form for a new key.

import { element } from '../../ui/element.ts';
import { callControl, newIdempotencyKey } from '../call-control.ts';
import { momentOfField } from '../moment-of-field.ts';
import type { PartOf } from '../organisations/organisation-part.ts';
import { checkField, formField } from '../parts/form-field.ts';
import { runAction } from '../parts/run-action.ts';
import { say } from '../say.ts';
import { showKey } from './show-key.ts';

/** @param shown where the key is shown this once */
export function newKey({ path, desk }: PartOf, shown: HTMLElement, refresh: () => Promise<void>): HTMLElement {
  const name = element('input', {
    ...{ id: 'key-name', type: 'text', dir: 'auto', required: true, autocomplete: 'off', maxlength: '200' },
  });
  const until = element('input', { id: 'key-until', type: 'datetime-local' });
  const publishedOnly = element('input', { id: 'key-published-only', type: 'checkbox' });
  const place = element('div');
  const button = element('button', { class: 'primary' }, say('createKey'));
  // The same for a request that is sent again, so that an answer that was lost makes no second key.
  let [sent, idempotencyKey] = ['', ''];
  const submit = async (event: Event) => {
    event.preventDefault();
    const expiresAt = momentOfField(until);
    const body = {
      name: name.value.trim(),
      ...(expiresAt !== null && { expiresAt }),
      ...(publishedOnly.checked && { publishedOnly: true }),
    };
    if (sent !== JSON.stringify(body)) [sent, idempotencyKey] = [JSON.stringify(body), newIdempotencyKey()];
    const created = await runAction(button, place, () =>
      callControl<'createKey'>(`${path}/keys`, { method: 'POST', body, idempotencyKey }),
    );
    if (created === null) return;
    sent = '';
    form.reset();
    showKey(shown, created.body.key ?? null, desk.servedAt);
    await refresh();
  };
  const form = element(
    'form',
    { class: 'stack form', submit: (event) => void submit(event) },
    element('h3', {}, say('newKey')),
    formField(say('keyName'), name, say('keyNameHint')),
    formField(say('expires'), until, say('expiresHint')),
    checkField(say('withoutDrafts'), publishedOnly),
    place,
    element('p', {}, button),
  );
  return form;
}
