// Opens a modal dialog with a title and a button that closes it.

import { say } from '../viewer/say.ts';
import { type Child, element } from './element.ts';

/** Focus returns to where it was when it closes. */
export function openDialog(title: Child, ...content: Child[]): HTMLDialogElement {
  const dialog: HTMLDialogElement = element(
    'dialog',
    {
      'aria-labelledby': 'dialog-title',
      close: () => dialog.remove(),
      click: (event) => event.target === dialog && dialog.close(),
    },
    element(
      'div',
      { class: 'dialog-body' },
      element(
        'div',
        { class: 'dialog-head' },
        element('h2', { id: 'dialog-title' }, title),
        element('button', { type: 'button', click: () => dialog.close() }, say('close')),
      ),
      ...content,
    ),
  );
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}
