// The README, followed without a database. A thorough run starts in a fresh copy of the project with nothing
// installed, and installs what the README says.
// @module-tag long

import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { build } from 'esbuild';
import { beforeAll, expect, test } from 'vitest';
import { freshCopy } from '../support/fresh-copy.ts';
import { isMissing } from '../support/is-missing.ts';
import { openGuide } from '../support/open-guide.ts';
import { repositoryFolder } from '../support/run-process.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { thorough } from '../support/thoroughness.ts';
import { waitUntil } from '../support/wait-until.ts';
import { whenFileEnds } from '../support/when-file-ends.ts';
import { runSnippet, startSnippet } from './run-snippet.ts';

const guide = openGuide('README.md');
const start = guide.take('sh', '--omit=dev');
const look = guide.take('sh', 'KEY=belfry_...');
const tests = guide.take('sh', 'npm test');
const ownOrganisation = guide.take('sh', 'npm run organisations -- create');
const firstTimetable = guide.take('sh', '> timetable.json');

let folder: string;
beforeAll(async () => {
  folder = await temporaryFolder(whenFileEnds);
  if (thorough) await freshCopy(folder);
});

const environment = {
  DATABASE_URL: undefined,
  BELFRY_DATA: undefined,
  BELFRY_OUT: undefined,
  BELFRY_BUCKET: undefined,
  HOST: undefined,
  PORT: '0',
  ADMIN_PORT: '0',
  DASHBOARD_PORT: '0',
  npm_config_prefer_offline: 'true',
};

test('every snippet is run here', () => {
  expect(guide.leftOver()).toEqual([]);
});

test('the snippet that runs the tests is not run, since it would run itself', () => {
  expect(tests).toBe('npm ci && npm test\n');
});

test('its commands need no package that `npm ci --omit=dev` leaves out', async () => {
  const { dependencies } = JSON.parse(readFileSync(join(repositoryFolder, 'package.json'), 'utf8'));
  const { metafile } = await build({
    absWorkingDir: repositoryFolder,
    entryPoints: ['scripts/belfry.ts'],
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    write: false,
    outdir: 'out',
    metafile: true,
    logLevel: 'error',
  });
  const paths = Object.values(metafile.inputs).flatMap(({ imports }) =>
    imports.flatMap(({ path, external }) => (external && !isBuiltin(path) ? [path] : [])),
  );
  const packages = new Set(paths.map((path) => /^(@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? path));
  expect([...packages]).toContain('pg');
  expect([...packages].filter((name) => !(name in dependencies))).toEqual([]);
});

test('from nothing to a timetable, and to an organisation of one’s own', async ({ skip }) => {
  const ping = ['ping', '--fetch-timeout', '5000', '--fetch-retries', '0'];
  if (thorough && (await isMissing('npm', ping))) skip('the package registry is out of reach');
  const { printed } = await startSnippet(
    start,
    environment,
    /serves on (http:\S+),.*\n {2}(belfry_\w+)\n.*Ctrl-C/s,
    folder,
  );
  const [, url = '', key = ''] = printed;
  const here = (code: string) => code.replaceAll('http://127.0.0.1:8080', url);
  const answers = await runSnippet(here(look).replace('belfry_...', key), environment, folder);
  expect(answers).toMatch(/"count":\d+.*"success":true.*"id":"upper-2026-v1"/s);

  await runSnippet(here(firstTimetable), { ...environment, KEY: key }, folder);
  const [before = '', revoke = ''] = ownOrganisation.split(/^(?=npm run keys -- revoke)/m);
  const [imported = '', status = '', otherKeys = ''] = before.split(/^(?=npm run status)|(?<=^npm run status.*\n)/m);
  const said = await runSnippet(imported, environment, folder);
  const [own = ''] = /belfry_\w+/.exec(said) ?? [];
  const [keyId = ''] = /\bkey_[\w-]+/.exec(said) ?? [];
  const read = async () => fetch(`${url}/api/v1/timetables`, { headers: { Authorization: `Bearer ${own}` } });
  const body = await waitUntil('the timetable is published', async () => {
    const answer: unknown = await (await read()).json();
    return JSON.stringify(answer).includes('riverside-2026-v1') && answer;
  });
  // `status` fails while a change waits for long, as one does where other tests use the processor.
  await waitUntil('nobody needs attention', () => runSnippet(status, environment, folder));
  await runSnippet(otherKeys, environment, folder);
  expect(body).toMatchObject({ data: { orgId: 'riverside', count: 1, timetables: [{ id: 'riverside-2026-v1' }] } });
  await runSnippet(revoke.replace('key_...', keyId), environment, folder);
  expect((await read()).status).toBe(401);
});
