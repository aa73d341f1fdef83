// Asks for a token, which becomes a session: a cookie, and what the page keeps beside it. The page keeps no token.

import { element } from '../../ui/element.ts';
import { callSession, type Problem } from '../call-control.ts';
import { formField } from '../parts/form-field.ts';
import { problemBox } from '../parts/problem-box.ts';
import { runAction } from '../parts/run-action.ts';
import { say } from '../say.ts';
import { pageSession } from './page-session.ts';

/** @param problem why the person is not signed in, where they tried */
export function signInPage(problem: Problem | null, onSignedIn: () => void): HTMLElement {
  const place = element('div', {}, problem !== null && problemBox(problem, wordsFor(problem)));
  const field = element('input', {
    ...{ id: 'token', type: 'password', dir: 'ltr', autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false' },
    ...{ required: true, placeholder: 'belfry_…' },
  });
  const button = element('button', { class: 'primary' }, say('signIn'));
  const submit = async (event: Event) => {
    event.preventDefault();
    const token = field.value.trim();
    const signedIn = await runAction(button, place, () => signIn({ token }));
    if (signedIn === null) return field.focus();
    field.value = '';
    onSignedIn();
  };
  return element(
    'main',
    { id: 'content', class: 'narrow stack' },
    element('h1', { tabindex: '-1' }, say('dashboard')),
    place,
    element(
      'form',
      { class: 'stack', submit: (event) => void submit(event) },
      formField(say('token'), field, say('tokenHint')),
      element('p', {}, button),
    ),
  );
}

/** @param proof a token, or the code of an address that signs in once */
export async function signIn(proof: { token: string } | { code: string }) {
  const answer = await callSession('POST', proof);
  if (answer.outcome === 'done') pageSession.keep(answer.body.session);
  return answer;
}

export async function signOut() {
  const answer = await callSession('DELETE');
  if (answer.outcome === 'done') pageSession.keep(null);
  return answer;
}

const wordsFor = ({ status }: Problem): string | undefined => (status === 401 ? say('codeUsed') : undefined);
