// Upgrades a dump of each earlier release and compares it with a new database. A release adds its dump here.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Migrator, sql } from 'kysely';
import { expect, test } from 'vitest';
import * as timetables from '../../../src/database/migrations/0001-timetables.ts';
import * as changes from '../../../src/database/migrations/0002-changes.ts';
import { migrate } from '../../../src/database/migrations/migrate.ts';
import { readVersion } from '../../../src/database/timetable/read-version.ts';
import { assembleTimetable } from '../../../src/document/assemble-timetable.ts';
import { dumpCatalogue } from '../../support/dump-catalogue.ts';
import { dumpTables } from '../../support/dump-tables.ts';
import { publishedTimetable, smallTimetable } from '../../support/small-timetable.ts';
import { useTestDatabase } from '../../support/test-database.ts';

const open = useTestDatabase();
const textOf = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');

/** Tables that were renamed since. */
const renamed: Record<string, string> = { publish_claim: 'publish_lease' };

// A released migration has already run on other databases, so a correction is a new migration.
test.each([
  ['0001-timetables', 'a14a4ca3963bda07b3f0b57c5a7d51c580d50477a4e911d7f3a7e2b53ce451f3'],
  ['0002-changes', 'd48b1e80c638982cc2e340dd21700484e5648c312ea30704d5b0eff4f37d2e06'],
])('migration %s is as it was released', (name, sha256) => {
  const text = textOf(`../../../src/database/migrations/${name}.ts`);
  expect(createHash('sha256').update(text).digest('hex')).toBe(sha256);
});

test('an upgraded database of release 0.1.0 has the schema of a new one, and keeps its rows', async () => {
  const run = (statements: string) => sql.raw(statements).execute(open.database);
  const empty = () => run('drop schema public cascade; create schema public');
  await empty();
  await migrate(open.database);
  const fresh = await dumpCatalogue(open.database);

  await empty();
  const released = { '0001-timetables': timetables, '0002-changes': changes };
  const migrator = new Migrator({ db: open.database, provider: { getMigrations: async () => released } });
  expect((await migrator.migrateToLatest()).error).toBeUndefined();
  await run(textOf('release-0.1.0.sql'));
  const before = await dumpTables(open.database);

  expect((await migrate(open.database)).length).toBeGreaterThan(0);
  expect(await dumpCatalogue(open.database)).toEqual(fresh);
  const after = await dumpTables(open.database);
  for (const [table, rows] of Object.entries(before)) {
    const now = renamed[table] ?? table;
    if (table.startsWith('kysely')) continue;
    // Columns may be added, none removed or changed. But keys of 0.1.0 contain no handle, so they are revoked, and everything
    // is enqueued, since the published format is another.
    const revoked = table === 'api_key' ? { revoked_at: expect.any(String) } : {};
    const parsed = (lines: readonly string[] = []) => lines.map((line) => JSON.parse(line));
    const kept = parsed(rows).map((row) => expect.objectContaining({ ...row, ...revoked }));
    expect(parsed(after[now])).toEqual(table === 'pending_change' ? expect.arrayContaining(kept) : kept);
  }
  for (const document of [
    smallTimetable(),
    publishedTimetable('version-2', { versionNumber: 2, versionName: 'Second', effectiveTo: 20270731 }),
  ]) {
    const teachers = document.teachers.map((teacher) => ({ ...teacher, name: 'Ada Lovelace' }));
    const rows = await readVersion(open.database, 'school', document.id);
    expect(rows && assembleTimetable(rows)).toEqual({ ...document, teachers });
  }
});
