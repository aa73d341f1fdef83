// The fields of a webhook, for a new one and for a change of one.

import { element } from '../../ui/element.ts';
import type { Webhook } from '../answers.ts';
import { formField } from '../parts/form-field.ts';
import { eventFields } from './event-fields.ts';
import { sayHook } from './hook-words.ts';

type Wanted = Pick<Webhook, 'url' | 'description'> & { events: readonly string[] | null };

export type HookFields = { fields: HTMLElement[]; wanted(): Wanted; show(): void };

/** @param id of the fields @param now what they have at first */
export function hookFields(id: string, now: Wanted): HookFields {
  const url = element('input', {
    ...{ id: `${id}-url`, type: 'url', dir: 'ltr', required: true, autocomplete: 'off', spellcheck: 'false' },
    ...{ maxlength: '2048', value: now.url },
  });
  const description = element('input', {
    ...{ id: `${id}-description`, type: 'text', dir: 'auto', autocomplete: 'off', maxlength: '200' },
    value: now.description ?? '',
  });
  const events = eventFields(`${id}-event`, now.events);
  return {
    fields: [
      formField(sayHook('hookUrl'), url, sayHook('hookUrlHint')),
      formField(sayHook('hookDescription'), description, sayHook('hookDescriptionHint')),
      events.root,
    ],
    wanted: () => ({
      url: url.value.trim(),
      events: events.chosen(),
      description: description.value.trim() === '' ? null : description.value.trim(),
    }),
    show: events.show,
  };
}
