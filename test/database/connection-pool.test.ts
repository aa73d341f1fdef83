// Which connections keep the plan of the statement that reads a version, and what follows when that plan is out of date.

import { sql } from 'kysely';
import { beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { type Database, type OpenDatabase, openDatabase } from '../../src/database/open-database.ts';
import { readVersion } from '../../src/database/read-version.ts';
import { loadSchool } from '../support/published-school.ts';
import { smallTimetable } from '../support/small-timetable.ts';
import { useTestDatabase } from '../support/test-database.ts';

const open = useTestDatabase();
beforeAll(() => loadSchool(open.database, 'school', [smallTimetable()]));

const read = (database: Database) => readVersion(database, 'school', 'version-1');

async function openAgain(): Promise<OpenDatabase> {
  const again = await openDatabase({ url: open.connectionString, folder: '' });
  onTestFinished(() => again.close());
  return again;
}

/** How often the connection has used each plan that it keeps. */
async function keptPlans(connection: Database): Promise<number[]> {
  const { rows } = await sql<{ uses: number }>`
    select (generic_plans + custom_plans)::integer as uses from pg_prepared_statements`.execute(connection);
  return rows.map(({ uses }) => uses);
}

test.runIf(inject('serverUrl') === null)(
  'the embedded server keeps none, since its connections share one session, also if DATABASE_URL names it',
  async () => {
    for (const { database } of [open, await openAgain()])
      await database.connection().execute(async (connection) => {
        await read(connection);
        expect(await keptPlans(connection)).toEqual([]);
      });
  },
);

describe.runIf(inject('serverUrl') !== null)('a connection to a server', () => {
  test('prepares the statement once, however many versions it reads', async () => {
    const { database } = await openAgain();
    await database.connection().execute(async (connection) => {
      for (let round = 0; round < 3; round++) expect(await read(connection)).toMatchObject({ id: 'version-1' });
      expect(await keptPlans(connection)).toEqual([3]);
    });
  });

  test('that fails since a migration has changed a type is replaced by one that reads', async () => {
    const { database } = await openAgain();
    const before = await read(database);
    await sql`alter table timetable_version alter is_current type text using is_current::text`.execute(open.database);
    await expect(read(database)).rejects.toThrow('cached plan must not change result type');
    expect(await read(database)).toEqual({ ...before, isCurrent: String(before?.isCurrent) });
  });
});
