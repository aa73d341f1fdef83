// Every snippet of the client's guide is run unchanged, against a running Belfry.

import { execFile, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { buildClient } from '../../scripts/tools/build-client.ts';
import { addDays } from '../../src/calendar/time/day.ts';
import { isoWeekOf } from '../../src/calendar/time/iso-week.ts';
import { dayAt } from '../../src/calendar/time/zone.ts';
import type { Calendar, Timetable } from '../../src/contract/types.generated.ts';
import { demoSchool } from '../../src/demo/demo-school.ts';
import { belfryWith, type TestBelfry, type TestOrganisation } from '../support/belfry-with.ts';
import { freePort } from '../support/free-port.ts';
import { isMissing } from '../support/is-missing.ts';
import { openGuide } from '../support/open-guide.ts';

const run = promisify(execFile);
const guide = openGuide('src/client/README.md');
const setUp = guide.take('sh', 'export BELFRY_URL');
const curl = guide.take('sh', '/timetables"');
const curlToday = guide.take('sh', 'export CLASS');
const gridOfAClass = guide.take('js', 'byExternalId');
const today = guide.take('js', 'calendarOf(');
const differentToday = guide.take('js', 'weekOf(');
const comparison = guide.take('js', 'compareVersions');
const whatGoesWrong = guide.take('js', 'belfry_mistyped');
const website = guide.take('js', 'createServer(');
const pythonModule = guide.take('python', 'def read(path)');
const python = guide.take('python', 'read("/api/v1/timetables")');
const pythonToday = guide.take('python', 'os.environ["CLASS"]');
const pythonDifferent = guide.take('python', '/days/');
const phpModule = guide.take('php', 'function read(');
const php = guide.take('php', '/api/v1/timetables');
const phpToday = guide.take('php', "getenv('CLASS')");
const phpDifferent = guide.take('php', '/days/');

let belfry: TestBelfry;
let folder: string;
let env: NodeJS.ProcessEnv;
let envToday: NodeJS.ProcessEnv;
beforeAll(async () => {
  const documents = demoSchool()
    .documents.slice(0, 4)
    .map(({ document }) => document);
  belfry = await belfryWith([{ id: 'demo-school', name: 'Demo', documents }, schoolToday(documents[2])]);
  const { key } = await belfry.createKey('demo-school');
  folder = await mkdtemp(join(tmpdir(), 'belfry-guide-'));
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  await writeFile(join(folder, 'belfry.py'), pythonModule);
  await writeFile(join(folder, 'belfry.php'), phpModule);
  buildClient(join(folder, 'node_modules/belfry-client'));
  env = { ...process.env, BELFRY_URL: belfry.url, BELFRY_KEY: key, ON_DATE: '2026-11-20' };
  envToday = { ...env, BELFRY_KEY: (await belfry.createKey('today')).key, CLASS: '5A Ahorn', TZ: 'Europe/Zurich' };
});
afterAll(async () => {
  await belfry?.close();
  await rm(folder, { recursive: true, force: true });
});

/** A school that has a Monday today, whatever day it is. */
function schoolToday(document: Timetable | undefined): TestOrganisation {
  if (document === undefined) throw new Error('the demo school has three');
  const timeZone = 'Europe/Zurich';
  const date = dayAt(Date.now(), timeZone);
  const calendar: Calendar = {
    timeZone,
    schoolDays: [1, 2, 3, 4, 5],
    counting: 'calendarWeeks',
    // Midnight may pass while the tests run.
    exceptions: [date, addDays(date, 1)].map((each) => ({
      ...{ date: each, name: 'Like Monday', kind: 'runs', like: { dayOfWeek: 1 } },
    })),
  };
  const always = { ...document, id: 'today-v1', groupId: 'today', effectiveFrom: 20200101, effectiveTo: null };
  return { id: 'today', name: 'Today', documents: [always], calendar };
}

async function runFile(program: string, name: string, code: string, variables = env): Promise<string> {
  await writeFile(join(folder, name), code);
  return (await run(program, [name], { cwd: folder, env: variables })).stdout;
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

const classToday = { lesson: { startTime: '08:20', classes: ['5A Ahorn'] } };

/** The first lesson of the class is cancelled today, with what everybody shall read. */
async function setDifferent(note: string): Promise<NodeJS.ProcessEnv> {
  const date = dayAt(Date.now(), 'Europe/Zurich');
  const changes = [{ ref: '1', date, ...classToday, cancelled: true as const, text: 'Go home' }];
  await belfry.setDifferent('today', { from: date, to: date, changes, notes: [{ date, text: note }] });
  onTestFinished(() => belfry.setDifferent('today', { from: date, to: date }));
  return { ...envToday, DATE: `${date}`, WEEK: isoWeekOf(date), CLASS_ID: 'class-5A' };
}

test('JavaScript: what is different today for a class', async () => {
  const variables = await setDifferent('Bus strike');
  const said = await runFile(process.execPath, 'different.js', differentToday, variables);
  expect(said).toBe('08:20 Class Time: cancelled\nBus strike\n');
});

test.for([
  ['Python', 'python3', 'different.py', pythonDifferent],
  ['PHP', 'php', 'different.php', phpDifferent],
] as const)(
  '%s: what is different today for a class, and nothing is sent twice',
  async ([, program, name, code], { skip }) => {
    if (await isMissing(program)) skip(`${program} is not installed`);
    const variables = await setDifferent(`Bus strike, ${program}`);
    expect(await runFile(program, name, code, variables)).toMatch(
      new RegExp(`^08:20 cancelled Class Time [^\\n]+ Go home\\nBus strike, ${program}\\n$`),
    );
    // An answer that was marked where it is kept is read from there again: the server answered that nothing has changed.
    const kept = join(folder, 'belfry-answers.json');
    await writeFile(
      kept,
      (await readFile(kept, 'utf8')).replaceAll('Bus strike', 'Kept').replaceAll('Go home', 'Stay'),
    );
    expect(await runFile(program, name, code, variables)).toMatch(new RegExp(` Stay\\nKept, ${program}\\n$`));
    await setDifferent('Snow');
    expect(await runFile(program, name, code, variables)).toMatch(/ Go home\nSnow\n$/);
  },
);

test('JavaScript: errors', async () => {
  const said = await runFile(process.execPath, 'errors.js', whatGoesWrong);
  expect(said).toBe('refused: 401 INVALID_API_KEY Invalid or inactive API key\n');
});

describe.for([
  ['Python', 'python3', 'list.py', python],
  ['PHP', 'php', 'list.php', php],
] as const)('%s', ([, program, name, code]) => {
  test('a refusal is one sentence', async ({ skip }) => {
    if (await isMissing(program)) skip(`${program} is not installed`);
    const refused = await runFile(program, name, code, { ...env, BELFRY_KEY: 'belfry_mistyped' }).catch(
      (error) => error,
    );
    expect(refused).toMatchObject({
      code: 1,
      stdout: '',
      stderr: 'The timetable cannot be read: 401 Invalid or inactive API key\n',
    });
  });

  test('what may be over soon is tried again', async ({ skip }) => {
    if (await isMissing(program)) skip(`${program} is not installed`);
    let asked = 0;
    const busyAtFirst = createServer((request, response) => {
      asked++;
      if (asked < 3) return response.writeHead(503, { 'Retry-After': '0.1' }).end('<html>busy</html>');
      const authorization = request.headers.authorization ?? '';
      return fetch(`${belfry.url}${request.url}`, { headers: { authorization } }).then(async (answer) =>
        response.writeHead(200, { ETag: '"1"' }).end(await answer.text()),
      );
    });
    onTestFinished(() => {
      busyAtFirst.close();
    });
    await new Promise<void>((listening) => busyAtFirst.listen(0, '127.0.0.1', listening));
    const address = busyAtFirst.address();
    const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
    expect(await runFile(program, name, code, { ...env, BELFRY_URL: url })).toContain('main-2026-v1 published');
    expect(asked).toBe(3);
  });
});

test('Python', async ({ skip }) => {
  if (await isMissing('python3')) skip('python3 is not installed');
  expect(await runFile('python3', 'list.py', python)).toContain('main-2026-v1 published 20260901');
});

test('PHP', async ({ skip }) => {
  if (await isMissing('php')) skip('php is not installed');
  expect(await runFile('php', 'list.php', php)).toContain('main-2026-v1 published');
});

/** Monday's lessons of the class begin with these, in every language. */
const firstLesson = /^08:20 09:05 Class Time \S/;

test('curl: today', async ({ skip }) => {
  if (await isMissing('jq')) skip('jq is not installed');
  expect(await runFile('bash', 'today.sh', curlToday, envToday)).toMatch(firstLesson);
});

test('JavaScript: today', async () => {
  const said = await runFile(process.execPath, 'today.js', today, envToday);
  expect(said).toMatch(/^\d{8} \d\d:\d\d: school \(Like Monday\)\n/);
  expect(said).toMatch(/^.+: now \d+, next at \S+$/m);
});

test('Python: today', async ({ skip }) => {
  if (await isMissing('python3')) skip('python3 is not installed');
  const said = await runFile('python3', 'today.py', pythonToday, envToday);
  expect(said).toMatch(firstLesson);
  if (!(await isMissing('jq'))) expect(said).toBe(await runFile('bash', 'today.sh', curlToday, envToday));
});

test('PHP: today', async ({ skip }) => {
  if (await isMissing('php')) skip('php is not installed');
  const said = await runFile('php', 'today.php', phpToday, envToday);
  expect(said).toMatch(firstLesson);
  if (!(await isMissing('python3'))) expect(said).toBe(await runFile('python3', 'today.py', pythonToday, envToday));
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
