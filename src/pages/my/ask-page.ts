// Asks for a link: where there is none, as on a home screen whose browser has a storage of its own.

import { element } from '../ui/element.ts';
import { say } from './say.ts';
import { tokenIn } from './token-in.ts';

/** @param isWrong whether what was opened is no link */
export function askPage(isWrong: boolean, open: (token: string) => void): HTMLElement {
  const problem = element('p', { id: 'problem', role: 'alert' });
  const field = element('input', {
    ...{ id: 'link', type: 'text', dir: 'ltr', autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false' },
    'aria-describedby': 'problem',
  });
  const refuse = () => {
    problem.textContent = say('notALink');
    field.setAttribute('aria-invalid', 'true');
  };
  if (isWrong) refuse();
  const submit = (event: Event) => {
    event.preventDefault();
    const token = tokenIn(field.value);
    if (token !== null) return open(token);
    refuse();
    field.focus();
  };
  return element(
    'main',
    { id: 'content', class: 'my-page' },
    element('h1', { tabindex: '-1' }, say('myTimetable')),
    element('p', {}, say('askAdvice')),
    element(
      'form',
      { submit },
      element('label', { for: 'link' }, say('linkAddress')),
      element('p', { class: 'my-buttons' }, field, ' ', element('button', { class: 'primary' }, say('open'))),
    ),
    problem,
    element('p', { class: 'quiet' }, say('storage')),
  );
}
