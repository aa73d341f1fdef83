// Asks before something that cannot be undone: the person types a word, which no habit does.

import { type Child, element, nameOf } from '../../ui/element.ts';
import { phrase, say } from '../say.ts';
import { type FormDialog, formDialog } from './form-dialog.ts';
import { formField } from './form-field.ts';

export type Confirmation<Body> = Pick<FormDialog<Body>, 'heading' | 'button' | 'action' | 'done'> & {
  explanation: Child[];
  /** What is to be typed; null where a click is enough. */
  word: string | null;
};

export function confirmDialog<Body>({ explanation, word, ...rest }: Confirmation<Body>): void {
  const typed = element('input', {
    ...{ id: 'confirm-word', type: 'text', autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false' },
    dir: 'auto',
  });
  const field = formField('', typed);
  const label = element('span', {}, ...phrase('typeWord', { word: nameOf(word ?? '', { class: 'word' }) }));
  field.querySelector('label')?.replaceChildren(label);
  formDialog({
    ...rest,
    look: 'danger',
    content: [element('p', {}, ...explanation), word !== null && field],
    mayRun(place) {
      if (word === null || typed.value.trim() === word) return true;
      place.replaceChildren(element('p', { role: 'alert', class: 'warm' }, say('otherWord')));
      typed.setAttribute('aria-invalid', 'true');
      typed.focus();
      return false;
    },
  });
}
