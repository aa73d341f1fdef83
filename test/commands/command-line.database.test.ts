import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { commandGroups } from '../../scripts/command/commands.ts';
import { settingsOf } from '../../scripts/options/settings.ts';
import type { OpenDatabase } from '../../src/database/connect/open-database.ts';
import { bindTestStore } from '../support/bind-store.ts';
import { loadSchool } from '../support/published-school.ts';
import { type CommandEnvironment, commandEnvironment, runLine } from '../support/run-command.ts';
import { runHere } from '../support/run-here.ts';
import { startProcess } from '../support/run-process.ts';
import { smallTimetable } from '../support/small-timetable.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { openTestDatabase } from '../support/test-database.ts';

let open: OpenDatabase;

beforeAll(async () => {
  open = await openTestDatabase();
  await loadSchool(open.database, 'school', [smallTimetable()]);
});
afterAll(() => open.close());

async function run(line: string, variables: CommandEnvironment = {}, start: typeof runLine = runHere) {
  const out = await temporaryFolder();
  await bindTestStore(open, out);
  return start(line, { ...commandEnvironment(open, out), ...variables });
}

describe('--help shows the options and exits with 0', () => {
  test.each([
    ['start', ['--behind-tls-proxy', '--cache']],
    ['serve', ['--behind-tls-proxy', '--cache', 'TLS_CERT', 'ADMIN_PORT']],
    ['migrate', ['--json']],
    ['import', ['--organisation', '--name', '--json']],
    ['organisations', ['list', 'create', 'set']],
    ['organisations set', ['--access', '--api', 'locked:payment_failed', 'on', 'off']],
    ['organisations create', ['--name', '--json']],
    ['keys', ['create', 'list', 'rotate', 'revoke']],
    ['keys create', ['--organisation', '--name', '--expires', '--json']],
    ['keys list', ['--organisation', '--json']],
    ['keys rotate', ['<key>', '--organisation', '--overlap', '--json']],
    ['keys revoke', ['<key>', '--json']],
    ['admins create', ['--name', '--organisation', '--role', '--expires', '--json', 'operator', 'manager', 'viewer']],
    ['admins revoke', ['<admin>', '--json']],
    ['audit-log', ['--organisation', '--limit', '--after', '--json']],
    ['build', ['--organisation', '--timetable', '--full', '--json']],
    ['bind', ['--force', '--json']],
    ['watch', ['Publish on each change']],
    ['status', ['--organisation', '--json']],
    ['check', ['--against-database', '--json']],
    ['rollback', ['--organisation', '--to', '--json']],
    ['forget', ['--organisation', '--json', 'BELFRY_KEEP_DAYS']],
    ['copy', ['--from', '--to', 'AWS_REGION']],
    ['smoke', ['--url', '--key']],
    ['doctor', ['--json']],
    ['convert', ['--to', '--first-day']],
    ['export', ['--organisation', '--to', '--json']],
    ['timetables', ['list']],
    ['build-cdn', ['--for', '--to']],
    ['completion', ['bash']],
  ])('%s', async (name, words) => {
    // Each command once as a process of its own.
    const variables = { ...commandEnvironment(open, '/nowhere'), DATABASE_URL: 'postgres://nowhere.invalid/x' };
    const { code, stdout, stderr } = await (name.includes(' ') ? runHere : runLine)(`${name} --help`, variables);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    for (const word of ['Usage:', ...words]) expect(stdout).toContain(word);
    if (!name.includes(' '))
      expect([...stdout.matchAll(/^ {2}([A-Z][A-Z0-9_]+) {2}/gm)].map(([, variable]) => variable)).toEqual(
        settingsOf(name).map(({ name }) => name),
      );
    expect(stdout.includes('Exit codes')).toBe(!name.includes(' '));
  });
});

test('without a command the program shows all commands in their groups, and exits with 0', async () => {
  const { code, stdout, stderr } = await startProcess(['scripts/belfry.ts'], {}).finished;
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const shown = Object.keys(commandGroups).map((heading) => stdout.split(`\n${heading}\n`)[1]?.split('\n\n')[0]);
  const named = shown.map((group) => [...(group?.matchAll(/^ {2}([a-z-]+)/gm) ?? [])].map(([, name]) => name));
  expect(named).toEqual(
    Object.values(commandGroups).map((group, index, { length }) => [
      ...Object.keys(group),
      ...(index + 1 === length ? ['help'] : []),
    ]),
  );
});

