// Asks before something that cannot be undone: the person types a word, which no habit does.

import { type Child, element, nameOf } from '../../ui/element.ts';
import type { Answer } from '../call-control.ts';
import { openDialog } from '../open-dialog.ts';
import { phrase, say } from '../say.ts';
import { formField } from './form-field.ts';
import { runAction } from './run-action.ts';

export type Confirmation<Body> = {
  heading: string;
  explanation: Child[];
  /** What is to be typed; null where a click is enough. */
  word: string | null;
  button: string;
  action: () => Promise<Answer<Body>>;
  /** After it is done, and the dialog is closed. */
  done: (answer: { body: Body; status: number; location: string | null }) => void;
};

export function confirmDialog<Body>({ heading, explanation, word, button, action, done }: Confirmation<Body>): void {
  openDialog(heading, (close) => {
    const place = element('div');
    const typed = element('input', {
      ...{ id: 'confirm-word', type: 'text', autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false' },
      dir: 'auto',
    });
    const submit = element('button', { class: 'danger' }, button);
    const run = async (event: Event) => {
      event.preventDefault();
      if (word !== null && typed.value.trim() !== word) {
        place.replaceChildren(element('p', { role: 'alert', class: 'warm' }, say('otherWord')));
        typed.setAttribute('aria-invalid', 'true');
        typed.focus();
        return;
      }
      const answer = await runAction(submit, place, action);
      if (answer === null) return;
      close();
      done(answer);
    };
    const label = element('span', {}, ...phrase('typeWord', { word: nameOf(word ?? '', { class: 'word' }) }));
    const field = formField('', typed);
    field.querySelector('label')?.replaceChildren(label);
    return [
      element('p', {}, ...explanation),
      element(
        'form',
        { class: 'stack', submit: (event) => void run(event) },
        word !== null && field,
        place,
        element(
          'p',
          { class: 'buttons' },
          submit,
          ' ',
          element('button', { type: 'button', click: close }, say('cancel')),
        ),
      ),
    ];
  });
}
