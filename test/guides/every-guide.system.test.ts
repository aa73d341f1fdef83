// Each guide has a test that runs its snippets, and its links have targets.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import glob from 'fast-glob';
import { expect, test } from 'vitest';
import { repositoryFolder } from '../support/run-process.ts';

const read = (path: string) => readFileSync(join(repositoryFolder, path), 'utf8');
const ignore = ['**/node_modules/**', 'out/**', 'dist/**', '.data/**'];
const guides = glob.sync('**/*.md', { cwd: repositoryFolder, ignore }).filter((path) => /^ *```/m.test(read(path)));
const tests = glob.sync('test/**/*.test.ts', { cwd: repositoryFolder }).map(read).join('\n');

test('there are guides', () => {
  expect(guides).toEqual(expect.arrayContaining(['README.md', 'src/client/README.md', 'src/database/README.md']));
});

test.each(guides)('%s has a test of its own', (path) => {
  // By its path from the top, or from the test's own folder.
  expect(tests.includes(`'${path}'`) || tests.includes(`../${path}'`)).toBe(true);
});

const documents = glob.sync('**/*.md', { cwd: repositoryFolder, ignore: [...ignore, 'CHANGELOG.md'] });

test.each(documents)('the files and folders of Belfry that %s names are there', (path) => {
  const named = [...read(path).matchAll(/`((?:src|scripts|schemas|test)\/[\w./-]+)`/g)].map(([, name = '']) => name);
  for (const name of named)
    expect(glob.sync(name.replace(/\/$/, ''), { cwd: repositoryFolder, onlyFiles: false }), name).not.toEqual([]);
});

test.each(guides)('the links of %s have targets', (path) => {
  const links = [...read(path).matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, link = '']) => join(path, '..', link));
  for (const link of links) expect(glob.sync(link, { cwd: repositoryFolder, onlyFiles: false }), link).not.toEqual([]);
});

/** As GitHub makes it of a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w\- ]/g, '')
    .replaceAll(' ', '-');
const anchorsOf = (path: string) =>
  [...read(path).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading));

test.each([...documents, 'CHANGELOG.md'])('the headings that %s links to are there', (path) => {
  const links = [...read(path).matchAll(/\]\((?!https?:)([^)#]*)#([^)]+)\)/g)];
  for (const [, file = '', anchor] of links)
    expect(anchorsOf(file === '' ? path : join(path, '..', file)), `${file}#${anchor}`).toContain(anchor);
});
