// The first page: asks for the key and says how it is kept.

import { element } from '../../ui/element.ts';
import { phrase } from '../../ui/phrase.ts';
import { say } from '../say.ts';
import { keyIn } from './kept-key.ts';
import type { Words } from './refusal-words.ts';

/**
 * @param problem why the last key was refused, if it was
 * @param onKey whether the key is to be remembered on this device
 */
export function keyPage(problem: Words | null, onKey: (key: string, onDevice: boolean) => void): HTMLElement {
  const input = element('input', {
    id: 'key',
    type: 'password',
    autocomplete: 'off',
    spellcheck: 'false',
    autocapitalize: 'off',
    required: true,
    placeholder: 'belfry_…',
    'aria-describedby': problem === null ? 'key-storage' : 'key-problem key-storage',
    'aria-invalid': problem === null ? null : 'true',
  });
  const remember = element('input', { id: 'remember', type: 'checkbox', 'aria-describedby': 'remember-hint' });
  const form = element(
    'form',
    {
      class: 'key-form',
      submit: (event) => {
        event.preventDefault();
        const key = keyIn(input.value);
        if (key !== '') onKey(key, remember.checked);
      },
    },
    element('label', { for: 'key' }, say('apiKey')),
    element('div', { class: 'key-line' }, input, element('button', { class: 'primary' }, say('openKey'))),
    element('p', { class: 'remember' }, remember, ' ', element('label', { for: 'remember' }, say('rememberKey'))),
    element('p', { id: 'remember-hint', class: 'quiet' }, say('rememberHint')),
  );
  return element(
    'main',
    { id: 'content', class: 'key-page' },
    element('h1', {}, say('schoolTimetables')),
    element('p', { class: 'lead' }, say('pasteKey')),
    problem !== null &&
      element(
        'div',
        { class: 'notice', id: 'key-problem', role: 'alert' },
        element('strong', {}, problem.title),
        element('p', {}, problem.advice),
      ),
    form,
    element('p', { id: 'key-storage', class: 'quiet' }, say('keyStorage')),
    element(
      'p',
      { class: 'quiet' },
      ...phrase('forPrograms', { reference: element('a', { href: '/docs' }, say('apiReference')) }),
    ),
  );
}
