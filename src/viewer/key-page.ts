// The first page: asks for the key and says how it is kept.

import { element } from './element.ts';
import type { Words } from './words-for.ts';

const name = 'belfry-key';

/** The key is kept in session storage: it is gone with the tab, and no other tab or site can read it. */
export const keptKey = {
  read: (): string | null => sessionStorage.getItem(name),
  keep: (key: string) => sessionStorage.setItem(name, key),
  forget: () => sessionStorage.removeItem(name),
};

/** @param problem why the last key was refused, if it was */
export function keyPage(problem: Words | null, onKey: (key: string) => void): HTMLElement {
  const input = element('input', {
    id: 'key',
    type: 'password',
    autocomplete: 'off',
    spellcheck: 'false',
    autocapitalize: 'off',
    required: true,
    placeholder: 'belfry_…',
    'aria-describedby': problem === null ? 'key-fate' : 'key-problem key-fate',
    'aria-invalid': problem === null ? null : 'true',
  });
  const form = element(
    'form',
    {
      class: 'key-form',
      submit: (event) => {
        event.preventDefault();
        const key = input.value.trim();
        if (key !== '') onKey(key);
      },
    },
    element('label', { for: 'key' }, 'API key'),
    element('div', { class: 'key-line' }, input, element('button', { class: 'primary' }, 'Open')),
  );
  return element(
    'main',
    { id: 'content', class: 'key-page' },
    element('h1', {}, 'School timetables'),
    element('p', { class: 'lead' }, 'Paste the API key of your school to see its timetables.'),
    problem !== null &&
      element(
        'div',
        { class: 'notice', id: 'key-problem', role: 'alert' },
        element('strong', {}, problem.title),
        element('p', {}, problem.advice),
      ),
    form,
    element(
      'p',
      { id: 'key-fate', class: 'quiet' },
      'The key stays in this tab and is forgotten when you close it. It is sent to this server only.',
    ),
    element(
      'p',
      { class: 'quiet' },
      'Programs read the same data: ',
      element('a', { href: '/docs' }, 'API reference'),
      ', ',
      element('a', { href: '/openapi.json' }, 'OpenAPI description'),
      '.',
    ),
  );
}
