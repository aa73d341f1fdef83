// The guide to putting Belfry into service. What changes the machine itself - accounts, services, the package in /opt - is
// left out or does nothing here; everything else is run, below a folder of the test's own in place of the root.
// @module-tag long
// @module-tag slow

import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { settingsOf } from '../../scripts/options/settings.ts';
import type { OpenDatabase } from '../../src/database/connect/open-database.ts';
import { bindTestStore } from '../support/bind-store.ts';
import { createSchools, newKeyOf, publisherInto, runBuild } from '../support/fault-schools.ts';
import { openGuide } from '../support/open-guide.ts';
import { commandEnvironment } from '../support/run-command.ts';
import { repositoryFolder } from '../support/run-process.ts';
import { runningServer } from '../support/running-server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { openTestDatabase } from '../support/test-database.ts';
import { whenFileEnds } from '../support/when-file-ends.ts';
import { runSnippet } from './run-snippet.ts';

const guide = openGuide('scripts/deploy/README.md');
const install = guide.take('sh', 'useradd');
const smoke = guide.take('sh', 'belfry smoke');
const twoPublishers = guide.take('sh', '# /etc/belfry/watch.env on both');
const intoABucket = guide.take('sh', 'belfry copy');

let open: OpenDatabase;
let root: string;
let out: string;
let key: string;
beforeAll(async () => {
  open = await openTestDatabase();
  root = await temporaryFolder(whenFileEnds);
  out = join(root, 'var/lib/belfry/out');
  mkdirSync(join(root, 'etc/systemd/system'), { recursive: true });
  await bindTestStore(open, out);
  await createSchools(open.database, ['north']);
  await runBuild(publisherInto(out), open.database, 'everything');
  key = (await newKeyOf(open.database, publisherInto(out), 'north')).key;
});
afterAll(() => open?.close());

const withoutServices = 'groupadd() { :; }; useradd() { :; }; systemctl() { :; }\n';
const here = (code: string) =>
  withoutServices +
  code
    .replace(/^npm install.*\n/m, '')
    .replaceAll('/opt/belfry/node_modules/belfry/', `${repositoryFolder}/`)
    .replaceAll('/etc/', `${root}/etc/`)
    .replaceAll('/var/lib/', `${root}/var/lib/`)
    .replaceAll('s3://timetables/live', `${root}/bucket`);

test('every snippet is run here', () => {
  expect(guide.leftOver()).toEqual([]);
});

test('a machine of your own: the services find their settings, and the server answers', async () => {
  const { port } = await runningServer(out);
  const address = `http://127.0.0.1:${port}`;
  const code = here(install + smoke)
    .replace('https://timetables.example.org', address)
    .replace('--key -', `--key - <<< ${key}`);
  await runSnippet(code, commandEnvironment(open, out));
  const settings = join(root, 'etc/belfry');
  expect(readFileSync(join(settings, 'serve.env'), 'utf8')).toBe(`BELFRY_OUT=${out}\n`);
  expect(readFileSync(join(settings, 'watch.env'), 'utf8')).toMatch(/^BELFRY_OUT=.*\nDATABASE_URL=postgres:\/\/.*\n$/);
  expect(readFileSync(join(settings, 'dashboard.env'), 'utf8')).toMatch(
    /^BELFRY_OUT=.*\nDATABASE_URL=postgres:\/\/belfry_control@.*\nBELFRY_SERVERS=http:.*\n$/,
  );
  expect(statSync(join(settings, 'dashboard.env')).mode & 0o777).toBe(0o600);
  expect(statSync(join(settings, 'watch.env')).mode & 0o777).toBe(0o600);
  const units = readdirSync(join(root, 'etc/systemd/system'));
  expect(units).toContain('belfry-serve.socket');
  for (const unit of units.filter((name) => name.endsWith('.service'))) {
    const [, user = ''] = /^User=(.*)$/m.exec(readFileSync(join(root, 'etc/systemd/system', unit), 'utf8')) ?? [];
    expect(install).toMatch(new RegExp(`^useradd .* ${user}$`, 'm'));
  }
  for (const [, services = ''] of guide.text.matchAll(/systemctl (?:enable --now|start|stop|restart) ([a-z -]+)/g))
    for (const service of services.trim().split(' ')) expect(units).toContain(`${service}.service`);
});

test('the settings for two publishers are settings of Belfry', () => {
  const known = settingsOf('watch').map(({ name }) => name);
  const names = [...twoPublishers.matchAll(/^([A-Z_0-9]+)=/gm)].map(([, name = '']) => name);
  expect(names).toContain('BELFRY_BUCKET');
  expect(names.filter((name) => !known.includes(name))).toEqual([]);
});

test('a move to another store while everything runs: what is published meanwhile is copied too', async () => {
  await runSnippet(here(intoABucket), commandEnvironment(open, join(root, 'bucket')));
  const server = await runningServer(join(root, 'bucket'));
  const headers = { Authorization: `Bearer ${key}` };
  expect((await server.call({ path: '/api/v1/timetables', headers })).status).toBe(200);
});
