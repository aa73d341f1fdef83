import { readFileSync } from 'node:fs';
import glob from 'fast-glob';
import { expect, test } from 'vitest';
import { createFindings, maxPerRule, quote, ruleCatalogue } from '../../src/formats/report/finding.ts';
import { repositoryFolder } from '../support/run-process.ts';

const place = { file: 'school.xml', line: 3 };

test('findings are counted by rule, errors first', () => {
  const findings = createFindings();
  findings.add('school.name-missing', place, 'a');
  findings.add('school.duplicate', place, 'b');
  expect(findings.hasErrors()).toBe(false);
  findings.add('school.empty', place, 'c');
  findings.add('school.name-missing', place, 'd');
  expect(findings.hasErrors()).toBe(true);
  expect(findings.counts()).toEqual([
    { rule: 'school.empty', severity: 'error', count: 1 },
    { rule: 'school.duplicate', severity: 'warning', count: 1 },
    { rule: 'school.name-missing', severity: 'info', count: 2 },
  ]);
  expect(findings.list().map(({ message }) => message)).toEqual(['a', 'b', 'c', 'd']);
});

test('the first thousand findings of a rule are kept, and all are counted', () => {
  const findings = createFindings();
  for (let number = 0; number < 5000; number++) findings.add('school.duplicate', place, String(number));
  expect(findings.list()).toHaveLength(maxPerRule);
  expect(findings.counts()).toEqual([{ rule: 'school.duplicate', severity: 'warning', count: 5000 }]);
});

test('a text from the file is quoted on one line and shortened', () => {
  expect(quote('a\nb')).toBe('"a\\nb"');
  expect(quote('x'.repeat(1000))).toHaveLength(63);
});

test.each(Object.entries(ruleCatalogue))('%s consists of sentences', (_, { when, outcome }) => {
  for (const sentence of [when, outcome]) expect(sentence).toMatch(/^[A-Z`].*\.$/);
});

const sources = glob
  .sync('src/formats/**/*.ts', { cwd: repositoryFolder, ignore: ['**/*-rules.ts'], absolute: true })
  .map((file) => readFileSync(file, 'utf8'));

test('every rule is used in the source', () => {
  const used = (rule: string) => sources.some((text) => text.includes(`'${rule}'`));
  expect(Object.keys(ruleCatalogue).filter((rule) => !used(rule))).toEqual([]);
});
