// What the guide for operators says of an upgrade, run as it stands on a database and a store that release 0.2.0 has made: who had a
// key reads on with it, and nothing is withheld that was not.

import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { migrateTo } from '../support/migrate-to.ts';
import { openGuide } from '../support/open-guide.ts';
import { commandEnvironment } from '../support/run-command.ts';
import { repositoryFolder } from '../support/run-process.ts';
import { runningServer } from '../support/running-server.ts';
import { listPath } from '../support/served.ts';
import { tellPath } from '../support/tell-path.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { useTestDatabase } from '../support/test-database.ts';
import { runSnippet } from './run-snippet.ts';

const open = useTestDatabase();
const made = (name: string) => join(repositoryFolder, 'test/database/migrations', name);
const upgrade = openGuide('scripts/deploy/operating.md').take('sh', 'npm install --prefix');
/** Of organisation school, made by `keys create` of 0.2.0. */
const key = 'belfry_0c177946a23caLPWwgjoWS4EKhBsLvFuo6QrVTCchY4A0hkpq5';

test('from 0.2.0 to today', { tags: 'long' }, async () => {
  const out = join(await temporaryFolder(), 'out');
  mkdirSync(out);
  execFileSync('tar', ['-xzf', made('store-0.2.0.tar.gz'), '-C', out]);
  await sql.raw('drop schema public cascade; create schema public').execute(open.database);
  await migrateTo(open.database, '0008');
  await sql.raw(readFileSync(made('store-0.2.0.sql'), 'utf8')).execute(open.database);
  await sql`set session_replication_role = origin`.execute(open.database);
  // One that 0.2.0 withheld, too: with it `build` ends with exit 1, as it should.
  await sql`delete from timetable_version where id = 'second-v1'`.execute(open.database);

  const file = 'organisations/school/files/version-1.412cfd824a1d82ecf0215d3af8ceea02.json';
  const before = JSON.parse(readFileSync(join(out, file), 'utf8')).data;

  const began = performance.now();
  // The package is installed by test/commands/package.system.test.ts.
  const said = await runSnippet(upgrade.replace(/^npm install.*\n/, ''), commandEnvironment(open, out));
  const server = await runningServer(out);
  const read = async (path: string) =>
    JSON.parse((await server.call({ path, headers: { Authorization: `Bearer ${key}` } })).body.toString());
  const answer = await read(`${listPath}/version-1`);
  tellPath('upgrade from 0.2.0 to answer', began);
  expect(said).toMatch(/^3 organisations, .* everything is intact\.$/m);
  expect(answer.data).toEqual(before);
  expect(await read(listPath)).toMatchObject({ success: true, data: { orgId: 'school', count: 2 } });
});
