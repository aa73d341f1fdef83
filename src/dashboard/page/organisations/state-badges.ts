// The state of an organisation in a few words each: who may read it, and how its publication goes.

import { element } from '../../../viewer/element.ts';
import type { Organisation, OrganisationStatus } from '../answers.ts';
import { durationInWords } from '../moments.ts';
import { type PlainKey, say } from '../say.ts';

const accessWords: Readonly<Record<string, PlainKey>> = {
  active: 'accessActive',
  'locked:trial_ended': 'accessTrialEnded',
  'locked:plan_ended': 'accessPlanEnded',
  'locked:payment_failed': 'accessPaymentFailed',
  suspended: 'accessSuspended',
};
/** What `access` can be set to. */
export const accessStates = Object.keys(accessWords);

export const accessInWords = (access: string): string => {
  const key = accessWords[access];
  return key === undefined ? access : say(key);
};

const badge = (words: string, look: '' | 'strong' | 'draft' = '') =>
  element('span', { class: `badge ${look}`.trimEnd() }, words);

export const accessBadges = ({ access, api }: Organisation): HTMLElement[] => [
  badge(accessInWords(access), access === 'active' ? '' : 'draft'),
  ...(api ? [] : [badge(say('apiOff'), 'draft')]),
];

/** @param status `fine` where nothing needs attention; null where that is not known */
export function publicationBadges(status: OrganisationStatus | 'fine' | null): HTMLElement[] {
  if (status === null) return [];
  if (status === 'fine') return [badge(say('upToDate'), 'strong')];
  const { withheld, withheldLinks, retries, pending, pointer } = status;
  return [
    ...(retries.length > 0 ? [badge(say('failing'), 'draft')] : []),
    ...(pointer === null ? [badge(say('nothingPublished'), 'draft')] : []),
    ...(withheld.length > 0 ? [badge(say('withheldCount', { count: withheld.length }), 'draft')] : []),
    ...(withheldLinks.count > 0 ? [badge(say('withheldLinks', { count: withheldLinks.count }), 'draft')] : []),
    ...(pending.changes > 0 ? [badge(say('lag', { duration: durationInWords(pending.ageSeconds) }))] : []),
    ...(typeof pointer?.rolledBackTo === 'number' ? [badge(say('rolledBack'), 'draft')] : []),
  ];
}