/** One sentence on standard error, without a stack trace. */
function expectSentence(stderr: string, sentence: RegExp) {
  expect(stderr).toMatch(sentence);
  expect(stderr).not.toMatch(/^\s+at /m);
}

// test/commands/mistakes.database.test.ts has the mistakes of each kind.
describe('wrong usage of a process exits with 2 and says what is wrong', () => {
  test.each([
    ['an unknown option', 'build --fast', /unknown option '--fast'/],
    ['an unknown organisation', 'build --organisation nobody', /there is no organisation nobody/],
  ])('%s', async (_, line, sentence) => {
    const { code, stderr } = await run(line, {}, runLine);
    expectSentence(stderr, sentence);
    expect(code).toBe(2);
  });

  test.each(['PORT', 'ADMIN_PORT'])('a %s that is taken', async (setting) => {
    const taken = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => {
      taken.close();
    });
    await new Promise((listening) => taken.once('listening', listening));
    const address = taken.address();
    const port = String(typeof address === 'object' ? address?.port : address);
    const { code, stderr } = await run('serve', { [setting]: port }, runLine);
    expectSentence(stderr, new RegExp(`port ${port} is taken; set ${setting} to another`));
    expect(code).toBe(2);
  });
});

describe('a database or store that cannot be reached: exit 3, and the message has its address', () => {
  test.each(['migrate', 'build', 'organisations list', 'keys list --organisation school'])(
    'an unreachable database, for %s',
    async (line) => {
      const { code, stderr } = await run(line, { DATABASE_URL: 'postgres://belfry:secret@127.0.0.1:1/belfry' });
      expectSentence(stderr, /^error: cannot reach PostgreSQL at 127\.0\.0\.1:1\/belfry: .+/);
      expect(stderr).not.toContain('secret');
      expect(code).toBe(3);
    },
  );

  test.each(['build --full', 'keys create --organisation school --name x', 'organisations set school --api on'])(
    'a store with files in the place of its folders, for %s',
    async (line) => {
      const out = await temporaryFolder();
      await bindTestStore(open, out);
      for (const name of ['keys', 'organisations']) await writeFile(join(out, name), '');
      const { code, stderr } = await runHere(line, commandEnvironment(open, out));
      expectSentence(stderr, /^error: .*(ENOTDIR|EEXIST|not a directory)/);
      expect(code).toBe(3);
    },
  );

  test("a file in the place of the embedded database's folder", async () => {
    const data = join(await temporaryFolder(), 'data');
    await writeFile(data, '');
    const { code, stderr } = await run('migrate', { DATABASE_URL: undefined, BELFRY_DATA: data });
    expectSentence(stderr, /^error: .*data/);
    expect(code).toBe(3);
  });
});

describe('--json prints only JSON', () => {
  test.each([
    ['migrate', { migrations: [] }],
    [
      'organisations list',
      { organisations: [{ id: 'school', access: 'active', lockedBecause: null, apiEnabled: true }] },
    ],
    ['keys list --organisation school', { keys: expect.any(Array) }],
    ['build', { organisations: [{ organisationId: 'school', withheld: [] }] }],
    ['build --full', { organisations: [{ organisationId: 'school', generation: 1 }] }],
    ['check', { problems: [{ path: 'organisations/' }, { path: 'site/index.html' }], orphans: [] }, 1],
    // No publisher writes to the empty store.
    ['status', { totals: { organisations: 1, published: 1 }, organisations: [], publisher: null }, 1],
    ['status --all', { totals: { organisations: 1 }, organisations: [{ organisationId: 'school' }] }, 1],
    ['status --organisation school', { organisations: [{ organisationId: 'school' }], publisher: null }, 1],
  ])('%s', async (line, expected, exitCode = 0) => {
    const { code, stdout } = await run(`${line} --json`);
    expect(JSON.parse(stdout)).toMatchObject(expected);
    expect(code).toBe(exitCode);
  });
});
