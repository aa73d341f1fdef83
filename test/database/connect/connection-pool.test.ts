// Which connections prepare the statement that reads a version, and what happens when a migration invalidates it.

import { sql } from 'kysely';
import { beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { type Database, type OpenDatabase, openDatabase } from '../../../src/database/connect/open-database.ts';
import { readVersion } from '../../../src/database/timetable/read-version.ts';
import { loadSchool } from '../../support/published-school.ts';
import { smallTimetable } from '../../support/small-timetable.ts';
import { useTestDatabase } from '../../support/test-database.ts';

const open = useTestDatabase();
beforeAll(() => loadSchool(open.database, 'school', [smallTimetable()]));

const read = (database: Database) => readVersion(database, 'school', 'version-1');

async function openAgain(): Promise<OpenDatabase> {
  const again = await openDatabase({ url: open.connectionString, folder: '' });
  onTestFinished(() => again.close());
  return again;
}

/** How often the connection has executed each prepared statement. */
async function executionsOfPrepared(connection: Database): Promise<number[]> {
  const { rows } = await sql<{ uses: number }>`
    select (generic_plans + custom_plans)::integer as uses from pg_prepared_statements`.execute(connection);
  return rows.map(({ uses }) => uses);
}

test.runIf(inject('serverUrl') === null)(
  'the embedded server keeps no prepared statement, even if DATABASE_URL names it, since its connections share one session',
  async () => {
    for (const { database } of [open, await openAgain()])
      await database.connection().execute(async (connection) => {
        await read(connection);
        expect(await executionsOfPrepared(connection)).toEqual([]);
      });
  },
);

describe('a connection to a server', { tags: 'server' }, () => {
  test('prepares the statement once for three reads', async () => {
    const { database } = await openAgain();
    await database.connection().execute(async (connection) => {
      for (let round = 0; round < 3; round++) expect(await read(connection)).toMatchObject({ id: 'version-1' });
      expect(await executionsOfPrepared(connection)).toEqual([3]);
    });
  });

  test('whose prepared statement a migration has invalidated fails once and is replaced', async () => {
    const { database } = await openAgain();
    const before = await read(database);
    await sql`alter table timetable_version alter is_current type text using is_current::text`.execute(open.database);
    await expect(read(database)).rejects.toThrow('cached plan must not change result type');
    expect(await read(database)).toEqual({ ...before, isCurrent: String(before?.isCurrent) });
  });
});
