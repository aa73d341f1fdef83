// One entry of the audit: who did what, when and from where, and what was before and after.

import { type Child, element, nameOf } from '../../ui/element.ts';
import { organisationHref } from '../address.ts';
import type { AuditEntry } from '../answers.ts';
import { momentOf } from '../moments.ts';
import { say } from '../say.ts';

/** Characters of a value that are shown. */
const longest = 300;

export function auditEntry(
  { at, organisationId, resource, action, subject, by, via, from, old, new: became }: AuditEntry,
  withOrganisation: boolean,
): HTMLElement {
  const facts: Child[] = [
    nameOf(by ?? '?'),
    element('span', { lang: 'en' }, nameOf([via, from].filter((part) => part !== null).join(' '))),
    withOrganisation &&
      organisationId !== null &&
      element('a', { href: organisationHref(organisationId) }, nameOf(organisationId)),
    subject !== null && subject !== organisationId && element('bdi', { dir: 'ltr' }, subject),
  ];
  const fields = [...new Set([...Object.keys(old ?? {}), ...Object.keys(became ?? {})])];
  return element(
    'li',
    { class: 'card' },
    element('strong', { lang: 'en' }, nameOf(`${resource} ${action}`)),
    element('span', { class: 'quiet' }, momentOf(at)),
    element('ul', { class: 'quiet facts' }, ...facts.flatMap((fact) => (fact ? [element('li', {}, fact)] : []))),
    fields.length > 0 &&
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
  );
}

function valueCell(value: unknown): HTMLElement {
  const text = value === undefined ? '–' : typeof value === 'string' ? value : JSON.stringify(value);
  return element('td', {}, nameOf(text.length > longest ? `${text.slice(0, longest)}…` : text));
}
