// What is found is said in every language: no code is without words, and no sentence asks for a value that its code does not have.

import { describe, expect, test } from 'vitest';
import { calendarProblemCodes } from '../../../src/calendar/check/calendar-codes.ts';
import { schemaCodes } from '../../../src/contract/schema-codes.ts';
import { documentCodes } from '../../../src/document/finding-codes.ts';
import { ruleCatalogue } from '../../../src/formats/report/finding.ts';
import { lossCodes } from '../../../src/formats/report/loss-codes.ts';
import { loadFindingWords } from '../../../src/pages/dashboard/findings/load-finding-words.ts';
import type { ImportWords } from '../../../src/pages/languages/en/import-findings.ts';
import { languageTags } from '../../../src/pages/languages/language-names.ts';

const codes: Record<string, readonly string[]> = {
  ...documentCodes,
  ...calendarProblemCodes,
  ...Object.fromEntries(schemaCodes.map((code) => [code, ['field']])),
};
/** What the page puts together itself. */
const ofPage: Record<string, readonly string[]> = { when: ['day', 'period'], 'when-numbered': ['day', 'period'] };
/** Of a placed lesson, which clashes are about. */
const placed = ['double-booked-class', 'double-booked-room', 'double-booked-teacher'];
const namesIn = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

describe.each(languageTags())('in %s', (tag) => {
  const load = () => loadFindingWords(tag);
  test('every code has words, and there are no others', async () => {
    const known = Object.keys((await load()).findings).filter((key) => !key.startsWith('thing-') && !(key in ofPage));
    expect(known.sort()).toEqual(Object.keys(codes).sort());
  });

  test('a sentence takes the values of its code', async () => {
    const wrong = Object.entries((await load()).findings).flatMap(([key, text]) => {
      const values = key.startsWith('thing-') ? ['name'] : (ofPage[key] ?? codes[key] ?? []);
      const has = placed.includes(key) ? [...values, 'when'] : values;
      return namesIn(text).flatMap((name) => (has.includes(name) ? [] : [`${key}: ${name}`]));
    });
    expect(wrong).toEqual([]);
  });

  test('no sentence is technical', async () => {
    for (const text of Object.values((await load()).findings)) {
      expect(text).not.toMatch(/\$|null|JSON|[a-z][A-Z]|_/);
      expect(text.trim()).toBe(text);
      expect(text).not.toBe('');
    }
  });
});

describe.each(languageTags())('of a file, in %s', (tag) => {
  const load = (): Promise<{ found: ImportWords }> => import(`../../../src/pages/languages/${tag}/import-findings.ts`);
  test('every rule and every loss has words, and there are no others', async () => {
    const known = Object.keys((await load()).found).filter((key) => !key.startsWith('count.'));
    const losses = lossCodes.map((code) => `loss.${code}`);
    expect(known.sort()).toEqual([...Object.keys(ruleCatalogue), ...losses].sort());
  });

  test('no sentence is technical, and only losses with a name ask for one', async () => {
    for (const [key, text] of Object.entries((await load()).found)) {
      expect(text).not.toMatch(/\$|--|`|\bnull\b|evenIf|units[PU]/);
      expect(namesIn(text)).toEqual(
        ['loss.lesson-groups', 'loss.rows-not-used', 'loss.unknown-elements'].includes(key) ? ['name'] : [],
      );
    }
  });
});
