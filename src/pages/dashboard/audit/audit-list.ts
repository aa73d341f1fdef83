// The entries of the audit, newest first, and the fields that choose among them.

import { element } from '../../ui/element.ts';
import { type LiveList, liveList } from '../live/live-list.ts';
import { emptyNote } from '../parts/empty-note.ts';
import { formField } from '../parts/form-field.ts';
import { say } from '../say.ts';
import { auditEntry } from './audit-entry.ts';

/** What can be chosen, by the resource of the entry. */
const abouts = {
  organisation: 'aboutOrganisation',
  key: 'aboutKey',
  link: 'aboutLink',
  webhook: 'aboutWebhook',
  admin: 'aboutAdmin',
  calendar: 'aboutCalendar',
  days: 'aboutDays',
  timetable: 'aboutTimetable',
  build: 'aboutBuild',
  rollback: 'aboutRollback',
  session: 'aboutSession',
} as const;

/** Milliseconds after the last key until the list is read. */
const typingPause = 250;

/** @param organisationId of this one; null for all that the token may see */
export function auditList(organisationId: string | null): LiveList {
  let typing: ReturnType<typeof setTimeout> | undefined;
  const about = element(
    'select',
    { id: 'audit-about', change: () => void list.restart() },
    element('option', { value: '' }, say('auditAll')),
    ...Object.entries(abouts).map(([resource, key]) => element('option', { value: resource }, say(key))),
  );
  const who = element('input', {
    ...{ id: 'audit-who', type: 'search', dir: 'auto', autocomplete: 'off', maxlength: '200' },
    input() {
      clearTimeout(typing);
      typing = setTimeout(() => void list.restart(), typingPause);
    },
  });
  const path = () => {
    const query = new URLSearchParams({
      ...(organisationId !== null && { organisation: organisationId }),
      ...(about.value !== '' && { resource: about.value }),
      ...(who.value.trim() !== '' && { by: who.value.trim() }),
    });
    return `/audit?${query}`;
  };
  const list = liveList<'listAudit'>(path, (entries) =>
    entries.length === 0
      ? [emptyNote('noEntries', say('noEntriesNext'))]
      : [element('ul', { class: 'cards' }, ...entries.map((entry) => auditEntry(entry, organisationId === null)))],
  );
  const fields = element(
    'div',
    { class: 'fields', role: 'search' },
    formField(say('auditAbout'), about),
    formField(say('auditWho'), who, say('auditWhoHint')),
  );
  return { ...list, root: element('div', { class: 'stack' }, fields, list.root) };
}
