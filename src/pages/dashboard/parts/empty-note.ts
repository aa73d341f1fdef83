// What stands in the place of a list that is empty: that it is, and what comes next.

import { type Child, element } from '../../ui/element.ts';
import { type PlainKey, say } from '../say.ts';

/** @param next for those who may do it */
export const emptyNote = (words: PlainKey, next: Child): HTMLElement =>
  element('p', { class: 'empty' }, say(words), ...(next === null || next === false ? [] : [' ', next]));
