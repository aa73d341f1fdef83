// DATABASE_URL names a standby, as after a failover: what reports goes on, and what publishes ends with one sentence and exit 3.

import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDatabase } from '../../src/database/connect/open-database.ts';
import { migrate } from '../../src/database/migrations/migrate.ts';
import { bindTestStore } from '../support/bind-store.ts';
import { createSchools, publisherInto, runBuild } from '../support/fault-schools.ts';
import { findPostgres, startOwnPostgres, startStandby } from '../support/own-postgres.ts';
import { commandEnvironment, runLine } from '../support/run-command.ts';
import { runHere } from '../support/run-here.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const programs = findPostgres();

test.skipIf(programs === null)('commands on a hot standby', async () => {
  const primary = await startOwnPostgres(programs ?? '', '-c fsync=off');
  const open = await openDatabase({ url: primary.connectionString, folder: '' });
  const out = join(await temporaryFolder(), 'out');
  await migrate(open.database);
  await createSchools(open.database, ['north']);
  await bindTestStore(open, out);
  await runBuild(publisherInto(out), open.database, 'everything');
  await open.close();
  const standby = await startStandby(programs ?? '', primary);
  const there = commandEnvironment(standby, out);
  const reading =
    /^error: PostgreSQL at 127\.0\.0\.1:\d+\/postgres only reads \(.*\): .*set DATABASE_URL to the primary.*\n$/;
  for (const line of [
    'build',
    'build --full',
    'watch',
    'keys create --organisation north --name x',
    'organisations set north --api off',
    'rollback --organisation north',
  ]) {
    const { code, stderr } = await (line === 'watch' ? runLine : runHere)(line, there);
    expect({ line, code, stderr }).toEqual({ line, code: 3, stderr: expect.stringMatching(reading) });
  }
  for (const line of [
    'migrate',
    'check',
    'check --against-database',
    'organisations list',
    'timetables list --organisation north',
  ])
    expect({ line, ...(await runHere(line, there)) }).toMatchObject({ line, code: 0, stderr: '' });
  const doctor = await runHere('doctor', there);
  expect(doctor.code).toBe(1);
  expect(doctor.stdout).toMatch(
    /^WRONG {4}database: .* only reads: it is a standby.*\n {9}Next: Set DATABASE_URL to the primary/m,
  );
});
