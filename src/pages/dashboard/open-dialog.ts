// A modal dialog with a heading. The focus goes back to where it was, or to the heading of the view when that is gone.

import { type Child, element } from '../ui/element.ts';
import { say } from './say.ts';

let dialogs = 0;

export function openDialog(heading: string, content: (close: () => void) => Child[]): HTMLDialogElement {
  dialogs += 1;
  const id = `dialog-${dialogs}`;
  const opener = document.activeElement;
  const dialog: HTMLDialogElement = element('dialog', {
    'aria-labelledby': id,
    close() {
      dialog.remove();
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
      else document.querySelector<HTMLElement>('#content h2, #content h1')?.focus();
    },
  });
  const close = () => dialog.close();
  dialog.append(
    element(
      'div',
      { class: 'dialog-body' },
      element(
        'div',
        { class: 'dialog-head' },
        element('h2', { id, tabindex: '-1' }, heading),
        element('button', { type: 'button', click: close }, say('close')),
      ),
      ...content(close).filter((child) => child !== null && child !== false && child !== undefined),
    ),
  );
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}
