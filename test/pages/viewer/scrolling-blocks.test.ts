// What scrolls is a containing block: otherwise what is taken out of the flow in it, as visually hidden text is, reaches out of
// it and makes the page longer than what it shows.

import { readFileSync } from 'node:fs';
import fastGlob from 'fast-glob';
import { describe, expect, test } from 'vitest';

const files = fastGlob.sync('src/**/*.css').sort();

describe('what scrolls is a containing block', () => {
  test('there are style sheets to look at', () => expect(files.length).toBeGreaterThan(10));

  test.each(files)('%s', (file) => {
    const rules = readFileSync(file, 'utf8').match(/[^{}]+\{[^{}]*\}/g) ?? [];
    const scrolling = rules.filter((rule) => /overflow(?:-[xy])?:\s*(?:auto|scroll)/.test(rule));
    expect(scrolling.filter((rule) => !/position:\s*(?:relative|sticky|absolute|fixed)/.test(rule))).toEqual([]);
  });
});
