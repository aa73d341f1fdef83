// What is found about days is said in every language: no code is without words, and no sentence asks for a value that its code does
// not have.

import { describe, expect, test } from 'vitest';
import { dayProblemCodes } from '../../../src/control/days/day-problem-codes.ts';
import { dayRules } from '../../../src/formats/days/day-rules.ts';
import { loadWords } from '../../../src/pages/dashboard/load-words.ts';
import { type DayWords, dayWords as english } from '../../../src/pages/languages/en/dashboard-days.ts';
import { languageTags } from '../../../src/pages/languages/language-names.ts';

/** The values of each rule that a sentence may name. */
const valuesOfRules: Record<string, readonly string[]> = {
  ...{ 'days.row-unreadable': ['column'], 'days.column-unknown': ['column'], 'days.column-missing': ['column'] },
  ...{ 'days.time-unknown': ['date', 'period'], 'days.break-unknown': ['date', 'period'] },
  'days.move-incomplete': ['date', 'period'],
};
const losses = ['not-printed', 'nothing-changed', 'repeated', 'nobody-concerned'].map((code) => `loss-${code}`);
const namesIn = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name).toSorted();
const textsIn = (text: string | object): string[] => (typeof text === 'string' ? [text] : Object.values(text));

describe.each(languageTags())('in %s', (tag) => {
  const load = (): Promise<{ dayWords: DayWords }> => import(`../../../src/pages/languages/${tag}/dashboard-days.ts`);
  test('every code, rule and loss has words, and there are no others', async () => {
    const keys = Object.keys((await load()).dayWords);
    const kept = (prefix: string) => keys.filter((key) => key.startsWith(prefix)).toSorted();
    expect(kept('why-')).toEqual(
      Object.keys(dayProblemCodes)
        .map((code) => `why-${code}`)
        .toSorted(),
    );
    expect(kept('days.')).toEqual(Object.keys(dayRules).toSorted());
    expect(kept('loss-')).toEqual(losses.toSorted());
  });

  test('a sentence takes the values of its code, and those of its English', async () => {
    const values: Record<string, readonly string[]> = {
      ...valuesOfRules,
      ...Object.fromEntries(Object.entries(dayProblemCodes).map(([code, names]) => [`why-${code}`, names])),
    };
    for (const [key, text] of Object.entries((await load()).dayWords)) {
      if (/^(why-|days\.)/.test(key))
        for (const name of textsIn(text).flatMap(namesIn)) expect(values[key] ?? [], key).toContain(name);
      const [inEnglish = ''] = textsIn(Reflect.get(english, key));
      // A plural form may say its number in a word.
      if (typeof text === 'string') expect(namesIn(text), key).toEqual(namesIn(inEnglish));
    }
  });

  test('no sentence is technical, and none is that of another part of the page', async () => {
    const { dayWords } = await load();
    for (const text of Object.values(dayWords).flatMap(textsIn)) {
      expect(text).not.toMatch(/\$|--|`|\bnull\b|evenIf|[a-z][A-Z](?!ML)/);
      expect(text.trim()).toBe(text);
      expect(text).not.toBe('');
    }
    const { words } = await loadWords(tag);
    expect(Object.keys(dayWords).filter((key) => Object.hasOwn(words, key))).toEqual([]);
  });
});
