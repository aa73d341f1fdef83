// A text to copy: a field that can be selected by hand, and a button where the browser has a clipboard.

import { element } from '../../ui/element.ts';
import { say } from '../say.ts';
import { announce } from './outcome-line.ts';

export function copyField(id: string, label: string, text: string): HTMLElement {
  const field = element('input', {
    ...{ id, type: 'text', dir: 'ltr', readonly: true, value: text, autocomplete: 'off', spellcheck: 'false' },
    focus: () => field.select(),
  });
  const said = element('span', { role: 'status', class: 'quiet' });
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      said.textContent = say('copied');
    } catch {
      field.focus();
      said.textContent = say('copyByHand');
    }
    announce('');
  };
  return element(
    'div',
    { class: 'field' },
    element('label', { for: id }, label),
    element(
      'p',
      { class: 'buttons' },
      field,
      element(
        'button',
        { type: 'button', 'aria-label': `${say('copy')}: ${label}`, click: () => void copy() },
        say('copy'),
      ),
    ),
    said,
  );
}
