// The package as its user has it: packed, and unpacked into an empty folder. A thorough run has npm install it there from an
// empty cache, without development packages. The README's commands run there as `belfry`, and the messages name it so.
// @module-tag long

import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, mkdir, readdir, readFile, symlink } from 'node:fs/promises';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import glob from 'fast-glob';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { commands } from '../../scripts/command/commands.ts';
import type { Timetable } from '../../src/contract/types.generated.ts';
import { runSnippet, startSnippet } from '../guides/run-snippet.ts';
import { isMissing } from '../support/is-missing.ts';
import { openGuide } from '../support/open-guide.ts';
import { unpackPackage } from '../support/packed-package.ts';
import { repositoryFolder } from '../support/run-process.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { ifThorough, thorough } from '../support/thoroughness.ts';
import { waitUntil } from '../support/wait-until.ts';
import { whenFileEnds } from '../support/when-file-ends.ts';

const run = promisify(execFile);
const { version } = JSON.parse(readFileSync(join(repositoryFolder, 'package.json'), 'utf8'));

/** The folder it is installed in. */
let home: string;
/** Whether npm has installed it from an empty cache. Otherwise it is unpacked beside its dependencies. */
let isInstalled = false;

beforeAll(async () => {
  const folder = await temporaryFolder(whenFileEnds);
  const unpacked = join(folder, 'unpacked');
  await mkdir(unpacked);
  const { file, manifest } = await unpackPackage(unpacked);
  expect(manifest).toBe(readFileSync(join(repositoryFolder, 'package.json'), 'utf8'));
  isInstalled = thorough && !(await isMissing('npm', ['ping', '--fetch-timeout', '5000', '--fetch-retries', '0']));
  if (isInstalled) {
    home = join(folder, 'app'); // not below the other, whose node_modules npm would take
    await mkdir(home);
    const install = ['install', '--omit=dev', '--no-audit', '--no-fund', '--cache', join(folder, 'cache')];
    await run('npm', [...install, file], { cwd: home });
    return;
  }
  home = unpacked;
  const modules = join(home, 'node_modules');
  await symlink(join(repositoryFolder, 'node_modules/@electric-sql'), join(modules, '@electric-sql'));
  await mkdir(join(modules, '.bin'));
  await symlink('../belfry/dist/belfry.js', join(modules, '.bin/belfry'));
  await chmod(join(modules, 'belfry/dist/belfry.js'), 0o755);
});

const unset = { DATABASE_URL: undefined, BELFRY_DATA: undefined, BELFRY_OUT: undefined, BELFRY_BUCKET: undefined };
const environment = () => ({
  ...unset,
  HOST: undefined,
  PORT: '0',
  ADMIN_PORT: '0',
  DASHBOARD_PORT: '0',
  PATH: `${join(home, 'node_modules/.bin')}:${process.env['PATH']}`,
});

const belfry = (...commandArguments: string[]) => belfryWith({}, commandArguments);

/** @param input for its standard input */
function belfryWith(variables: Record<string, string>, commandArguments: string[], input = '') {
  const env = { ...process.env, NO_COLOR: '1', ...environment(), ...variables };
  const options = { cwd: home, env, input, encoding: 'utf8' } as const;
  const { status, stdout, stderr } = spawnSync('belfry', commandArguments, options);
  return { status, stdout, stderr };
}

/** Lines of the README, as commands of the package. */
const fromPackage = (code: string) =>
  code
    .replaceAll(/npm run (\S+) --(?= )/g, 'belfry $1')
    .replaceAll(/npm run (\S+)/g, 'belfry $1')
    .replaceAll(/npm start/g, 'belfry start');

test('it depends on the embedded database, and on nothing else', async () => {
  const { dependencies } = JSON.parse(await readFile(join(home, 'node_modules/belfry/package.json'), 'utf8'));
  expect(Object.keys(dependencies)).toEqual(['@electric-sql/pglite', '@electric-sql/pglite-socket']);
  expect(belfry('--version')).toEqual({ status: 0, stdout: `${version}\n`, stderr: '' });
});

