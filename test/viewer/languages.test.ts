// The catalogues of the viewer's texts: each language has every text, with the same names in braces and the plural forms
// of the language. The compiler checks that no key is missing.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import glob from 'fast-glob';
import { describe, expect, test } from 'vitest';
import { words as english } from '../../src/viewer/languages/en.ts';
import { chooseLanguage, languages } from '../../src/viewer/languages.ts';
import { say, setCatalogue } from '../../src/viewer/say.ts';

const viewer = fileURLToPath(new URL('../../src/viewer/', import.meta.url));
const textsOf = (entry: string | object) => (typeof entry === 'string' ? [entry] : Object.values(entry).map(String));
const namesIn = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();

describe.each(Object.entries(languages))('%s', (tag, { load }) => {
  test('has the keys of the English, in the same order, and no blank text', async () => {
    const { words } = await load();
    expect(Object.keys(words)).toEqual(Object.keys(english));
    for (const [key, entry] of Object.entries(words))
      for (const text of textsOf(entry)) expect(text.trim(), key).not.toBe('');
  });

  test('has the same names in braces as the English', async () => {
    const { words } = await load();
    for (const [key, entry] of Object.entries(words)) {
      const wanted = namesIn(textsOf(english[key as keyof typeof english]).at(-1) ?? ''); // the keys were compared above
      for (const text of textsOf(entry)) {
        // A form for one number may leave that number out: "one class".
        const named = namesIn(text);
        expect(typeof entry === 'string' ? named : [...new Set([...named, 'count'])].sort(), key).toEqual(wanted);
      }
    }
  });

  test('has the form `other`, and no plural form that the language lacks', async () => {
    const { words } = await load();
    const rules = new Intl.PluralRules(tag);
    const needed = new Set([...Array.from({ length: 1000 }, (_, number) => rules.select(number)), 'other']);
    for (const [key, entry] of Object.entries(words))
      if (typeof entry === 'object') {
        // A missing form is the same as `other`.
        expect(Object.keys(entry), key).toContain('other');
        expect(
          Object.keys(entry).filter((form) => !needed.has(form)),
          key,
        ).toEqual([]);
      }
  });
});

test('the texts of other languages differ from the English', async () => {
  for (const [tag, { load }] of Object.entries(languages)) {
    if (tag === 'en') continue;
    const { words } = await load();
    const same = Object.entries(english).filter(([key, text]) =>
      Object.entries(words).some(([k, t]) => k === key && t === text),
    );
    // Some are the same in another language, such as `Version` in German and French.
    expect(
      same.map(([key]) => key).filter((key) => !/^version|^classMany|^class$/.test(key)),
      tag,
    ).toEqual([]);
  }
});

test('every text is used', () => {
  const source = glob
    .sync('*.ts', { cwd: viewer })
    .map((name) => readFileSync(viewer + name, 'utf8'))
    .join('\n');
  const made = /(Many|Advice)$|^(class|teacher|room|student|subject)$/;
  expect(Object.keys(english).filter((key) => !made.test(key) && !source.includes(`'${key}'`))).toEqual([]);
});

test.each([
  [null, ['de-AT', 'en'], 'de', 'de-AT'],
  [null, ['pt-BR', 'es-MX', 'en'], 'es', 'es-MX'],
  [null, ['EN-us'], 'en', 'EN-us'],
  [null, ['ja'], 'en', 'en'],
  [null, [], 'en', 'en'],
  ['ar', ['en-GB', 'ar-EG'], 'ar', 'ar-EG'],
  ['uk', ['en-GB'], 'uk', 'uk'],
  ['toString', ['fr'], 'fr', 'fr'],
])('kept %j, the browser wants %j: %s', (kept, wanted, tag, locale) => {
  expect(chooseLanguage(kept, wanted)).toEqual({ tag, locale });
});

test.each([
  ['en', [1, 2], ['1 period', '2 periods']],
  ['uk', [1, 2, 5, 21], ['1 урок', '2 уроки', '5 уроків', '21 урок']],
  ['ar', [1, 2, 3, 11], ['حصة واحدة', 'حصتان', '3 حصص', '11 حصة']],
  ['ar-EG', [3], ['٣ حصص']],
] as const)('%s counts %j', async (locale, counts, said) => {
  setCatalogue((await languages[chooseLanguage(null, [locale]).tag].load()).words, locale);
  expect(counts.map((count) => say('periods', { count }))).toEqual(said);
});
