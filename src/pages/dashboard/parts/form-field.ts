// A labelled field of a form, with a hint that is read out with it.

import { type Child, element } from '../../ui/element.ts';

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** @param control with an id */
export function formField(label: string, control: Control, hint?: Child): HTMLElement {
  const id = `${control.id}-hint`;
  if (hint !== undefined) control.setAttribute('aria-describedby', id);
  return element(
    'div',
    { class: 'field' },
    element('label', { for: control.id }, label),
    control,
    hint !== undefined && element('p', { id, class: 'quiet' }, hint),
  );
}

export function checkField(label: string, control: HTMLInputElement): HTMLElement {
  return element('p', { class: 'check' }, control, ' ', element('label', { for: control.id }, label));
}
