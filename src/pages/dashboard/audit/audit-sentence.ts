// What an entry of the audit says in the reader's language. What no sentence knows is said in the API's words.

import { element, nameOf } from '../../ui/element.ts';
import type { AuditEntry } from '../answers.ts';
import { phrase, say } from '../say.ts';

/** By the resource and what happens to it. */
const sentences = {
  'organisation created': 'auditOrganisationCreated',
  'organisation changed': 'auditOrganisationChanged',
  'organisation deleted': 'auditOrganisationDeleted',
  'key created': 'auditKeyCreated',
  'key changed': 'auditKeyChanged',
  'key revoked': 'auditKeyRevoked',
  'key deleted': 'auditKeyDeleted',
  'link created': 'auditLinkCreated',
  'link changed': 'auditLinkChanged',
  'link revoked': 'auditLinkRevoked',
  'link deleted': 'auditLinkDeleted',
  'webhook created': 'auditWebhookCreated',
  'webhook changed': 'auditWebhookChanged',
  'webhook rotated': 'auditWebhookRotated',
  'webhook deleted': 'auditWebhookDeleted',
  'webhook tested': 'auditWebhookTested',
  'webhook replayed': 'auditWebhookReplayed',
  'admin created': 'auditAdminCreated',
  'admin changed': 'auditAdminChanged',
  'admin revoked': 'auditAdminRevoked',
  'admin deleted': 'auditAdminDeleted',
  'calendar created': 'auditCalendarCreated',
  'calendar changed': 'auditCalendarChanged',
  'calendar deleted': 'auditCalendarDeleted',
  'days changed': 'auditDaysChanged',
  'days deleted': 'auditDaysDeleted',
  'timetable created': 'auditTimetableCreated',
  'timetable changed': 'auditTimetableChanged',
  'timetable imported': 'auditTimetableImported',
  'timetable published': 'auditTimetablePublished',
  'timetable renamed': 'auditTimetableRenamed',
  'timetable deleted': 'auditTimetableDeleted',
  'build started': 'auditBuildStarted',
  'rollback done': 'auditRollbackDone',
  'rollback kept': 'auditRollbackKept',
  'generation forgotten': 'auditGenerationForgotten',
  'store bound': 'auditStoreBound',
  'session opened': 'auditSessionOpened',
  'session closed': 'auditSessionClosed',
} as const;
/** Of many links that were changed at once. */
const ofMany = {
  'link created': 'auditLinksCreated',
  'link changed': 'auditLinksChanged',
  'link revoked': 'auditLinksRevoked',
  'link deleted': 'auditLinksDeleted',
} as const;
const isOfMany = (happened: string): happened is keyof typeof ofMany => Object.hasOwn(ofMany, happened);
const isKnown = (happened: string): happened is keyof typeof sentences => Object.hasOwn(sentences, happened);

export function auditSentence({ resource, action, name, subject, by, new: became }: AuditEntry): (Node | string)[] {
  if (resource === 'session' && action === 'failed') return [say('auditSessionFailed')];
  const happened = `${resource} ${action}`;
  if (!isKnown(happened)) return [element('span', { lang: 'en' }, nameOf(happened))];
  const count = became?.['count'];
  if (isOfMany(happened) && typeof count === 'number') return [say(ofMany[happened], { count })];
  const called = resource === 'session' ? by : (name ?? subject);
  // In bold, so that it can be told from the words around it.
  return phrase(sentences[happened], { name: nameOf(called ?? '?', { class: 'word' }) });
}
