// An event of which a webhook tells, in words. What a later release tells of stays as the API calls it.

import { nameOf } from '../../ui/element.ts';
import { eventWords } from './event-words.ts';
import { type PlainHookKey, sayHook } from './hook-words.ts';

const allWords: Readonly<Record<string, PlainHookKey>> = { ...eventWords, 'webhook.test': 'hookTestEvent' };

export function eventName(type: string): Node | string {
  const key = allWords[type];
  return key === undefined ? nameOf(type, { lang: 'en' }) : sayHook(key);
}
