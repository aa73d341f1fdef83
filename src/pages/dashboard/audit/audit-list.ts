// The entries of the audit, newest first.

import { element } from '../../ui/element.ts';
import type { AuditEntry } from '../answers.ts';
import { type LiveList, liveList } from '../live/live-list.ts';
import { say } from '../say.ts';
import { auditEntry } from './audit-entry.ts';

export const auditList = (path: string, withOrganisation: boolean): LiveList =>
  liveList<AuditEntry>(
    () => path,
    (entries) =>
      entries.length === 0
        ? [element('p', { class: 'empty' }, say('noEntries'))]
        : [element('ul', { class: 'cards' }, ...entries.map((entry) => auditEntry(entry, withOrganisation)))],
  );