test.skipIf(!thorough)('npm installs the embedded database with it, and nothing else', async ({ skip }) => {
  if (!isInstalled) skip('the package registry is out of reach');
  const installed = await readdir(join(home, 'node_modules'));
  expect(installed.filter((name) => !name.startsWith('.')).toSorted()).toEqual(['@electric-sql', 'belfry']);
});

test('every file that its guides link to is there', () => {
  const folder = join(home, 'node_modules/belfry');
  const guides = glob.sync('**/*.md', { cwd: folder });
  expect(guides).toContain('scripts/deploy/operating.md');
  const lost = guides.flatMap((guide) => {
    const links = [...readFileSync(join(folder, guide), 'utf8').matchAll(/\]\((?!https?:|mailto:|#)([^)#]+)/g)];
    const paths = links.map(([, path = '']) => path);
    return paths.filter((path) => !existsSync(join(folder, dirname(guide), path))).map((path) => `${guide}: ${path}`);
  });
  expect(lost).toEqual([]);
});

test.each(['src/DECISIONS.md', 'test', 'src/pages/viewer/viewer.png', 'scripts/tools'])(
  'what only developers need is not there: %s',
  (path) => {
    const folder = join(home, 'node_modules/belfry');
    expect(existsSync(join(folder, 'package.json'))).toBe(true);
    expect(existsSync(join(folder, path))).toBe(false);
  },
);

const names = Object.keys(commands);

test('the README has every command', () => {
  const table = [...openGuide('README.md').text.matchAll(/^\| (`.*?`) \|/gm)].map(([, cell = '']) => cell).join();
  const documented = [...table.matchAll(/`(?:npm )?([a-z:-]+)/g)].map(([, name = '']) => name.replace(':', '-'));
  expect(names.filter((name) => !documented.includes(name))).toEqual([]);
});

describe('belfry <command> --help names the command as `belfry <command>`', () => {
  test.each(['import', ...ifThorough(names.filter((name) => name !== 'import'))])('%s', (name) => {
    const { status, stdout, stderr } = belfry(name, '--help');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(new RegExp(`^Usage: belfry ${name}\\b[^]*\n {2}belfry ${name}\\b`));
    expect(stdout).not.toContain('npm run');
  });
});

test('a message names the next command as `belfry <command>`', () => {
  expect(belfry('status')).toMatchObject({ status: 2, stderr: expect.stringContaining('`belfry migrate`') });
});

test('the functions for the edge are the ones that a clone builds', async () => {
  for (const runtime of ['workers', ...ifThorough(['deno', 'bun', 'node'] as const)] as const) {
    expect(belfry('build-cdn', '--for', runtime)).toMatchObject({ status: 0, stderr: '' });
    const { bundleCdnFunction, runtimes } = await import('../../scripts/command/bundle-cdn-function.ts');
    const built = await readFile(join(home, 'out/cdn', runtimes[runtime].file), 'utf8');
    expect(built).toBe(new TextDecoder().decode(await bundleCdnFunction(runtime)));
  }
});

const startBelfry = (variables: Record<string, string> = {}) =>
  startSnippet(
    'belfry start',
    { ...environment(), ...variables },
    /serves on (http:\S+),.*\n {2}(belfry_\w+)\n.*Ctrl-C/s,
    home,
  );

test('from nothing to a timetable, with the viewer and the documents of the API', async () => {
  const own = { BELFRY_DATA: join(home, 'first/data'), BELFRY_OUT: join(home, 'first/out') };
  const { printed } = await startBelfry(own);
  const [, url = '', key = ''] = printed;
  const headers = { Authorization: `Bearer ${key}` };
  expect(await (await fetch(`${url}/api/v1/timetables/upper-2026-v1`, { headers })).text()).toContain(
    '"id":"upper-2026-v1"',
  );
  expect(await (await fetch(url)).text()).toContain('viewer.js');
  const client = ['/client/belfry-client.js', '/client/belfry-client.d.ts', '/client/belfry-contract.d.ts'];
  for (const path of ['/viewer.js', '/docs/', '/openapi.json', '/schemas/timetable.json', ...client])
    expect([path, (await fetch(`${url}${path}`)).status]).toEqual([path, 200]);

  // A closed pipe ends the command without an error.
  // Once nothing waits, since whoever waits for long needs attention, and then `status` fails.
  const line =
    'until belfry status >/dev/null; do sleep 0.2; done; belfry status --all --json | head -1; exit $PIPESTATUS';
  const env = { ...process.env, ...environment(), ...own };
  const { stdout, stderr } = await run('bash', ['-c', line], { cwd: home, env });
  expect({ stdout, stderr }).toEqual({ stdout: '{\n', stderr: '' });
});

test('belfry demo: the demo school from nothing, whatever the environment names, and nothing is left', async () => {
  const temporary = await temporaryFolder();
  const elsewhere = {
    DATABASE_URL: 'postgres://nowhere.invalid/x',
    BELFRY_BUCKET: 's3://nowhere',
    BELFRY_OUT: '/nowhere',
  };
  const before = await readdir(home);
  const { printed, stop } = await startSnippet(
    'exec belfry demo',
    { ...environment(), ...elsewhere, TMPDIR: temporary },
    /serves on (http:\S+),.*\n {2}(belfry_\w+)\n.*Ctrl-C/s,
    home,
  );
  const [, url = '', key = ''] = printed;
  const answer = await fetch(`${url}/api/v1/timetables`, { headers: { Authorization: `Bearer ${key}` } });
  expect(await answer.json()).toMatchObject({ success: true, data: { orgId: 'demo-school' } });
  expect(await readdir(temporary)).toEqual([expect.stringMatching(/^belfry-demo-/)]);
  await stop();
  expect(await readdir(temporary)).toEqual([]);
  expect(await readdir(home)).toEqual(before);
});

/** The processes whose group is that of the process. */
const groupOf = (pid: number) =>
  spawnSync('ps', ['-o', 'pid=,args=', '-g', String(pid)], { encoding: 'utf8' }).stdout.trim();

describe.for([
  ['SIGTERM to npx alone', 'SIGTERM', 'npx', 'once it serves'],
  ['Ctrl-C, which a terminal sends to npx and all that it started', 'SIGINT', 'all', 'once it serves'],
  ['Ctrl-C before anything is served', 'SIGINT', 'all', 'at its start'],
] as const)('npx belfry demo: %s', ([, signal, to, when]) => {
  test('ends all of it, and nothing is left', async () => {
    const temporary = await temporaryFolder();
    const env = { ...process.env, ...environment(), TMPDIR: temporary };
    const npx = spawn('npx', ['belfry', 'demo'], {
      cwd: home,
      env,
      detached: true,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const group = npx.pid ?? expect.unreachable();
    onTestFinished(() => {
      if (groupOf(group) !== '') process.kill(-group, 'SIGKILL');
    });
    const ended = once(npx, 'exit');
    let printed = '';
    npx.stdout.on('data', (chunk) => (printed += String(chunk)));
    const begun = async () => (await readdir(temporary)).some((name) => name.startsWith('belfry-demo-'));
    await waitUntil(when, () => (when === 'at its start' ? begun() : printed.includes('Ctrl-C ends it.')));
    process.kill(to === 'all' ? -group : group, signal);
    const [code, by] = await ended;
    // A shell says 143 and 130 of both.
    expect([code, by]).toSatisfy(([code, by]) => by === signal || code === 128 + constants.signals[signal]);
    await expect.poll(() => groupOf(group), { timeout: 30_000 }).toBe('');
    expect(await readdir(temporary).then((names) => names.filter((name) => name.startsWith('belfry-')))).toEqual([]);
  });
});

test.skipIf(!thorough)('from nothing to an organisation of one’s own, as in the README', async () => {
  const guide = openGuide('README.md');
  const { printed } = await startBelfry();
  const [, url = '', key = ''] = printed;
  const here = (code: string) => fromPackage(code).replaceAll('http://127.0.0.1:8080', url);
  const answers = await runSnippet(
    here(guide.take('sh', 'KEY=belfry_...')).replace('belfry_...', key),
    environment(),
    home,
  );
  expect(answers).toMatch(/"count":\d+.*"success":true.*"id":"upper-2026-v1"/s);

  await runSnippet(here(guide.take('sh', '> timetable.json')), { ...environment(), KEY: key }, home);
  const [before = '', revoke = ''] = here(guide.take('sh', 'npm run organisations -- create')).split(
    /^(?=belfry keys revoke)/m,
  );
  const said = await runSnippet(before, environment(), home);
  const [own = ''] = /belfry_\w+/.exec(said) ?? [];
  const [keyId = ''] = /\bkey_[\w-]+/.exec(said) ?? [];
  const read = () => fetch(`${url}/api/v1/timetables`, { headers: { Authorization: `Bearer ${own}` } });
  await expect.poll(async () => (await read()).text(), { timeout: 60_000 }).toContain('riverside-2026-v1');
  await runSnippet(revoke.replace('key_...', keyId), environment(), home);
  expect((await read()).status).toBe(401);
});

test.skipIf(!thorough)(
  'the life of an organisation: a mistake, its correction, served, rolled back, revoked, deleted',
  async () => {
    const own = { BELFRY_DATA: join(home, 'life/data'), BELFRY_OUT: join(home, 'life/out') };
    const run = (line: string, input = '') => belfryWith(own, line.split(' '), input);
    const succeed = (line: string, input = '') => {
      const { status, stdout, stderr } = run(line, input);
      expect({ line, status, failure: status === 0 ? '' : stderr }).toEqual({ line, status: 0, failure: '' });
      return stdout;
    };
    const document: Timetable = JSON.parse(
      readFileSync(join(home, 'node_modules/belfry/src/demo/documents/main-2026-v1.json'), 'utf8').replaceAll(
        'main-2026',
        'brook-2026',
      ),
    );
    const text = (changes: Partial<Timetable>) => JSON.stringify({ ...document, ...changes });
    const misplaced = document.lessonUnits.map((unit, index) => (index === 0 ? { ...unit, dayId: 'nowhere' } : unit));

    const { printed, stop } = await startBelfry(own);
    succeed('organisations create brook --name Brook');
    const { id, key } = JSON.parse(succeed('keys create --organisation brook --name Website --json'));
    const refused = run('import --organisation brook -', text({ lessonUnits: misplaced }));
    expect(refused).toMatchObject({ status: 1 });
    expect(refused.stdout + refused.stderr).toContain('$.lessonUnits[0].dayId');
    succeed('import --organisation brook -', text({}));
    const read = async () => {
      const headers = { Authorization: `Bearer ${key}` };
      const response = await fetch(`${printed[1]}/api/v1/timetables/${document.id}`, { headers });
      if (response.status !== 200) return response.status;
      const { data }: { data: Timetable } = JSON.parse(await response.text());
      return data.name;
    };
    const served = (name: unknown) => expect.poll(read, { timeout: 60_000 }).toBe(name);
    await served(document.name);
    succeed('import --organisation brook -', text({ name: 'Renamed' }));
    await served('Renamed');
    succeed('rollback --organisation brook');
    await served(document.name);
    expect(succeed('timetables list --organisation brook')).toContain(document.id);
    expect(JSON.parse(succeed('export --organisation brook --to -')).name).toBe('Renamed');
    expect(succeed('keys revoke -', key)).not.toContain(key);
    expect(await read()).toBe(401);
    expect(succeed('keys list --organisation brook')).toContain(id);
    expect(run('organisations delete brook')).toMatchObject({ status: 2 });
    succeed('organisations delete brook --confirm brook');
    expect(await read()).toBe(401);
    expect(succeed('doctor')).toContain('ok');
    await stop();
    succeed('check --against-database');
  },
);

describe('completion in bash', () => {
  test.each([
    ['belfry organisations set x --access locked:p', ['plan_ended', 'payment_failed']],
    ...ifThorough<[string, string[]]>([
      ['belfry st', ['start', 'status']],
      ['belfry keys ', ['create', 'list', 'rotate', 'revoke', '--help']],
      ['belfry keys create --e', ['--expires']],
      ['belfry build-cdn --to out --for d', ['deno']],
    ]),
  ])('%s', async (line, expected) => {
    const script = `eval "$(belfry completion bash)"; COMP_LINE='${line}' COMP_POINT=${line.length}; _belfry; echo "\${COMPREPLY[@]}"`;
    const { stdout } = await run('bash', ['-c', script], { cwd: home, env: { ...process.env, ...environment() } });
    expect(stdout.trim().split(' ')).toEqual(expected);
  });
});
