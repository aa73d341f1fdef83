// Asks before what is shown this once is left: another view, another language, signing out, or closing the page.

import { say } from '../say.ts';

let held: HTMLElement | null = null;

/** @param shown what is lost with the view; it is held for as long as it is shown */
export function holdPage(shown: HTMLElement): void {
  held = shown;
}

/** Whether nothing would be lost, or the reader wants to leave all the same. */
export function mayLeave(): boolean {
  if (held?.isConnected === true && !confirm(say('leaveShownOnce'))) return false;
  held = null;
  return true;
}

window.addEventListener('beforeunload', (event) => {
  if (held?.isConnected === true) event.preventDefault();
});
