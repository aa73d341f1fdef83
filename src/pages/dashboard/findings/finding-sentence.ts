// A finding as a sentence in the language of the page, from its code and the school's own names. What has no code that the page
// knows, since an older or a newer release found it, is said in the English of the one that did.

import { chooseLanguage } from '../../languages/language-names.ts';
import { dayInWords } from '../../ui/date-words.ts';
import { element, nameOf } from '../../ui/element.ts';
import { keptChoices } from '../../ui/kept-choices.ts';
import { addTexts, fillText } from '../../ui/texts.ts';
import type { Finding } from '../answers.ts';
import { apiWords } from '../parts/details-of.ts';
import { loadFindingWords } from './load-finding-words.ts';

export type Sentence = (finding: Pick<Finding, 'code' | 'values' | 'message'>) => (Node | string)[];

/** Loads the words, and returns what says a finding in them. */
export async function loadSentences(): Promise<Sentence> {
  const { tag } = chooseLanguage(keptChoices.language(), navigator.languages);
  const { findings } = await loadFindingWords(tag);
  const texts: Readonly<Record<string, string>> = findings;
  addTexts(texts);
  const has = (key: string | undefined): key is string => key !== undefined && Object.hasOwn(texts, key);
  return ({ code, values = {}, message }) => {
    if (!has(code)) return [apiWords(message)];
    const when = whenOf(values);
    const sentence = fillText<Node | string>(code, { ...isolated(values), ...(when && { when: when() }) });
    const thing = `thing-${values['thing']}`;
    if (values['name'] === undefined || !has(thing) || texts[code]?.includes('{name}')) return sentence;
    const label = fillText<Node | string>(thing, isolated(values));
    return [...label, ...(when ? [' · ', when()] : []), ': ', ...sentence];
  };
}

type Values = NonNullable<Finding['values']>;

/** Values that are dates, as YYYYMMDD. */
const dates: ReadonlySet<string> = new Set(['date', 'first', 'last']);

/** Names may be written in either direction; numbers are written as the language does. */
const isolated = (values: Values): Record<string, Node | number> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? nameOf(value) : dates.has(name) ? element('span', {}, dayInWords(value)) : value,
    ]),
  );

/** A day and a period; null where there is none. A period that has a number alone is called one. */
function whenOf({ day, period }: Values): (() => Node) | null {
  if (day === undefined || period === undefined) return null;
  const isNumber = /^\d+\.?$/.test(String(period));
  // Each name alone is isolated: the whole would run in the direction of the day's name.
  const values = { day: nameOf(String(day)), period: nameOf(String(period).replace('.', '')) };
  return () => element('span', {}, ...fillText<Node | string>(isNumber ? 'when-numbered' : 'when', values));
}
