// What is special about a day, in words: a closure, a day that runs as another, a day with other times; nothing about an
// ordinary school day and an ordinary weekend.

import type { SchoolDay } from '../../../calendar/create-school-year.ts';
import { element, joined, nameOf } from '../../ui/element.ts';
import { listed } from '../../ui/phrase.ts';
import { phrase, say } from '../say.ts';
import type { MyDays } from './my-days.ts';

export type DayWords = { name: string | null; words: (Node | string)[] };

function wordsOf({ isSchoolDay, why, name, like, periods }: SchoolDay, instead: string | null): DayWords | null {
  if (!isSchoolDay) {
    if (why === 'weekday') return null;
    return { name, words: [say(why === 'outside terms' ? 'outsideTerms' : 'closedDay')] };
  }
  if (like !== null)
    return { name, words: instead === null ? [say('schoolDay')] : phrase('asOn', { day: nameOf(instead) }) };
  return periods === null ? null : { name, words: [say('otherTimes')] };
}

/** For the person, and then for those of the person's classes that have another day. */
export function dayWords({ on, scopesOn, insteadOn }: MyDays, date: number): DayWords[] {
  const own = wordsOf(on(date), insteadOn(date));
  const scoped = scopesOn(date).flatMap(({ day, classes }) => {
    const found = wordsOf(day, null);
    if (found === null) return [];
    const only = phrase('only', { classes: element('span', {}, ...listed(classes.map((name) => nameOf(name)))) });
    return [{ name: found.name, words: [...found.words, ' · ', ...only] }];
  });
  return own === null ? scoped : [own, ...scoped];
}

/** What the school says of a day, and who is away. */
export function saidParagraphs({ saidOn, different }: MyDays, date: number): HTMLElement[] {
  const said = saidOn(date);
  return (said && different?.saidOf(said)) ?? [];
}

export const dayNote = ({ name, words }: DayWords): HTMLElement =>
  element(
    'p',
    { class: 'my-note' },
    ...joined([...(name === null ? [] : [nameOf(name)]), element('span', { class: 'quiet' }, ...words)], ' · '),
  );
