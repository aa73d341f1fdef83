// The first page: asks for the key and says how it is kept.

import { element } from './element.ts';
import { phrase } from './phrase.ts';
import { say } from './say.ts';
import type { Words } from './words-for.ts';

const name = 'belfry-key';

/** The key is kept in session storage: it is deleted with the tab, and no other tab or site can read it. */
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
    'aria-describedby': problem === null ? 'key-storage' : 'key-problem key-storage',
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
    element('label', { for: 'key' }, say('apiKey')),
    element('div', { class: 'key-line' }, input, element('button', { class: 'primary' }, say('openKey'))),
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
      ...phrase('forPrograms', {
        reference: element('a', { href: '/docs' }, say('apiReference')),
        description: element('a', { href: '/openapi.json' }, say('openApi')),
      }),
    ),
  );
}
