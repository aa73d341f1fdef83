import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { settingsOf } from '../../scripts/support/settings.ts';
import type { OpenDatabase } from '../../src/database/open-database.ts';
import { bindTestStore } from '../support/bind-store.ts';
import { loadSchool } from '../support/published-school.ts';
import { commandEnvironment, runLine } from '../support/run-command.ts';
import { smallTimetable } from '../support/small-timetable.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { openTestDatabase } from '../support/test-database.ts';

let open: OpenDatabase;

beforeAll(async () => {
  open = await openTestDatabase();
  await loadSchool(open.database, 'school', [smallTimetable()]);
});
afterAll(() => open.close());

async function run(line: string, variables: Record<string, string | undefined> = {}) {
  const out = await temporaryFolder();
  await bindTestStore(open, out);
  return runLine(line, { ...commandEnvironment(open, out), ...variables });
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
    ['keys', ['create', 'list', 'revoke']],
    ['keys create', ['--organisation', '--name', '--expires', '--json']],
    ['keys list', ['--organisation', '--json']],
    ['keys revoke', ['<key>', '--json']],
    ['build', ['--organisation', '--timetable', '--full', '--json']],
    ['bind', ['--force', '--json']],
    ['watch', ['Publish on each change']],
    ['status', ['--organisation', '--json']],
    ['check', ['--against-database', '--json']],
    ['rollback', ['--organisation', '--to', '--json']],
    ['forget', ['--organisation', '--entity', '--json', 'BELFRY_KEEP_DAYS']],
    ['copy', ['--from', '--to', 'AWS_REGION']],
    ['smoke', ['--url', '--key']],
  ])('%s', async (name, words) => {
    const { code, stdout, stderr } = await run(`${name} --help`, { DATABASE_URL: 'postgres://nowhere.invalid/x' });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    for (const word of ['Usage:', ...words]) expect(stdout).toContain(word);
    if (!name.includes(' '))
      expect([...stdout.matchAll(/^ {2}([A-Z][A-Z0-9_]+) {2}/gm)].map(([, variable]) => variable)).toEqual(
        settingsOf(name).map(({ name }) => name),
      );
    expect(stdout.includes('Exit codes')).toBe(!name.includes(' '));
  });
});

/** One clear sentence on standard error: what, which and what to do, and no stack. */
function expectSentence(stderr: string, sentence: RegExp) {
  expect(stderr).toMatch(sentence);
  expect(stderr).not.toMatch(/^\s+at /m);
}

