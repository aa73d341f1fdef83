// The release has one number, in package.json; where it stands elsewhere, it is the same.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import glob from 'fast-glob';
import { expect, test } from 'vitest';
import { release } from '../src/release.ts';
import { repositoryFolder } from './support/run-process.ts';

const textOf = (path: string) => readFileSync(join(repositoryFolder, path), 'utf8');

test('the lock file and the next heading of the changelog name the release of package.json', () => {
  const lock = JSON.parse(textOf('package-lock.json'));
  expect([lock.version, lock.packages[''].version]).toEqual([release, release]);
  expect(/^## (\S+)/m.exec(textOf('CHANGELOG.md'))?.[1]).toBe(release);
});

test('guides name the packed file of the release', () => {
  const guides = glob.sync('**/*.md', { cwd: repositoryFolder, ignore: ['**/node_modules/**', 'CHANGELOG.md'] });
  const named = guides.flatMap((guide) =>
    [...textOf(guide).matchAll(/belfry-(\d[\d.]*\d)\.tgz/g)].map(([, version]) => version),
  );
  expect(new Set(named)).toEqual(new Set([release]));
});

test('the package says where it comes from, and can be published with provenance', () => {
  const manifest = JSON.parse(textOf('package.json'));
  expect(manifest).toMatchObject({
    license: 'MIT',
    repository: { type: 'git', url: expect.stringMatching(/^git\+https:/) },
    bugs: expect.stringMatching(/^https:/),
    homepage: expect.stringMatching(/^https:/),
    keywords: expect.arrayContaining(['timetable', 'school']),
    publishConfig: { access: 'public', provenance: true },
  });
  expect(manifest.private).toBeUndefined();
});
