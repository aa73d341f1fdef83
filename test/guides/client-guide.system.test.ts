// Every snippet of the client's guide is run unchanged, against a running Belfry.

import { execFile, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildClient } from '../../scripts/tools/build-client.ts';
import { demoSchool } from '../../src/demo/demo-school.ts';
import { belfryWith, type TestBelfry } from '../support/belfry-with.ts';
import { freePort } from '../support/free-port.ts';
import { isMissing } from '../support/is-missing.ts';
import { openGuide } from '../support/open-guide.ts';

const run = promisify(execFile);
const guide = openGuide('src/client/README.md');
const setUp = guide.take('sh', 'export BELFRY_URL');
const curl = guide.take('sh', 'curl');
const gridOfAClass = guide.take('js', 'byExternalId');
const comparison = guide.take('js', 'compareVersions');
const whatGoesWrong = guide.take('js', 'belfry_mistyped');
const website = guide.take('js', 'createServer(');
const python = guide.take('python', 'urllib');
const php = guide.take('php', 'file_get_contents');

let belfry: TestBelfry;
let folder: string;
let env: NodeJS.ProcessEnv;
beforeAll(async () => {
  const documents = demoSchool()
    .documents.slice(0, 4)
    .map(({ document }) => document);
  belfry = await belfryWith([{ id: 'demo-school', name: 'Demo', documents }]);
  const { key } = await belfry.createKey('demo-school');
  folder = await mkdtemp(join(tmpdir(), 'belfry-guide-'));
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  buildClient(join(folder, 'node_modules/belfry-client'));
  env = { ...process.env, BELFRY_URL: belfry.url, BELFRY_KEY: key, ON_DATE: '2026-11-20' };
});
afterAll(async () => {
  await belfry?.close();
  await rm(folder, { recursive: true, force: true });
});

async function runFile(program: string, name: string, code: string): Promise<string> {
  await writeFile(join(folder, name), code);
  return (await run(program, [name], { cwd: folder, env })).stdout;
}

test('every snippet is run here', () => {
  expect(guide.leftOver()).toEqual([]);
});

test('curl', async () => {
  const code = `${setUp.replace('http://127.0.0.1:8080', belfry.url).replace(/belfry_\.\.\./, env['BELFRY_KEY'] ?? '')}\n${curl}`;
  expect(JSON.parse(await runFile('bash', 'curl.sh', code))).toMatchObject({ success: true, data: { count: 4 } });
});

test('JavaScript: the version in use, and the grid of a class', async () => {
  const said = await runFile(process.execPath, 'grid.js', gridOfAClass);
  expect(said).toContain('Main School: main-2026-v1');
  expect(said).toMatch(/week 1, Monday A 08:25-09:15: English in 401/);
  expect(said).toContain(' | ');
});

test('JavaScript: what changed between two versions', async () => {
  const said = await runFile(process.execPath, 'changes.js', comparison);
  expect(said).toMatch(/^.+: moved \(\w+ \d\d:\d\d, now \w+ \d\d:\d\d\)$/m);
});

test('JavaScript: errors', async () => {
  const said = await runFile(process.execPath, 'errors.js', whatGoesWrong);
  expect(said).toBe('refused: 401 INVALID_API_KEY Invalid or inactive API key\n');
});

test('Python', async ({ skip }) => {
  if (await isMissing('python3')) skip('python3 is not installed');
  expect(await runFile('python3', 'list.py', python)).toContain('main-2026-v1 published 20260901');
});

test('PHP', async ({ skip }) => {
  if (await isMissing('php')) skip('php is not installed');
  expect(await runFile('php', 'list.php', php)).toContain('main-2026-v1 published');
});

test('the website keeps the key on the server, and its page shows the week of a class', async () => {
  await writeFile(join(folder, 'website.js'), website);
  const port = await freePort();
  const running = spawn(process.execPath, ['website.js'], { cwd: folder, env: { ...env, WEBSITE_PORT: String(port) } });
  try {
    await new Promise((listening) => running.stdout.once('data', listening));
    const page = await (await fetch(`http://127.0.0.1:${port}/?class=${encodeURIComponent('5A Ahorn')}`)).text();
    expect(page).toContain('<h2>Monday</h2><ul><li>08:20 Class Time</li>');
    expect(page).not.toContain(env['BELFRY_KEY']);
    expect(await (await fetch(`http://127.0.0.1:${port}/?class=%3Cb%3E`)).text()).toBe('<p>No timetable today.</p>');
  } finally {
    running.kill();
  }
});
