// The samples of the API reference, each run as it stands against a running Belfry: the first read, and those of every call.
// There is no C# on the machines of the tests.

import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoSchool } from '../../../src/demo/demo-school.ts';
import { sampleFile, sampleOf, samples } from '../../../src/pages/docs/docs-samples.ts';
import { belfryWith, type TestBelfry } from '../../support/belfry-with.ts';
import { isMissing } from '../../support/is-missing.ts';
import { demoCalendar } from '../viewer/demo-calendar.ts';

const documents = demoSchool().documents.flatMap(({ document }) => (document.id === 'upper-2026-v1' ? [document] : []));
const folder = mkdtempSync(join(tmpdir(), 'belfry-samples-'));
let belfry: TestBelfry;
let keys: { BELFRY_KEY: string; LINK_TOKEN: string };
beforeAll(async () => {
  belfry = await belfryWith(
    [{ id: 'riverside', name: 'R', documents, calendar: demoCalendar }],
    Date.parse('2026-11-25T09:00:00Z'),
  );
  const { token } = await belfry.createLink('riverside', ['class', 'class-11A']);
  keys = { BELFRY_KEY: (await belfry.createKey('riverside')).key, LINK_TOKEN: token };
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await belfry?.close();
});

const programs = { curl: 'bash', JavaScript: process.execPath, Python: 'python3', PHP: 'php' };
const runnable = Object.entries(programs) as [keyof typeof programs, string][]; // the entries of a constant

const run = (program: string, file: string, given: Record<string, string>) =>
  new Promise<{ failed: boolean; printed: string }>((done) => {
    const env = { ...process.env, BELFRY_URL: belfry.url, ...given };
    execFile(program, [file], { env, maxBuffer: 2 ** 26 }, (error, stdout, stderr) =>
      done({ failed: error !== null, printed: stdout + stderr }),
    );
  });

const refused = { failed: true, printed: expect.stringContaining('Invalid or inactive API key') };

test.for(runnable)('%s: lists the timetables, and says why it is refused', async ([language, program], { skip }) => {
  if (await isMissing(program)) skip(`${program} is not installed`);
  const file = sampleFile(samples[language]);
  expect(await run(program, file, keys)).toEqual({ failed: false, printed: expect.stringContaining('upper-2026-v1') });
  expect(await run(program, file, { BELFRY_KEY: 'belfry_mistyped' })).toEqual(refused);
});

test('today.php: the lessons of a class as a list, in 20 lines, and one sentence without', async ({ skip }) => {
  if (await isMissing('php')) skip('php is not installed');
  const file = sampleFile('today.php');
  expect(readFileSync(file, 'utf8').trimEnd().split('\n').length).toBeLessThanOrEqual(21);
  const asked = { ...keys, ON_DATE: '2026-11-25', CLASS: 'class-11A' };
  const { printed } = await run('php', file, asked);
  expect(printed).toMatch(/^<ul class="today">\n(<li>\d\d:\d\d .+ <small>.*<\/small><\/li>\n)+<\/ul>\n$/);
  const refused = await run('php', file, { ...asked, BELFRY_KEY: 'belfry_mistyped' });
  expect(refused.printed).toContain('<p>The timetable cannot be shown at the moment.</p>');
  expect(refused.printed).toContain('Invalid or inactive API key');
});

test('lessons.gs: a row for each lesson of the week, and a refusal is its message', async () => {
  // What Google Sheets gives a function, whose requests do not wait.
  const sheets = `import { execFileSync } from 'node:child_process';
    const PropertiesService = { getScriptProperties: () => ({ getProperty: (name) => process.env[name] }) };
    const UrlFetchApp = {
      fetch: (url, { headers: { Authorization } }) => ({
        getContentText: () => String(execFileSync('curl', ['--silent', '--header', 'Authorization: ' + Authorization, url])),
      }),
    };
    ${readFileSync(sampleFile('lessons.gs'), 'utf8')}
    console.log(JSON.stringify(LESSONS(process.env.BELFRY_URL, 'class-11A', '2026-W48')));`;
  const file = join(folder, 'lessons.mjs');
  writeFileSync(file, sheets);
  const { printed } = await run(process.execPath, file, keys);
  const rows: unknown[][] = JSON.parse(printed);
  expect(rows.length).toBeGreaterThan(10);
  for (const row of rows) expect(row.join('|')).toMatch(/^2026112\d\|\d\d:\d\d\|[^|]+\|/);
  expect(await run(process.execPath, file, { BELFRY_KEY: 'belfry_mistyped' })).toEqual(refused);
});

test('the feed that Home Assistant is given needs no header', async () => {
  const answer = await fetch(`${belfry.url}/ical/${keys.LINK_TOKEN}.ics`);
  expect([answer.status, (await answer.text()).slice(0, 15)]).toEqual([200, 'BEGIN:VCALENDAR']);
});

test.for(runnable)('%s: makes every call, and says why it is refused', async ([language, program], { skip }) => {
  if (await isMissing(program)) skip(`${program} is not installed`);
  const calls = [
    ['/api/v1/timetables', 'BELFRY_KEY', 'upper-2026-v1'],
    ['/api/v1/timetables/upper-2026-v1', 'BELFRY_KEY', 'lsn_'],
    ['/api/v1/calendar', 'BELFRY_KEY', 'Make-up Saturday'],
    ['/api/v1/weeks/2026-W48', 'BELFRY_KEY', '2026-W48'],
    ['/api/v1/my', 'LINK_TOKEN', 'class-11A'],
  ] as const;
  for (const [path, variable, part] of calls) {
    const file = join(folder, `call${extname(samples[language])}`);
    writeFileSync(file, sampleOf(language, { path, variable }));
    const { failed, printed } = await run(program, file, keys);
    expect({ path, failed, printed: printed.slice(0, failed ? 500 : 0) }).toEqual({ path, failed: false, printed: '' });
    expect(printed, path).toContain(part);
    expect(await run(program, file, { [variable]: 'mistyped' }), path).toMatchObject({ failed: true });
  }
});

test('every language but C# is run', () => {
  expect([...Object.keys(programs), 'C#']).toEqual(Object.keys(samples));
});
