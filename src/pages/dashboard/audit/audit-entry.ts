// One entry of the audit: what happened in a sentence, when, by whom and from where; what was before and after is behind a disclosure.

import { type Child, element, nameOf } from '../../ui/element.ts';
import { organisationHref } from '../address.ts';
import type { AuditEntry } from '../answers.ts';
import { momentOf } from '../moments.ts';
import { phrase, say } from '../say.ts';
import { auditSentence } from './audit-sentence.ts';

/** Characters of a value that are shown. */
const longest = 300;

export function auditEntry(entry: AuditEntry, withOrganisation: boolean): HTMLElement {
  const { at, organisationId, subject, by, via, from, old, new: became } = entry;
  const facts: Child[] = [
    momentOf(at),
    element('span', {}, ...phrase('auditBy', { name: nameOf(by ?? '?') })),
    via in ways && say(ways[via]),
    from !== null && element('bdi', { dir: 'ltr' }, from),
    withOrganisation &&
      organisationId !== null &&
      element('a', { href: organisationHref(organisationId) }, nameOf(organisationId)),
  ];
  const fields = [...new Set([...Object.keys(old ?? {}), ...Object.keys(became ?? {})])];
  return element(
    'li',
    { class: 'card' },
    element('p', { class: 'wide sentence' }, ...auditSentence(entry)),
    element('ul', { class: 'quiet facts' }, ...facts.flatMap((fact) => (fact ? [element('li', {}, fact)] : []))),
    fields.length > 0 &&
      element(
        'details',
        {},
        element('summary', {}, say('details')),
        subject !== null && element('p', { class: 'quiet' }, element('bdi', { dir: 'ltr' }, subject)),
        element(
          'table',
          { class: 'changes' },
          element(
            'thead',
            {},
            element(
              'tr',
              {},
              ...(['field', 'before', 'after'] as const).map((key) => element('th', { scope: 'col' }, say(key))),
            ),
          ),
          element(
            'tbody',
            {},
            ...fields.map((field) =>
              element(
                'tr',
                {},
                element('th', { scope: 'row' }, element('bdi', { dir: 'ltr' }, field)),
                valueCell(old?.[field]),
                valueCell(became?.[field]),
              ),
            ),
          ),
        ),
      ),
  );
}

/** How it was done. */
const ways = { sql: 'viaSql', command: 'viaCommand', api: 'viaApi', page: 'viaPage' } as const;

function valueCell(value: unknown): HTMLElement {
  const text = value === undefined ? '–' : typeof value === 'string' ? value : JSON.stringify(value);
  return element('td', {}, nameOf(text.length > longest ? `${text.slice(0, longest)}…` : text));
}
