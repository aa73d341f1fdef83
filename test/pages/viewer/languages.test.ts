// The catalogues of the texts of the viewer, the person's page and the dashboard: each language has every text, with the same names in braces and the plural forms
// of the language. The compiler checks that no key is missing.

import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import glob from 'fast-glob';
import { describe, expect, test } from 'vitest';
import { words as dashboardEnglish } from '../../../src/pages/languages/en/dashboard.ts';
import { words as hookEnglish } from '../../../src/pages/languages/en/dashboard-webhooks.ts';
import { words as dayEnglish } from '../../../src/pages/languages/en/different-days.ts';
import { words as ownEnglish } from '../../../src/pages/languages/en/my.ts';
import { words as english } from '../../../src/pages/languages/en/viewer.ts';
import { words as lazyEnglish } from '../../../src/pages/languages/en/viewer-lazy.ts';
import { chooseLanguage, languageTags } from '../../../src/pages/languages/language-names.ts';
import { loadDayWords } from '../../../src/pages/ui/days/load-day-words.ts';
import { loadWords as loadLazyWords } from '../../../src/pages/viewer/lazy-words.ts';
import { loadWords } from '../../../src/pages/viewer/load-words.ts';
import { addWords, say, setCatalogue } from '../../../src/pages/viewer/say.ts';

const pages = fileURLToPath(new URL('../../../src/pages/', import.meta.url));
const textsOf = (entry: string | object) => (typeof entry === 'string' ? [entry] : Object.values(entry).map(String));
const namesIn = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();

type Words = Record<string, string | object>;
const catalogues: [page: string, file: string, english: Words][] = [
  ['the viewer', 'viewer', english],
  ['the lazy pages', 'viewer-lazy', lazyEnglish],
  ['what is different on a day', 'different-days', dayEnglish],
  ["the person's page", 'my', ownEnglish],
  ['the dashboard', 'dashboard', dashboardEnglish],
  ['webhooks', 'dashboard-webhooks', hookEnglish],
];
const all = catalogues.flatMap(([page, file, english]) =>
  languageTags().map((tag) => ({
    ...{ tag, page, english },
    load: (): Promise<{ words: Words }> => import(`../../../src/pages/languages/${tag}/${file}.ts`),
  })),
);

test('every language has the files of the English', () => {
  const filesOf = (tag: string) => glob.sync(`languages/${tag}/*.ts`, { cwd: pages }).map((file) => basename(file));
  expect(filesOf('en').length).toBeGreaterThan(10);
  for (const tag of languageTags()) expect(filesOf(tag), tag).toEqual(filesOf('en'));
  expect(readdirSync(`${pages}languages`).filter((name) => !name.includes('.'))).toEqual(languageTags().toSorted());
});

describe.each(all)('$page in $tag', ({ tag, load, english }) => {
  test('has the keys of the English, in the same order, and no blank text', async () => {
    const { words } = await load();
    expect(Object.keys(words)).toEqual(Object.keys(english));
    for (const [key, entry] of Object.entries(words))
      for (const text of textsOf(entry)) expect(text.trim(), key).not.toBe('');
  });

  test('has the same names in braces as the English', async () => {
    const { words } = await load();
    for (const [key, entry] of Object.entries(words)) {
      const wanted = namesIn(textsOf(english[key] ?? '').at(-1) ?? '');
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

test.each(all)('the texts of $page in $tag differ from the English', async ({ tag, load, english }) => {
  if (tag === 'en') return;
  const { words } = await load();
  const same = Object.entries(english).filter(([key, text]) =>
    Object.entries(words).some(([k, t]) => k === key && t === text),
  );
  // Some are the same in another language, such as `Version` in German and French, Google's name for its calendar, or webhooks.
  expect(
    same.map(([key]) => key).filter((key) => !/^version|^classMany|^class$|^google$|^webhooks$/.test(key)),
  ).toEqual([]);
});

test.each([
  ['{viewer,ui}/**/*.ts', { ...english, ...lazyEnglish }],
  // With the tabs that the person's page takes from the viewer.
  [['{my,slips}/{*,days/*}.ts', 'viewer/grid/day-tabs.ts'], ownEnglish],
  // With what the dashboard takes from the viewer: its months, its dates and its slips.
  [
    [
      'dashboard/**/*.ts',
      ...['ui/month-section', 'ui/day-kind', 'ui/date-words', 'slips/slip'].map((name) => `${name}.ts`),
    ],
    dashboardEnglish,
  ],
  ['dashboard/webhooks/*.ts', hookEnglish],
])('every text of %s is used', (files, english) => {
  const source = glob
    .sync(files, { cwd: pages })
    .map((name) => readFileSync(pages + name, 'utf8'))
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
  const { tag } = chooseLanguage(null, [locale]);
  setCatalogue((await loadWords(tag)).words, locale);
  addWords({ ...(await loadLazyWords(tag)).words, ...(await loadDayWords(tag)).words });
  expect(counts.map((count) => say('periods', { count }))).toEqual(said);
});

/** What these files import, and what that imports; not types, and not what is imported later, by `import()`. */
function reachedAtOnce(files: readonly string[], reached = new Set<string>()): Set<string> {
  for (const file of files) {
    if (reached.has(file)) continue;
    reached.add(file);
    const imports = [...readFileSync(file, 'utf8').matchAll(/^(?:import(?! type)|export|\}).* from '(\.[^']+)';$/gm)];
    reachedAtOnce(
      imports.map(([, path = '']) => join(dirname(file), path)),
      reached,
    );
  }
  return reached;
}

test('what is loaded at once says no words of the pages that are loaded later', () => {
  const lazy = Object.keys(lazyEnglish);
  const said = (file: string) =>
    [...readFileSync(file, 'utf8').matchAll(/\b(?:say|phrase|fill)\(\s*'(\w+)'/g)].map(([, key = '']) => key);
  const files = [...reachedAtOnce([`${pages}viewer/main.ts`])];
  expect(files.length).toBeGreaterThan(50);
  expect(files.filter((file) => said(file).includes('noMoreLessons'))).not.toEqual([]);
  expect(
    files.flatMap((file) =>
      said(file)
        .filter((key) => lazy.includes(key))
        .map((key) => `${file}: ${key}`),
    ),
  ).toEqual([]);
});
