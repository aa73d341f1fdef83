// The block of the guide to the tables that leads from no database to a first build, run as it stands by a superuser of PostgreSQL,
// and on from there into service: a publisher and a server as processes with their own roles, behind the shipped nginx with a
// certificate of the test's own. The roles and the database have names of this test, since they belong to the whole server.

import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { isMissing } from '../support/is-missing.ts';
import { openGuide } from '../support/open-guide.ts';
import { type CommandEnvironment, commandEnvironment, runLine, startCommand } from '../support/run-command.ts';
import { repositoryFolder } from '../support/run-process.ts';
import { tellPath } from '../support/tell-path.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { isInstalled, startTlsProxy } from '../support/tls-proxy.ts';
import { runSnippet } from './run-snippet.ts';

const block = openGuide('src/database/README.md').take('sh', 'create role');

test('from no database to the first build', { tags: 'server', timeout: 240_000 }, async ({ skip }) => {
  if (await isMissing('psql')) skip('psql is not installed');
  const server = new URL(inject('serverUrl') ?? '');
  const suffix = randomBytes(4).toString('hex');
  const named = (text: string) => text.replaceAll(/\bbelfry_\w+/g, (role) => `${role}_${suffix}`);
  const folder = await temporaryFolder();
  const roles = readFileSync(join(repositoryFolder, 'src/database/roles.sql'), 'utf8');
  await writeFile(join(folder, 'roles.sql'), named(roles));
  const superuser = new pg.Client({ connectionString: server.href });
  await superuser.connect();
  onTestFinished(async () => {
    await superuser.query(`drop database if exists t_${suffix} with (force)`);
    const { rows } = await superuser.query(`select rolname from pg_roles where rolname like 'belfry\\_%\\_${suffix}'`);
    for (const { rolname } of rows) await superuser.query(`drop role ${rolname}`);
    await superuser.end();
  });
  const here = named(block)
    .replaceAll('timetables', `t_${suffix}`)
    .replace('src/database/roles.sql', join(folder, 'roles.sql'));
  const began = performance.now();
  const printed = await runSnippet(here, {
    ...commandEnvironment({ connectionString: '' }, join(folder, 'out')),
    PGHOST: server.hostname,
    PGPORT: server.port || '5432',
    PGUSER: server.username,
    PGPASSWORD: server.password || undefined,
  });
  expect(printed).toContain('Created organisation riverside');
  tellPath('no database to the first build', began);
  if (isInstalled('nginx')) {
    await goIntoService({ suffix, server, folder });
    tellPath('no database to production, behind nginx with TLS', began);
  }
  const { rows } = await superuser.query(
    'select pg_get_userbyid(datdba) as owner from pg_database where datname = $1',
    [`t_${suffix}`],
  );
  expect(rows).toEqual([{ owner: `belfry_owner_${suffix}` }]);
});

type Built = { suffix: string; server: URL; folder: string };

/** @throws what `smoke` says, as long as it is not content with the address */
async function goIntoService({ suffix, server, folder }: Built): Promise<void> {
  const as = (role: string, more: CommandEnvironment = {}) => {
    const url = new URL(`/t_${suffix}`, server);
    url.username = `belfry_${role}_${suffix}`;
    return { ...commandEnvironment({ connectionString: url.href }, join(folder, 'out')), ...more };
  };
  const run = async (line: string, environment: CommandEnvironment, input = '') => {
    const { code, stdout, stderr } = await runLine(line, environment, input);
    if (code !== 0) throw new Error(`${line}: ${stdout}${stderr}`);
    return stdout;
  };
  const watching = startCommand('watch', [], as('publisher'));
  const serving = startCommand('serve', ['--behind-tls-proxy'], { ...as('none'), DATABASE_URL: undefined });
  const [, port = ''] = /Serving on http:\/\/127\.0\.0\.1:(\d+)/.exec(await serving.printed('Ctrl-C ends it.')) ?? [];
  const proxy = await startTlsProxy('nginx', Number(port), 'localhost');
  onTestFinished(() => proxy.stop());
  const document = readFileSync(join(repositoryFolder, 'src/demo/documents/upper-2026-v1.json'), 'utf8');
  await writeFile(join(folder, 'timetable.json'), document.replaceAll('upper-2026', 'riverside-2026'));
  await run(`import --organisation riverside ${join(folder, 'timetable.json')}`, as('import'));
  const { key } = JSON.parse(await run('keys create --organisation riverside --name Website --json', as('keys')));
  await watching.printed('Watching for changes');
  const trusts = join(folder, 'cert.pem');
  await writeFile(trusts, proxy.ca);
  const smoke = `smoke --url https://localhost:${proxy.port} --key -`;
  await expect
    .poll(() => run(smoke, { NODE_EXTRA_CA_CERTS: trusts }, key), { timeout: 60_000 })
    .toMatch(/timetable riverside-2026-v1 answers 200/);
}
