// The block of the guide to the tables that leads from no database to a first build, run as it stands by a superuser of PostgreSQL:
// the roles and the database have names of this test, since they belong to the whole server.

import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { isMissing } from '../support/is-missing.ts';
import { openGuide } from '../support/open-guide.ts';
import { commandEnvironment } from '../support/run-command.ts';
import { repositoryFolder } from '../support/run-process.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { runSnippet } from './run-snippet.ts';

const block = openGuide('src/database/README.md').take('sh', 'create role');

test('from no database to the first build', { tags: 'server', timeout: 120_000 }, async ({ skip }) => {
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
    await superuser.query(`drop database if exists t_${suffix}`);
    const { rows } = await superuser.query(`select rolname from pg_roles where rolname like 'belfry\\_%\\_${suffix}'`);
    for (const { rolname } of rows) await superuser.query(`drop role ${rolname}`);
    await superuser.end();
  });
  const here = named(block)
    .replaceAll('timetables', `t_${suffix}`)
    .replace('src/database/roles.sql', join(folder, 'roles.sql'));
  const printed = await runSnippet(here, {
    ...commandEnvironment({ connectionString: '' }, join(folder, 'out')),
    PGHOST: server.hostname,
    PGPORT: server.port || '5432',
    PGUSER: server.username,
    PGPASSWORD: server.password || undefined,
  });
  expect(printed).toContain('Created organisation riverside');
  const { rows } = await superuser.query(
    'select pg_get_userbyid(datdba) as owner from pg_database where datname = $1',
    [`t_${suffix}`],
  );
  expect(rows).toEqual([{ owner: `belfry_owner_${suffix}` }]);
});
