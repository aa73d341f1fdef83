// The form for a new organisation, for operators.

import { element } from '../../ui/element.ts';
import { organisationHref } from '../address.ts';
import { callControl, newIdempotencyKey } from '../call-control.ts';
import { formField } from '../parts/form-field.ts';
import { announceNext } from '../parts/outcome-line.ts';
import { runAction } from '../parts/run-action.ts';
import { say } from '../say.ts';
import { suggestId } from './suggest-id.ts';

export function newOrganisation(): HTMLElement {
  let isIdChosen = false;
  const id = element('input', {
    ...{ id: 'new-id', type: 'text', dir: 'ltr', required: true, autocomplete: 'off', maxlength: '64' },
    ...{ autocapitalize: 'off', spellcheck: 'false' },
    input() {
      isIdChosen = id.value !== '';
      id.setCustomValidity(/^[a-z0-9_-]*$/.test(id.value.trim()) ? '' : say('organisationIdHint'));
    },
  });
  const name = element('input', {
    ...{ id: 'new-name', type: 'text', dir: 'auto', required: true, autocomplete: 'off', maxlength: '200' },
    input() {
      if (!isIdChosen) id.value = suggestId(name.value);
    },
  });
  const place = element('div');
  const button = element('button', { class: 'primary' }, say('create'));
  const submit = async (event: Event) => {
    event.preventDefault();
    const body = { id: id.value.trim(), name: name.value.trim() };
    const idempotencyKey = newIdempotencyKey();
    const created = await runAction(button, place, () =>
      callControl<'createOrganisation'>('/organisations', { method: 'POST', body, idempotencyKey }),
    );
    if (created === null) return;
    announceNext(say('organisationCreated'));
    location.assign(organisationHref(created.body.id));
  };
  return element(
    'details',
    { class: 'fold' },
    element('summary', {}, say('newOrganisation')),
    element(
      'form',
      { class: 'stack form', submit: (event) => void submit(event) },
      formField(say('name'), name),
      formField(say('organisationId'), id, say('organisationIdHint')),
      place,
      element('p', {}, button),
    ),
  );
}
