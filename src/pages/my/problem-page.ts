// Says why nothing is shown, and what to do.

import { element } from '../ui/element.ts';
import { say } from './say.ts';

export const problemPage = (
  title: 'ended' | 'closed' | 'unreachable',
  advice: 'endedAdvice' | 'closedAdvice' | 'unreachableAdvice',
  again: (() => void) | null,
): HTMLElement =>
  element(
    'main',
    { id: 'content', class: 'my-page' },
    element(
      'div',
      { class: 'notice', role: 'alert' },
      element('h1', { tabindex: '-1' }, say(title)),
      element('p', {}, say(advice)),
    ),
    again !== null &&
      element('p', {}, element('button', { type: 'button', class: 'primary', click: again }, say('tryAgain'))),
  );
