// The state of an organisation in a few words each: who may read it, and how its publication goes.

import { element } from '../../ui/element.ts';
import type { Organisation, PublicationState } from '../answers.ts';
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

export function publicationBadges(state: PublicationState): HTMLElement[] {
  const { isPublished, isFailing, isRolledBack, withheldVersions, withheldLinks, lagSeconds } = state;
  const { orphanedChanges = 0 } = state;
  const badges = [
    ...(isFailing ? [badge(say('failing'), 'draft')] : []),
    ...(isPublished ? [] : [badge(say('nothingPublished'), 'draft')]),
    ...(withheldVersions > 0 ? [badge(say('withheldCount', { count: withheldVersions }), 'draft')] : []),
    ...(withheldLinks > 0 ? [badge(say('withheldLinks', { count: withheldLinks }), 'draft')] : []),
    ...(orphanedChanges > 0 ? [badge(say('orphanedCount', { count: orphanedChanges }), 'draft')] : []),
    ...(lagSeconds === null ? [] : [badge(say('lag', { duration: durationInWords(lagSeconds) }))]),
    ...(isRolledBack ? [badge(say('rolledBack'), 'draft')] : []),
  ];
  return badges.length > 0 ? badges : [badge(say('upToDate'), 'strong')];
}