describe('wrong usage exits with 2 and says what is wrong', () => {
  test.each([
    ['an unknown option', 'build --fast', /unknown option '--fast'/],
    ['an option without its value', 'build --organisation', /argument missing/],
    ['a missing option', 'keys create --name x', /--organisation <id>' not specified/],
    ['a missing argument', 'import --organisation school', /missing required argument 'file'/],
    ['an unknown subcommand', 'keys destroy', /unknown command 'destroy'/],
    ['an organisation that is not there', 'build --organisation nobody', /there is no organisation nobody/],
    ['a version that is not there', 'build --timetable nothing', /there is no timetable version nothing/],
    ['a key that is not there', 'keys revoke key_x', /there is no key key_x/],
    ['a key for nobody', 'keys create --organisation nobody --name x', /there is no organisation nobody/],
    ['an expiry that is no date', 'keys create --organisation school --name x --expires soon', /ISO 8601/],
    ['an expiry in the past', 'keys create --organisation school --name x --expires 2020-01-01', /past already/],
    ['an import for nobody', 'import --organisation nobody x.json', /there is no organisation nobody; add --name/],
    ['an organisation id in upper case', 'organisations create School --name x', /lower-case/],
    ['an organisation that exists', 'organisations create school --name x', /there is an organisation school already/],
    ['an unknown access state', 'organisations set school --access locked', /locked:trial_ended/],
    ['nothing to set', 'organisations set school', /--access or --api/],
    [
      'an organisation to set that is not there',
      'organisations set nobody --api on',
      /there is no organisation nobody/,
    ],
    ['a cache of no size', 'serve --cache 0', /whole number from 1/],
    ['an entity whose id is none', 'forget --organisation school --entity ../x', /1 to 64 letters, digits/],
    ['forgetting of nobody', 'forget --organisation nobody', /there is no organisation nobody/],
    ['a rollback to nothing', 'rollback --organisation school --to first', /whole number from 1/],
    ['a rollback to what is not kept', 'rollback --organisation school --to 99', /no generation 99 .*; none is kept/],
    ['a rollback of nobody', 'rollback --organisation nobody', /there is no organisation nobody/],
    ['a rollback of an empty id', 'rollback --organisation ', /an organisation's id has/],
  ])('%s', async (_, line, sentence) => {
    const { code, stderr } = await run(line);
    expectSentence(stderr, sentence);
    expect(code).toBe(2);
  });

  test.each([
    ['a port that is none', { PORT: 'http' }, /PORT must be a port number/],
    ['a host beyond loopback without TLS', { HOST: '0.0.0.0' }, /TLS_CERT and TLS_KEY/],
    ['a certificate without its key', { TLS_CERT: '/nowhere' }, /belong together/],
    [
      'a certificate that is not there',
      { TLS_CERT: '/nowhere', TLS_KEY: '/nowhere' },
      /cannot read the files of TLS_CERT and TLS_KEY/,
    ],
  ])('%s', async (_, variables, sentence) => {
    const { code, stderr } = await run('serve', variables);
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
    const { code, stderr } = await run('serve', { [setting]: port });
    expectSentence(stderr, new RegExp(`port ${port} is taken; set ${setting} to another`));
    expect(code).toBe(2);
  });
});

describe('what is out of reach exits with 3 and says where it was looked for', () => {
  test.each(['migrate', 'build', 'organisations list', 'keys list --organisation school', 'status'])(
    'the database, for %s',
    async (line) => {
      const { code, stderr } = await run(line, { DATABASE_URL: 'postgres://belfry:secret@127.0.0.1:1/belfry' });
      expectSentence(stderr, /^error: cannot reach PostgreSQL at 127\.0\.0\.1:1\/belfry: .+/);
      expect(stderr).not.toContain('secret');
      expect(code).toBe(3);
    },
  );

  test.each(['build --full', 'keys create --organisation school --name x', 'organisations set school --api on'])(
    'the published output, files in the place of its folders, for %s',
    async (line) => {
      const out = await temporaryFolder();
      await bindTestStore(open, out);
      for (const name of ['keys', 'organisations']) await writeFile(join(out, name), '');
      const { code, stderr } = await runLine(line, commandEnvironment(open, out));
      expectSentence(stderr, /^error: .*(ENOTDIR|EEXIST|not a directory)/);
      expect(code).toBe(3);
    },
  );

  test('the folder of the embedded database', async () => {
    const data = join(await temporaryFolder(), 'data');
    await writeFile(data, '');
    const { code, stderr } = await run('migrate', { DATABASE_URL: undefined, BELFRY_DATA: data });
    expectSentence(stderr, /^error: .*data/);
    expect(code).toBe(3);
  });
});

describe('--json prints JSON alone', () => {
  test.each([
    ['migrate', { migrations: [] }],
    [
      'organisations list',
      { organisations: [{ id: 'school', access: 'active', lockedBecause: null, apiEnabled: true }] },
    ],
    ['keys list --organisation school', { keys: expect.any(Array) }],
    ['build', { organisations: [{ organisationId: 'school', withheld: [] }] }],
    ['build --full', { organisations: [{ organisationId: 'school', generation: 1 }] }],
    ['check', { problems: [], orphans: [] }],
    // Nobody publishes to the empty store.
    ['status', { organisations: [{ organisationId: 'school' }], publisher: null }, 1],
  ])('%s', async (line, expected, exitCode = 0) => {
    const { code, stdout } = await run(`${line} --json`);
    expect(JSON.parse(stdout)).toMatchObject(expected);
    expect(code).toBe(exitCode);
  });
});

test('an empty folder has nothing to check and is no failure', async () => {
  const out = join(await temporaryFolder(), 'out');
  await mkdir(out);
  expect(await run('check', { BELFRY_OUT: out })).toMatchObject({ code: 0 });
});
