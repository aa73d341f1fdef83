// The choice of the events of which a webhook tells: all, or each that is ticked.

import { element } from '../../ui/element.ts';
import { checkField } from '../parts/form-field.ts';
import { eventName } from './event-name.ts';
import { eventWords } from './event-words.ts';
import { sayHook } from './hook-words.ts';

export type EventFields = {
  root: HTMLElement;
  /** Null for all, also those that there will be. */
  chosen(): string[] | null;
  /** Shows what is ticked, after the form was emptied. */
  show(): void;
};

/** @param id of the fields @param events that are ticked; null for all */
export function eventFields(id: string, events: readonly string[] | null): EventFields {
  const all = element('input', { id: `${id}-all`, type: 'checkbox', checked: events === null, change: () => show() });
  const types = [...new Set([...Object.keys(eventWords), ...(events ?? [])])];
  const boxes = types.map((type) => ({
    type,
    box: element('input', {
      ...{ id: `${id}-${type}`, type: 'checkbox', checked: events?.includes(type) ?? false, change: () => show() },
    }),
  }));
  const list = element(
    'fieldset',
    { class: 'choices' },
    element('legend', {}, sayHook('hookEvents')),
    ...boxes.map(({ type, box }) => {
      const field = checkField('', box);
      field.querySelector('label')?.append(eventName(type));
      return field;
    }),
  );
  const show = () => {
    list.hidden = all.checked;
    const isMissing = !all.checked && !boxes.some(({ box }) => box.checked);
    boxes[0]?.box.setCustomValidity(isMissing ? sayHook('hookNoEvent') : '');
  };
  show();
  return {
    root: element('div', { class: 'stack' }, checkField(sayHook('hookAllEvents'), all), list),
    chosen: () => (all.checked ? null : boxes.filter(({ box }) => box.checked).map(({ type }) => type)),
    show,
  };
}
