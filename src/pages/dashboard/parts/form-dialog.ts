// A dialog with a form, a button that carries it out, and one that leaves everything as it is.

import { type Child, element } from '../../ui/element.ts';
import type { Answer } from '../call-control.ts';
import { openDialog } from '../open-dialog.ts';
import { say } from '../say.ts';
import { runAction } from './run-action.ts';

export type FormDialog<Body> = {
  heading: string;
  content: Child[];
  button: string;
  look: 'primary' | 'danger';
  /** Whether the form is filled in as it should be; says in `place` why not. */
  mayRun?: (place: HTMLElement) => boolean;
  action: () => Promise<Answer<Body>>;
  /** After it is done, and the dialog is closed. */
  done: (answer: { body: Body; status: number; location: string | null }) => void;
};

export function formDialog<Body>(dialog: FormDialog<Body>): void {
  const { heading, content, button, look, mayRun = () => true, action, done } = dialog;
  openDialog(heading, (close) => {
    const place = element('div');
    const submit = element('button', { class: look }, button);
    const run = async (event: Event) => {
      event.preventDefault();
      if (!mayRun(place)) return;
      const answer = await runAction(submit, place, action);
      if (answer === null) return;
      close();
      done(answer);
    };
    return [
      element(
        'form',
        { class: 'stack', submit: (event) => void run(event) },
        element('div', { class: 'stack dialog-fields' }, ...content, place),
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
