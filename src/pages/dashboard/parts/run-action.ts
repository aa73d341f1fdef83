// Runs what a button does: once at a time, with its refusal shown beside it and in focus.

import type { Answer } from '../call-control.ts';
import { say } from '../say.ts';
import { announce } from './outcome-line.ts';
import { problemBox } from './problem-box.ts';

/**
 * @param place where a refusal is shown; emptied first
 * @returns the answer's body, or null when it was refused
 */
export async function runAction<Body>(
  button: HTMLButtonElement,
  place: HTMLElement,
  action: () => Promise<Answer<Body>>,
): Promise<{ body: Body; status: number; location: string | null } | null> {
  if (button.getAttribute('aria-disabled') === 'true') return null;
  place.replaceChildren();
  announce(say('working'));
  // A button that is disabled would lose the focus.
  button.setAttribute('aria-disabled', 'true');
  const answer = await action();
  button.removeAttribute('aria-disabled');
  announce('');
  if (answer.outcome === 'done') return answer;
  const box = problemBox(answer.problem);
  place.replaceChildren(box);
  box.focus();
  return null;
}
